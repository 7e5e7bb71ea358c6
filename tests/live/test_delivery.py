"""The server sends what waits: mails leave by themselves, and a mail server that hangs is in nobody's way."""

from __future__ import annotations

import socket
import time
from email import message_from_string
from email.policy import default
from pathlib import Path

from serving import QUICK, Visitor, prepare, running_server

EVENT = """
from building import playing, user
from crosstable.events.notifications.choices import choose
made = playing('ann cy bo di')
choose(user=user('bo'), wanted={('reported', 'email')})
from building import match_of
print(made.slug, match_of(made, 'ann').pk)
"""
FILES = "django.core.mail.backends.filebased.EmailBackend"
SMTP = "django.core.mail.backends.smtp.EmailBackend"


def ann_reports(server, slug: str, match: str) -> float:
    """Seconds the report took."""
    ann = Visitor(server)
    ann.sign_in("ann")
    ann.get(f"/t/{slug}/me")
    start = time.monotonic()
    assert ann.post(f"/t/{slug}/me/matches/{match}/report", mine=72, theirs=45).status == 302
    return time.monotonic() - start


def test_a_report_becomes_a_mail_with_a_link_that_leads_here(tmp_path: Path):
    slug, match = prepare(tmp_path / "data", EVENT, **QUICK).split()
    folder = tmp_path / "mail"
    env = {**QUICK, "CROSSTABLE_EMAIL_BACKEND": FILES, "CROSSTABLE_EMAIL_FOLDER": str(folder)}
    with running_server(tmp_path / "data", **env) as server:
        ann_reports(server, slug, match)
        for _ in range(200):
            written = [file.read_text() for file in folder.glob("*.log")] if folder.exists() else []
            if any("Unsubscribe" in text for text in written):
                break
            time.sleep(0.1)
        mail = message_from_string(written[0], policy=default)
        assert (mail["To"], mail["Subject"]) == (
            "bo@example.org",
            "Your opponent reported a result · Northern Open GT",
        )
        assert f"{server.url}/t/{slug}/me" in mail.get_content()
        way_out = mail["List-Unsubscribe"].strip(" <>").removeprefix(server.url)
        assert server.get(way_out).status == 200


def test_a_mail_server_that_never_answers_slows_nobody_and_the_server_stops_at_once(tmp_path: Path):
    slug, match = prepare(tmp_path / "data", EVENT, **QUICK).split()
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = str(silent.getsockname()[1])
        env = {**QUICK, "CROSSTABLE_EMAIL_BACKEND": SMTP, "CROSSTABLE_EMAIL_PORT": port}
        with running_server(tmp_path / "data", **env) as server:
            took = ann_reports(server, slug, match)
            silent.settimeout(20)
            silent.accept()  # the server is trying
            start = time.monotonic()
            assert server.get(f"/t/{slug}").status == 200
            assert took < 5
            assert server.stop() == 0
            assert time.monotonic() - start < 10
