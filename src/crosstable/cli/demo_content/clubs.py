"""The clubs of the demo: one the organiser runs, with people who have accounts and people who have none."""

from datetime import timedelta
from random import Random

from django.utils import timezone

from crosstable.accounts.actions import ContactDetails
from crosstable.accounts.clubs import ClubDetails, create_club
from crosstable.accounts.members import MemberDetails, accept, add_member_with, ask_to_join
from crosstable.accounts.models import Club, User
from crosstable.cli.demo_content.people import Person

WITHOUT_ACCOUNT = (
    "Walter Ashdown", "Greta Lindholm", "Osvaldo Prieto", "Mina Farahani", "Kenji Okabe", "Dorothea Falk",
    "Pavel Hruška", "Imogen Thwaite", "Luc Verbruggen", "Saoirse Nolan", "Bronisław Maj", "Ottilie Krämer",
)  # fmt: skip
JOINED, ASKING = 14, 2


def found_clubs(organiser: User, people: list[Person], chance: Random) -> None:
    quay = create_club(
        details=ClubDetails(
            "Quayside Games Club",
            "Rotterdam",
            "Every Thursday from 19:00 in the old customs house. Boards, tables and coffee are there.\n"
            "Guests are welcome twice; then we ask for your name.",
        ),
        by=organiser,
    )
    ask_to_join(club=quay, by=organiser)
    for name in WITHOUT_ACCOUNT:
        _add(quay, name, organiser, chance)
    for person in chance.sample(people[2:], JOINED):
        accept(membership=ask_to_join(club=quay, by=person.user), by=organiser)
    for person in people[:ASKING]:
        ask_to_join(club=quay, by=person.user)
    north = create_club(details=ClubDetails("Northern Lights Chess", "Tromsø"), by=people[0].user)
    for name in WITHOUT_ACCOUNT[:5]:
        _add(north, f"{name.split()[0]} Nordby", people[0].user, chance)


def _add(club: Club, name: str, by: User, chance: Random) -> None:
    joined = timezone.localdate() - timedelta(days=chance.randint(40, 2000))
    mobile = f"+31 6 5550 {chance.randint(1000, 9999)}" if chance.random() < 0.6 else ""
    status = chance.choice(["active"] * 5 + ["lapsed", "guest"])
    given, _, family = name.partition(" ")
    elo = chance.randint(950, 2150)
    contact = ContactDetails(given, family, mobile=mobile)
    details = MemberDetails(name, elo, status, joined, contact, given, family)
    add_member_with(club=club, details=details, by=by)
