"""The language of a page: from the browser, the menu and the account; cached pages are kept per language."""

import asyncio
import json
import re
from datetime import datetime
from pathlib import Path

import pytest
from django.core import mail
from django.test import Client

from building import administrator, event, user
from crosstable.accounts.models import User
from crosstable.events.actions.event import screens
from crosstable.events.errors import BadValue
from crosstable.events.models import Status
from crosstable.languages import SKELETONS, date_words, is_choice, speaking
from crosstable.live.bridge import BUSY, refuse
from crosstable.live.visitors import anonymous_visit, without_identity
from crosstable.text import OWN, Language, active, tr, using
from pdfs import words
from test_pseudo_language import pseudo_language


@pytest.fixture
def two_languages():
    with pseudo_language():
        yield


def heading(client: Client, **headers: str) -> str:
    page = client.get("/language", headers=headers).content.decode()
    return page.partition("<h1>")[2].partition("</h1>")[0]


XX = "⟦Ļåñĝûåĝé··⟧"


@pytest.mark.django_db
def test_the_browser_decides_until_the_visitor_chooses(two_languages):
    client = Client()
    assert heading(client) == "Language"
    assert heading(client, accept_language="xx") == XX
    client.post("/language", {"language": "xx", "next": "/"})
    assert heading(client) == XX
    assert heading(client, accept_language="en-GB") == XX
    client.post("/language", {"language": "en-gb"})
    assert heading(client, accept_language="xx") == "Language"


@pytest.mark.django_db
def test_the_choice_is_kept_with_the_account_and_returns_at_the_next_log_in(two_languages):
    ann = user("ann")
    client = Client()
    client.force_login(ann)
    client.post("/language", {"language": "xx"})
    ann.refresh_from_db()
    assert ann.language == "xx"
    other = Client()
    other.post("/login", {"username": "ann", "password": "pass-word-1"})
    assert heading(other) == XX


@pytest.mark.django_db
def test_an_account_without_a_language_takes_what_was_chosen_before_the_log_in(two_languages):
    ann, client = user("ann"), Client()
    client.post("/language", {"language": "xx"})
    client.post("/login", {"username": "ann", "password": "pass-word-1"})
    ann.refresh_from_db()
    assert ann.language == "xx"


@pytest.mark.django_db
def test_a_page_says_its_language_and_an_unknown_one_changes_nothing(two_languages):
    client = Client()
    response = client.get("/language", headers={"accept-language": "xx"})
    assert '<html lang="xx"' in response.content.decode()
    assert response.headers["Content-Language"] == "xx"
    assert "Accept-Language" in response.headers["Vary"]
    client.post("/language", {"language": "../../etc"})
    assert heading(client) == "Language"


def test_with_one_language_there_is_nothing_to_choose(client):
    assert not is_choice()


def scope(*, cookie: bytes = b"", accepts: bytes = b"") -> dict:
    headers = [(b"host", b"testserver"), (b"cookie", cookie), (b"accept-language", accepts)]
    return {
        "type": "http",
        "method": "GET",
        "path": "/",
        "query_string": b"",
        "scheme": "http",
        "headers": headers,
    }


def test_cached_pages_are_kept_per_language(two_languages):
    visits = [anonymous_visit(scope(accepts=accepts)) for accepts in (b"en", b"xx", b"de,xx;q=0.5")]
    chosen = anonymous_visit(scope(cookie=b"django_language=xx", accepts=b"en"))
    assert [visit.key.language for visit in (*visits, chosen)] == ["en-gb", "xx", "xx", "xx"]


def test_the_public_view_of_a_signed_in_visitor_keeps_the_language(two_languages):
    stripped = without_identity(scope(cookie=b"sessionid=abc; django_language=xx"))
    assert [value for name, value in stripped["headers"] if name == b"cookie"] == [b"django_language=xx"]


def test_the_server_refuses_a_request_in_the_language_of_the_visitor(two_languages):
    assert refusal(scope(accepts=b"en")) == "The server is busy. Nothing was saved. Try again in a moment.\n"
    with speaking("xx"):
        wanted = f"{BUSY}\n"
    assert wanted.startswith("⟦")
    assert refusal(scope(cookie=b"django_language=xx", accepts=b"en")) == wanted


def refusal(scope: dict) -> str:
    sent = []

    async def send(message: dict) -> None:
        sent.append(message)

    asyncio.run(refuse(scope, send, 503, "busy", BUSY))
    return sent[1]["body"].decode()


@pytest.mark.django_db
def test_the_scripts_get_their_sentences_in_the_language_of_the_page(two_languages, client):
    script = client.get("/texts/xx.js").content.decode()
    texts = json.loads(script.removeprefix("globalThis.texts = ").rstrip().removesuffix(";"))
    assert all("⟦" in str(text) for text in texts.values())
    assert client.get("/texts/qq.js").status_code == 404


@pytest.mark.django_db
def test_a_display_keeps_the_language_chosen_for_it_whatever_its_browser_wants(two_languages):
    tournament = event("ann bo", Status.REGISTRATION)
    screen = screens.add_screen(
        tournament=tournament, name="Hall", rotation=[("standings", 9)], language="xx", by=tournament.owner
    )
    page = Client().get(f"/b/{screen.code}", headers={"accept-language": "en"})
    assert (page.headers["Content-Language"], '<html lang="xx"' in page.content.decode()) == ("xx", True)
    screens.change_screen(
        screen=screen, name="Hall", rotation=[("standings", 9)], language="", by=tournament.owner
    )
    page = Client().get(f"/b/{screen.code}", headers={"accept-language": "en"})
    assert page.headers["Content-Language"] == "en-gb"
    with pytest.raises(BadValue, match=r"“qq” is not a language offered here. Choose en-gb and xx."):
        screens.change_screen(
            screen=screen, name="Hall", rotation=[("standings", 9)], language="qq", by=tournament.owner
        )


@pytest.mark.django_db
def test_a_printout_is_written_in_the_language_chosen_for_it(two_languages):
    tournament = event("ann bo", Status.REGISTRATION)
    client = Client()
    client.force_login(tournament.owner)
    sheet = f"/t/{tournament.slug}/control/print/name-cards-a4.pdf"
    assert (
        f"{sheet}?language=xx"
        in client.get(f"/t/{tournament.slug}/control/print?language=xx").content.decode()
    )
    assert "⟦" not in words(client.get(sheet).content)
    assert "⟦" in words(client.get(f"{sheet}?language=xx").content)


@pytest.mark.django_db
def test_a_sign_up_keeps_its_language_and_is_confirmed_in_it(two_languages, client):
    administrator()
    client.post("/language", {"language": "xx"})
    names = {"first_name": "Ann", "last_name": "Hart", "username": "ann"}
    client.post("/signup", {**names, "email": "ann@example.org", "password": "sturdy-boat-77"})
    assert User.objects.get(username="ann").language == "xx"
    assert mail.outbox[-1].subject.startswith("⟦Çöñƒîŕɱ ýöûŕ éɱåîļ")


def test_a_mail_is_written_in_the_language_of_its_recipient(two_languages):
    with speaking("xx"):
        assert active().code == "xx"
        assert str(tr("Language")) == XX
    with speaking("no longer offered"):
        assert active().code == "en-gb"


@pytest.mark.django_db
def test_the_api_answers_in_the_language_that_the_program_accepts(two_languages, client):
    games = client.get("/api/games", headers={"accept-language": "xx"}).json()
    assert [game["name"][0] for game in games] == ["⟦"] * len(games)
    lost = client.get("/api/tournaments/999", headers={"accept-language": "xx"}).json()
    assert lost["code"] == "not-found"


@pytest.mark.parametrize(
    ("code", "form", "words"),
    [
        ("en-gb", "j M Y, H:i", "5 Sep 2026, 18:07"),
        ("de", "j F Y", "5. September 2026"),
        ("de", "j F Y H:i", "5. September 2026, 18:07"),
        ("de", "H:i", "18:07"),
        ("fr", "j F", "5 septembre"),
        ("es", "j F Y", "5 de septiembre de 2026"),
        ("pt-br", "j M H:i", "5 de set. 18:07"),
    ],
)
def test_a_date_is_written_as_the_language_does(code, form, words):
    with using(Language(code)):
        assert date_words(datetime(2026, 9, 5, 18, 7), form) == words


def test_every_format_of_a_date_is_known_to_other_languages():
    files = [path for path in OWN.parent.rglob("*") if path.suffix in (".html", ".py", ".jinja")]
    pattern = re.compile(r"""(?:\|date:|date_words\([^"']+, )["']([^"']+)["']""")
    forms = {form for path in files for form in pattern.findall(Path(path).read_text())}
    days = {re.sub(r",? ?H:i(:s)?$", "", form) for form in forms if form != "c" and form[0] != "Y"} - {""}
    assert days == {*SKELETONS, "j F Y"}
