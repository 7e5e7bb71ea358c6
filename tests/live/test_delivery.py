"""The server sends what waits: mails leave automatically, and a mail server that hangs blocks no request."""

from __future__ import annotations

import socket
from email import message_from_string
from email.policy import default
from pathlib import Path

from serving import QUICK, Visitor, prepare, running_server
from waiting import LIMIT, until

EVENT = """
from building import playing, user
from crosstable.events.notifications.inbox import choose
made = playing('ann cy bo di')
choose(user=user('bo'), choices={('reported', 'email')})
from building import match_of
print(made.slug, match_of(made, 'ann').pk)
"""
FILES = "django.core.mail.backends.filebased.EmailBackend"
# The mail server is waited for longer than any test waits.
PATIENT_MAIL = {"DJANGO_SETTINGS_MODULE": "settings_with_patient_mail"}
SMTP = "django.core.mail.backends.smtp.EmailBackend"


def ann_reports(server, slug: str, match: str) -> None:
    ann = Visitor(server)
    ann.sign_in("ann")
    ann.get(f"/t/{slug}/me")
    assert ann.post(f"/t/{slug}/me/matches/{match}/report", mine=72, theirs=45).status == 302


def news_in(folder: Path) -> list[str]:
    texts = [file.read_text() for file in folder.glob("*.log")]
    return [text for text in texts if "Unsubscribe" in text]


def test_a_report_becomes_a_mail_with_a_link_that_leads_here(tmp_path: Path):
    slug, match = prepare(tmp_path / "data", EVENT, **QUICK).split()
    folder = tmp_path / "mail"
    env = {**QUICK, "CROSSTABLE_EMAIL_BACKEND": FILES, "CROSSTABLE_EMAIL_FOLDER": str(folder)}
    with running_server(tmp_path / "data", **env) as server:
        ann_reports(server, slug, match)
        written = until(lambda: news_in(folder), "the mail")
        mail = message_from_string(written[0], policy=default)
        assert (mail["To"], mail["Subject"]) == (
            "bo@example.org",
            "Your opponent reported a result · Northern Open GT",
        )
        assert f"{server.url}/t/{slug}/me" in mail.get_content()
        way_out = mail["List-Unsubscribe"].strip(" <>").removeprefix(server.url)
        assert server.get(way_out).status == 200


def test_a_mail_server_that_never_answers_slows_no_one_and_the_server_stops_at_once(tmp_path: Path):
    slug, match = prepare(tmp_path / "data", EVENT, **QUICK).split()
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = str(silent.getsockname()[1])
        env = {**PATIENT_MAIL, "CROSSTABLE_EMAIL_BACKEND": SMTP, "CROSSTABLE_EMAIL_PORT": port}
        with running_server(tmp_path / "data", **env) as server:
            ann_reports(server, slug, match)
            silent.settimeout(LIMIT)
            hanging, _ = silent.accept()  # the server is trying
            assert server.get(f"/t/{slug}").status == 200
            assert server.stop() == 0
            hanging.close()
