"""The people and clubs of the demo: invented, from many places, some with an account, a skill and a favourite army."""

import unicodedata
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.utils import timezone

from crosstable.accounts.actions import ContactDetails
from crosstable.accounts.clubs import ClubDetails, create_club
from crosstable.accounts.members import MemberDetails, accept, add_member_with, ask_to_join
from crosstable.accounts.models import Club, Player, User
from crosstable.cli.demo_content.armies import ARMIES

ORGANISER = "Henrike Brandt"
AWAITED = "Maja Lindqvist"  # her opponent has reported a score that waits for her
YET_TO_REPORT = "Tomasz Zieliński"
# Usernames shorter than the rest, as listed in settings.DEMO_ACCOUNTS.
USERNAMES = {ORGANISER: "organiser", AWAITED: "maja", YET_TO_REPORT: "tomasz"}
# The two players with a fixed part in the story are good enough to avoid the bye.
SKILLS = {AWAITED: 1.4, YET_TO_REPORT: 0.4}
# One password for all accounts, hashed once: eighty Argon2 hashes would be most of the loading time.
PASSWORD = "demo-player"

# Letters that do not decompose into a base letter and an accent.
PLAIN = str.maketrans({"ł": "l", "ø": "o", "ß": "ss", "ı": "i", "đ": "d", "æ": "ae"})

_NAMES = """
Maja Lindqvist, Tomasz Zieliński, Maximiliano de la Fuente, Aoife Brennan, Kwame Mensah, Ingrid Solbakken,
Jürgen Weiß, Noé Marchetti, Søren Kjærgaard, Beatriz Carvalho, Yuki Tanemura, Callum Fraser,
Zsófia Halmos, Rasmus Öberg, Chloé Delacroix, Piotr Wróblewski, Nadia Benchekroun, Oluwaseun Adeyinka,
Elif Karadağ, Matteo Bellandi, Freya Hollingworth, Jakub Dvořáček, Lucía Ibáñez, Dmytro Kovalchuk,
Siobhán Kilbride, Andrés Quiroga, Hanna Virtala, Gwenaëlle Le Bihan, Samir Haddadin, Björn Ásgeirsson,
Mei Xuan Koh, Ewan Strathearn, Cătălina Moldovan, Thijs van der Heuvel, Ioannis Papadakos, Priya Raghunathan,
Luka Horvatić, Amélie Fontanel, Gábor Szentesi, Rúben Teixeira, Astrid Nørholm, Cormac Dunleavy,
Bartholomew Featherstonehaugh-Bourne, Milica Stojadinović, Emre Yıldıran, Klára Novotná, Declan Marsh,
Wilhelmina Oosterhuis, Joaquín Salvatierra, Ondřej Hrubý, Tuuli Kangasmaa, Niamh Gallagher, Federico Zambelli,
Anneliese Vogt, Rhys Llewelyn, Ayşe Demirkol, Stefan Ilić, Camille Roussel, Håkon Fjeldstad, Vinícius Amorim,
Petra Žagar, Malik Oyelaran, Isla Drummond, Đorđe Marinković, Renske de Wit, Alasdair Buchan, Jana Kubíčková,
Théo Vasseur, Leonor Pimentel, Markus Aichinger, Signe Rosendahl, Kofi Asante, Agnieszka Pawlak,
Ruairí Ó Cathasaigh, Dalia Ben-Ami, Finn Castellane, Oksana Bilyk, Sunniva Haugland, Enzo Ferrandi, Tamsin Pryor
"""
NAMES = [name.strip() for name in _NAMES.split(",")]


@dataclass(frozen=True)
class Person:
    """`skill` is in standard deviations of the field: about one above zero wins three games in four."""

    user: User
    name: str
    skill: float
    faction: str


def create_people(chance: Random) -> tuple[User, list[Person]]:
    """The accounts of the organiser and of all others, in the order of NAMES."""
    passwords = {username: password for username, password, _ in settings.DEMO_ACCOUNTS}
    shared = make_password(PASSWORD)
    users = User.objects.bulk_create(
        _account(name, make_password(passwords["organiser"]) if name == ORGANISER else shared)
        for name in [ORGANISER, *NAMES]
    )
    Player.objects.bulk_create(
        Player(user=user, name=name, given_name=user.first_name, family_name=user.last_name)
        for user, name in zip(users, [ORGANISER, *NAMES], strict=True)
    )
    people = [_person(user, name, chance) for user, name in zip(users[1:], NAMES, strict=True)]
    return users[0], people


def username_of(name: str) -> str:
    """first.last in plain letters: 'ruairi.cathasaigh'."""
    plain = unicodedata.normalize("NFKD", name.lower().translate(PLAIN)).encode("ascii", "ignore").decode()
    first, *_, last = plain.split()
    return USERNAMES.get(name, f"{first}.{last}")


def _account(name: str, password: str) -> User:
    username = username_of(name)
    first, _, last = name.partition(" ")
    email = f"{username}@example.org"
    return User(
        username=username,
        email=email,
        email_confirmed_at=timezone.now(),
        first_name=first,
        last_name=last,
        password=password,
    )


def _person(user: User, name: str, chance: Random) -> Person:
    skill, faction = chance.gauss(0, 1), chance.choice(list(ARMIES))
    return Person(user, name, SKILLS.get(name, skill), faction)


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
