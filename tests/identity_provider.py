"""A small identity provider on this machine: OpenID Connect with real keys, a real browser flow and PKCE.

    with IdentityProvider() as provider:
        settings.OIDC_ISSUER = provider.issuer

What it says of the person who logs in is `person`; `claims`, `signer`, `header` and the rest make it say what it should
not. It hands out one code for every visit, and accepts it once.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET = "crosstable", "s3cret & more"
ANN = {
    "sub": "248289761001",
    "email": "ann@example.org",
    "email_verified": True,
    "preferred_username": "ann",
    "name": "Ann Hart",
    "given_name": "Ann",
    "family_name": "Hart",
}


@cache
def key_called(kid: str) -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@dataclass
class IdentityProvider:
    person: dict[str, Any] = field(default_factory=lambda: dict(ANN))
    # Over what is true in the ID token, and in its description.
    claims: dict[str, Any] = field(default_factory=dict)
    described: dict[str, Any] = field(default_factory=dict)
    published: tuple[str, ...] = ("first",)
    signed_as: str = "first"
    signer: str = "first"
    algorithm: str = "RS256"
    refuses: bool = False
    withholds: tuple[str, ...] = ()
    asked: list[str] = field(default_factory=list)
    _codes: dict[str, dict[str, str]] = field(default_factory=dict)

    def __enter__(self) -> IdentityProvider:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        threading.Thread(target=lambda: self._server.serve_forever(poll_interval=0.01), daemon=True).start()
        self.issuer = f"http://127.0.0.1:{self._server.server_port}/realms/federation"
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, path: str, query: dict[str, str], form: dict[str, str], authorization: str) -> Any:
        """A status with JSON, or with an address to go to."""
        name = path.removeprefix("/realms/federation")
        self.asked.append(name)
        return {
            "/.well-known/openid-configuration": lambda: (200, self._description()),
            "/keys": lambda: (200, {"keys": [self._public(kid) for kid in self.published]}),
            "/authorize": lambda: (302, self._log_in(query)),
            "/token": lambda: self._token(form, authorization),
            "/userinfo": lambda: (200, self.person) if authorization == "Bearer access" else (401, {}),
        }.get(name, lambda: (404, {}))()

    def _description(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
        } | self.described

    def _public(self, kid: str) -> dict[str, Any]:
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key_called(kid).public_key()))
        return {"kid": kid, "use": "sig", "kty": "RSA", "n": public["n"], "e": public["e"]}

    def _log_in(self, query: dict[str, str]) -> str:
        """Log in without a password."""
        assert query["client_id"] == CLIENT and query["response_type"] == "code"
        assert query["code_challenge_method"] == "S256" and "openid" in query["scope"].split()
        answer = {"state": query["state"]}
        if self.refuses:
            return f"{query['redirect_uri']}?{urlencode(answer | {'error': 'access_denied'})}"
        code = secrets.token_urlsafe(8)
        self._codes[code] = query
        return f"{query['redirect_uri']}?{urlencode(answer | {'code': code})}"

    def _token(self, form: dict[str, str], authorization: str) -> tuple[int, dict[str, Any]]:
        begun = self._codes.pop(form.get("code", ""), None)
        if not self._is_client(form, authorization):
            return 401, {"error": "invalid_client"}
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if begun is None or (begun["code_challenge"], begun["redirect_uri"]) != (
            challenge,
            form["redirect_uri"],
        ):
            return 400, {"error": "invalid_grant"}
        return 200, {
            "access_token": "access",
            "token_type": "Bearer",
            "id_token": self._id_token(begun["nonce"]),
        }

    def _is_client(self, form: dict[str, str], authorization: str) -> bool:
        if not authorization:
            return (form.get("client_id"), form.get("client_secret")) == (CLIENT, SECRET)
        pair = base64.b64decode(authorization.removeprefix("Basic ")).decode().split(":")
        return [unquote(part) for part in pair] == [CLIENT, SECRET]

    def _id_token(self, nonce: str) -> str:
        now = int(time.time())
        personal = {name: value for name, value in self.person.items() if name not in self.withholds}
        true = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": nonce}
        claims = {name: value for name, value in (personal | true | self.claims).items() if value is not None}
        key: Any = {"none": None, "HS256": SECRET.encode() * 4}.get(self.algorithm, key_called(self.signer))
        return jwt.encode(claims, key, self.algorithm, headers={"kid": self.signed_as})


def _handler(provider: IdentityProvider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._reply({})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._reply(_single(body))

        def _reply(self, form: dict[str, str]) -> None:
            parts = urlsplit(self.path)
            status, content = provider.answer(
                parts.path, _single(parts.query), form, self.headers.get("Authorization", "")
            )
            body = b"" if isinstance(content, str) else json.dumps(content).encode()
            self.send_response(status)
            if isinstance(content, str):
                self.send_header("Location", content)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def _single(query: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(query).items()}
