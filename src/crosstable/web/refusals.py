"""What an action refused, said on the form it came from: beside the field at fault, or else at its head."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.forms import BaseForm
from django.http import QueryDict

from crosstable.accounts.errors import AccountRefused, Refused
from crosstable.events.errors import NeedsConfirmation
from crosstable.web.organiser.game_fields import PREFIX

# Where a refusal says its value was, and how a form begins the names of what is said there.
PARTS = {"choices": PREFIX, "settings": ""}


@contextmanager
def refusals_on(*forms: BaseForm, kind: type[Refused] | type[AccountRefused] = Refused) -> Iterator[None]:
    """Says what the action inside refuses on the form that has the field, or on the last one."""
    try:
        yield
    except kind as refusal:
        add_refusal(next((form for form in forms if _field(form, refusal)), forms[-1]), refusal)


def add_refusal(form: BaseForm, refusal: Refused | AccountRefused) -> None:
    """A warning is shown with a checkbox that confirms it; what was confirmed before is sent again."""
    if isinstance(refusal, NeedsConfirmation):
        form.to_confirm = refusal  # type: ignore[attr-defined]
        form.confirmed = confirmed_in(form.data)  # type: ignore[attr-defined]
    for message in refusal.messages if isinstance(refusal, AccountRefused) else [str(refusal)]:
        form.add_error(_field(form, refusal), message)


def confirmed_in(data: object) -> list[str]:
    """The codes of the warnings that a form confirms."""
    return data.getlist("confirm") if isinstance(data, QueryDict) else []


def _field(form: BaseForm, refusal: Refused | AccountRefused) -> str | None:
    """What is said of the members of a team stands at the first of them; a form has the parts of a body under names of
    its own."""
    if refusal.field == "members":
        return next((name for name in form.fields if name.startswith("member_")), None)
    within, _, name = (refusal.field or "").rpartition(".")
    field = f"{PARTS[within]}{name}" if within in PARTS else refusal.field
    return field if field in form.fields else None
