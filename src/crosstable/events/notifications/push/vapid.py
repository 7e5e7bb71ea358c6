"""Who sends: the key of this installation, made once and kept in the data directory, and what it signs (RFC 8292)."""

import json
import time
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from django.conf import settings

from crosstable.events.notifications.push.encryption import encoded, point
from crosstable.keys import kept_key

NAME = "vapid.pem"
# RFC 8292, 2: at most a day.
LIFETIME = 12 * 3600


def public_key() -> str:
    """What a browser is asked to subscribe with."""
    return encoded(point(_key(_path()).public_key()))


def authorization(endpoint: str) -> str:
    """The header that says who sends, to the push service behind this address."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + LIFETIME,
        "sub": f"mailto:{settings.PUSH_CONTACT}",
    }
    signed = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
    r, s = decode_dss_signature(_key(_path()).sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={public_key()}"


def _path() -> Path:
    return Path(settings.DATA_DIR) / NAME


@cache
def _key(path: Path) -> ec.EllipticCurvePrivateKey:
    loaded = serialization.load_pem_private_key(kept_key(path, _made), password=None)
    assert isinstance(loaded, ec.EllipticCurvePrivateKey)
    return loaded


def _made() -> bytes:
    return ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _json(value: dict[str, object]) -> str:
    return encoded(json.dumps(value, separators=(",", ":")).encode())
