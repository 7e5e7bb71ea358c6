import pytest
from django.core.cache import cache
from django.test import Client

from building import administrator, user
from identity_provider import CLIENT, SECRET, IdentityProvider


@pytest.fixture(autouse=True)
def _nothing_remembered():
    """Every test counts its events from one again, so another test's cached values are wrong here."""
    cache.clear()


@pytest.fixture
def vera(client: Client) -> Client:
    """The one who runs the chess events of chess_building."""
    client.force_login(user("vera"))
    return client


@pytest.fixture
def provider(settings):
    """An identity provider that is set up."""
    administrator()
    settings.PUBLIC_URL = "http://testserver"
    with IdentityProvider() as provider:
        settings.OIDC_ISSUER, settings.OIDC_CLIENT_ID = provider.issuer, CLIENT
        settings.OIDC_CLIENT_SECRET, settings.OIDC_NAME = SECRET, "the federation"
        yield provider
