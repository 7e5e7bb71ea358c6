"""The operations of document D as an API of their own."""

from crosstable.api.app import Api
from crosstable.api.swiss_app import operations
from crosstable.edge import SWISS_APP

api = Api(
    SWISS_APP,
    title="Swiss Pairing System",
    version="1",
    description="Tournaments, players, pairings and rounds in the words of the Swiss web app.",
    urls_namespace="swiss-app",
)
for _prefix, _router in (
    ("/tournaments", operations.tournaments_router),
    ("/players", operations.players_router),
    ("/pairings", operations.pairings_router),
    ("/rounds", operations.rounds_router),
):
    api.add_router(_prefix, _router)
