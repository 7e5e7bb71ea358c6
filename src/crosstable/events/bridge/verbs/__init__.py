"""All actions, each declared once: its journal sentence and the rows it is about, who is notified, whether it changes
printouts or a draft, how it is undone. Code that reads the journal uses this table; a new action is a line here."""

from collections.abc import Callable

from crosstable.events.bridge.verbs.event import EVENT
from crosstable.events.bridge.verbs.model import NotifyRule, Pairing, Paper, Recipients, Undo, Verb, VerbKind
from crosstable.events.bridge.verbs.people import PEOPLE
from crosstable.events.bridge.verbs.results import RESULTS
from crosstable.events.bridge.verbs.rounds import ROUNDS
from crosstable.events.bridge.verbs.stages import STAGES


class UnknownVerb(LookupError):
    """A bug in our code: the action is not in the table."""

    def __init__(self, code: str) -> None:
        super().__init__(f"No action is declared as {code!r}: it needs a line in events/bridge/verbs/.")


class Verbs(dict[str, Verb]):
    """The verbs by code. A journal from a file may hold verbs of another version: use `get` for them."""

    def __missing__(self, code: str) -> Verb:
        raise UnknownVerb(code)


VERBS = Verbs(EVENT | PEOPLE | ROUNDS | STAGES | RESULTS)


def verbs_that(do: Callable[[Verb], object]) -> list[str]:
    """Return the codes of matching verbs, to filter the journal."""
    return [code for code, verb in VERBS.items() if do(verb)]
