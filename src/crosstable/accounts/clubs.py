"""Clubs: found one, say what it is called and where it is."""

from dataclasses import asdict, dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from crosstable.accounts import checks
from crosstable.accounts.acting import acting, changes
from crosstable.accounts.errors import BadValue, ClubNameTaken
from crosstable.accounts.models import Club, ClubJournalEntry, ClubRole, User
from crosstable.accounts.permissions import check_may, may_create_club

LONGEST_DESCRIPTION = 5000
_RESERVED = {"new"}  # an address of our own


@dataclass(frozen=True, slots=True)
class ClubDetails:
    name: str
    town: str = ""
    description: str = ""


def create_club(*, details: ClubDetails, by: User) -> Club:
    """A club with its founder as the first administrator (not yet a member). Raises ClubNameTaken, BadValue."""
    check_may(may_create_club(by), "found a club; log in first")
    values = _checked(details)
    now = timezone.now()
    try:
        with transaction.atomic():
            _check_free(values["name"])
            club = Club.objects.create(**values, slug=_free_slug(values["name"]), revision=1)
            ClubRole.objects.create(club=club, user=by, appointed_by=by, appointed_at=now)
            ClubJournalEntry.objects.create(
                club=club, number=1, at=now, by=by, verb="club.created", subject=club.name, after=values
            )
    except IntegrityError:  # somebody took the name between the check and the save
        raise ClubNameTaken(name=values["name"]) from None
    return club


def edit_club(*, club: Club, details: ClubDetails, by: User) -> Club:
    """Change the details. The address stays, so that links already given out keep working."""
    values = _checked(details)
    try:
        with acting(club, by) as act:
            _check_free(values["name"], besides=act.club)
            was = {key: getattr(act.club, key) for key in values}
            for key, value in values.items():
                setattr(act.club, key, value)
            act.club.save()
            before, after = changes(was, values)
            act.record("club.edited", act.club.name, before, after)
    except IntegrityError:
        raise ClubNameTaken(name=values["name"]) from None
    return act.club


def _checked(details: ClubDetails) -> dict[str, str]:
    description = details.description.strip()
    if len(description) > LONGEST_DESCRIPTION:
        raise BadValue(f"A description has at most {LONGEST_DESCRIPTION} characters.", "description")
    return {
        **asdict(details),
        "name": checks.line(details.name, "name", "The name of the club", 80, required=True),
        "town": checks.line(details.town, "town", "The town", 80),
        "description": description.replace("\x00", ""),
    }


def _check_free(name: str, besides: Club | None = None) -> None:
    there = Club.objects.filter(name__iexact=name).first()
    if there is not None and there != besides:
        raise ClubNameTaken(name=there.name)


def _free_slug(name: str) -> str:
    base = slugify(name)[:90] or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True)) | _RESERVED
    slug, n = base, 1
    while slug in taken:
        n += 1
        slug = f"{base}-{n}"
    return slug
