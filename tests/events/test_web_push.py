"""Web push: what is sent can be read by the subscribed browser alone, and says who sends it."""

from __future__ import annotations

import http.server
import json
import stat
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.test import Client

from building import match_of, playing, user
from crosstable.events.actions.results import results
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.errors import BadValue
from crosstable.events.models import Delivery, PushSubscription
from crosstable.events.notifications import outbox, push
from crosstable.events.notifications.creation import catch_up
from crosstable.events.notifications.outbox import deliver_some
from crosstable.events.notifications.push import decoded, encoded, encrypt, point, subscribe

pytestmark = pytest.mark.django_db


@dataclass
class Phone:
    """A browser: its keys, and how it reads what comes (RFC 8291, 3.4, from the receiver's side)."""

    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = b"sixteen bytes ok"

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": encoded(point(self.private.public_key())), "auth": encoded(self.auth)}

    def read(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        info = b"WebPush: info\0" + point(self.private.public_key()) + sender
        secret = _hkdf(self.private.exchange(ec.ECDH(), theirs), self.auth, info, 32)
        key = _hkdf(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _hkdf(secret, salt, b"Content-Encoding: nonce\0", 12)
        opened = AESGCM(key).decrypt(nonce, sealed, None)
        assert opened[-1:] == b"\x02"
        return opened[:-1]


def _hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


@dataclass
class Service:
    """A push service on this machine: stores what it receives and answers as configured."""

    port: int
    status: int = 201
    received: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    def endpoint(self, name: str) -> str:
        return f"http://127.0.0.1:{self.port}/push/{name}"


@pytest.fixture
def service(settings) -> Iterator[Service]:
    settings.PUSH_SERVICES = ["127.0.0.1"]

    class Answering(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            push_service.received.append((dict(self.headers.items()), body))
            self.send_response(push_service.status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    push_service = Service(server.server_port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield push_service
    server.shutdown()
    server.server_close()


@pytest.fixture
def tournament():
    made = playing("ann cy bo di")
    catch_up(made.pk)
    return made


def ann_reports(tournament) -> None:
    results.report(
        match=match_of(tournament, "ann"),
        by=user("ann"),
        score=parse_score(match_of(tournament, "ann"), (72, 45)),
    )
    catch_up(tournament.pk)


def test_the_example_of_rfc_8291_is_reproduced_byte_by_byte():
    number = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        salt=decoded("DGv6ra1nlYgDCS1FRnbzlw"),
        private=ec.derive_private_key(number, ec.SECP256R1()),
    )
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK"
        "6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_subscribed_browser_reads_what_is_pushed_and_no_one_else_does(service, tournament):
    phone = Phone()
    subscribe(user=user("bo"), endpoint=service.endpoint("bo"), **phone.keys)
    ann_reports(tournament)
    assert (deliver_some(), Delivery.objects.count()) == (1, 0)
    ((headers, body),) = service.received
    news = json.loads(phone.read(body))
    assert (news["title"], news["address"]) == ("Your opponent reported a result", f"/t/{tournament.slug}/me")
    assert (headers["Content-Encoding"], headers["TTL"]) == ("aes128gcm", "3600")
    assert b"reported" not in body
    with pytest.raises(InvalidTag):
        Phone().read(body)


def test_what_is_pushed_is_signed_by_the_key_of_the_installation(service, tournament):
    subscribe(user=user("bo"), endpoint=service.endpoint("bo"), **Phone().keys)
    ann_reports(tournament)
    deliver_some()
    signed, key = service.received[0][0]["Authorization"].removeprefix("vapid t=").split(", k=")
    head, claims, signature = signed.split(".")
    payload, raw = json.loads(decoded(claims)), decoded(signature)
    assert payload["aud"] == f"http://127.0.0.1:{service.port}"
    assert payload["sub"].startswith("mailto:")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    as_der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(as_der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        public.verify(as_der, f"{head}.{claims}x".encode(), ec.ECDSA(hashes.SHA256()))


def test_the_key_is_made_once_and_readable_by_its_owner_only(tmp_path: Path, settings):
    settings.DATA_DIR = tmp_path
    assert push.public_key() == push.public_key()
    path = tmp_path / "vapid.pem"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["vapid.pem"]


def test_a_browser_that_has_ended_it_is_forgotten(service, tournament):
    subscribe(user=user("bo"), endpoint=service.endpoint("bo"), **Phone().keys)
    service.status = 410
    ann_reports(tournament)
    deliver_some()
    assert (PushSubscription.objects.count(), Delivery.objects.count()) == (0, 0)


def test_without_internet_it_waits_with_a_note_and_the_others_wait_too(service, tournament):
    for name, where in (("bo", "http://127.0.0.1:9/bo"), ("di", service.endpoint("di"))):
        subscribe(user=user(name), endpoint=where, **Phone().keys)
    ann_reports(tournament)
    deliver_some()
    note = (
        "The push service could not be reached (ConnectionRefusedError). Without internet nothing is pushed."
    )
    assert PushSubscription.objects.get(user=user("bo")).trouble == note
    results.report(
        match=match_of(tournament, "cy"),
        by=user("cy"),
        score=parse_score(match_of(tournament, "cy"), (10, 5)),
    )
    catch_up(tournament.pk)
    assert Delivery.objects.count() == 2
    service.status = 201
    Delivery.objects.filter(subscription__user=user("bo")).delete()
    assert deliver_some() == 1
    assert len(service.received) == 1


def test_a_service_that_cannot_be_reached_holds_back_its_own_and_no_one_else_s(
    service, tournament, monkeypatch
):
    """Any account may name a host that does not exist below a known name."""
    monkeypatch.setattr(outbox, "AT_ONCE", 1)
    for where in ("http://127.0.0.1:9/1", "http://127.0.0.1:9/2", service.endpoint("bo")):
        subscribe(user=user("bo"), endpoint=where, **Phone().keys)
    ann_reports(tournament)
    tried = [(deliver_some(), len(service.received)) for _ in range(3)]
    assert tried == [(1, 0), (1, 1), (0, 1)]


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/a b",
        "https://fcm.googleapis.com/a\r\nX: y",
        "https://fcm.googleapis.com/é",
        "http://127.0.0.1:8000/x",
        "https://evil.example/x",
        "https://notfcm.googleapis.com.evil.example/",
        "file:///etc",
        "",
    ],
)
def test_a_service_no_one_knows_is_refused(endpoint):
    with pytest.raises(BadValue) as refusal:
        subscribe(user=user("bo"), endpoint=endpoint, **Phone().keys)
    assert refusal.value.field == "endpoint"


def test_keys_that_are_none_are_refused():
    for keys in ({"p256dh": "AAAA", "auth": "AAAA"}, {"p256dh": "*", "auth": ""}):
        with pytest.raises(BadValue):
            subscribe(user=user("bo"), endpoint="https://fcm.googleapis.com/x", **keys)


def test_logging_out_ends_what_that_browser_was_pushed_and_no_other():
    client = Client()
    client.force_login(user("bo"))
    body = {"endpoint": "https://fcm.googleapis.com/one", **Phone().keys, "device": "Chrome, Android"}
    made = client.post("/api/me/push-subscriptions", body, content_type="application/json")
    assert made.status_code == 201
    subscribe(user=user("bo"), endpoint="https://fcm.googleapis.com/two", **Phone().keys)
    client.post("/logout")
    assert [s.endpoint for s in PushSubscription.objects.all()] == ["https://fcm.googleapis.com/two"]
