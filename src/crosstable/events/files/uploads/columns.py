"""Which column is which: headings in any order and in the languages tournaments are run in.

Understood: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech, Swedish, Danish, Norwegian,
Hungarian, Russian, Turkish, and the short forms pairing programs write. A country column is not taken for a
federation: it holds words where a federation is three letters.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from crosstable.events.errors import named
from crosstable.events.files.uploads.cells import Row, Sheet
from crosstable.events.files.uploads.limits import MAX_ROWS_ABOVE
from crosstable.events.files.uploads.names import heading_key

HEADINGS = {
    "name": "name|full name|player|player name|display name|participant|competitor|nom|nom complet|joueur|participant·e"
    "|nombre|nombre completo|jugador|jugadora|participante|spieler|spielerin|spielername|teilnehmer|teilnehmerin"
    "|nome|nome completo|nominativo|giocatore|jogador|jogadora|naam|speler|deelnemer|zawodnik|imie i nazwisko"
    "|nazwisko i imie|jmeno|jmeno a prijmeni|hrac|namn|spelare|navn|spiller|nev|jatekos|имя|фио|игрок|isim|ad soyad"
    "|oyuncu",
    "first": "first name|firstname|given name|given names|forename|vorname|prenom|nombre de pila|nombres|primeiro nome"
    "|voornaam|imie|krestni jmeno|fornamn|fornavn|keresztnev|имя игрока|ad",
    "last": "last name|lastname|surname|family name|nachname|familienname|zuname|nom de famille|apellido|apellidos"
    "|cognome|sobrenome|apelido|achternaam|nazwisko|prijmeni|efternamn|etternavn|vezeteknev|фамилия|soyad",
    "rating": "rating|elo|elo rating|fide elo|elo fide|fide rating|rtg|rtgi|rtg i|irtg|rating int|club rating"
    "|puntuacion|puntaje|punteggio|wertung|wertungszahl|dwz|twz|nwz|elozahl|elo punti|rating fide|fide"
    "|elopont|рейтинг|puan|uscf|ecf",
    "team_name": "university|club|university club|club university|club or university|university or club|team|school"
    "|college|verein|mannschaft|schule|universitat|hochschule|universite|ecole|equipe|universidad|escuela|colegio"
    "|equipo|universita|scuola|circolo|squadra|societa|universidade|escola|clube|universiteit|vereniging"
    "|uczelnia|klub|druzyna|univerzita|oddil|klubb|lag|forening|egyesulet|клуб|университет|kulup|universite kulup"
    "|club city|clubort|organisation|organization",
    "fide_id": "fide id|fideid|id fide|fide no|fide number|fide nr|fide code|code fide|codigo fide|idfide|id number"
    "|fidenr|idno|fide kennung",
    "federation": "federation|fed|fide federation|foderation|verband|federacion|federazione|federacao|federatie"
    "|federacja|federace|forbund|федерация",
    "birth": "birth year|year of birth|birthyear|born|birthday|birth date|birthdate|date of birth|dob|yob|birth"
    "|geburtsjahr|jahrgang|geburtsdatum|geburtstag|geb|geboren|annee de naissance|date de naissance|naissance|ne e le"
    "|ano de nacimiento|fecha de nacimiento|nacimiento|anno di nascita|data di nascita|nascita|ano de nascimento"
    "|data de nascimento|geboortejaar|geboortedatum|rok urodzenia|data urodzenia|rok narozeni|datum narozeni"
    "|fodelsear|fodselsdato|szuletesi ev|год рождения|дата рождения|dogum yili|dogum tarihi|byear",
    "title": "title|fide title|titel|titre|titulo|titolo|tytul|titul|tit|cim|звание|unvan",
    "email": "email|e mail|email address|mail|mail address|mailadresse|emailadresse|adresse mail|adresse e mail"
    "|courriel|correo|correo electronico|posta elettronica|e post|e posta|почта|электронная почта",
    "list": "army list|list|list text|roster|armeeliste|liste|liste d armee|lista|lista de ejercito|lista dell armata"
    "|lijst|rozpiska",
    "faction": "faction|army|fraktion|armee|volk|faccion|ejercito|fazione|armata|esercito|faccao|exercito"
    "|factie|leger|frakcja|armia|frakce|armada|fraktion armee",
}
MEANINGS = {
    heading_key(word): column
    for column, words in HEADINGS.items()
    for word in words.replace("·", "").split("|")
}


@dataclass(frozen=True, slots=True)
class Headings:
    """Where the headings stand (counted from 0), which column means what, and which are not used."""

    row: int
    columns: Mapping[str, int]
    words: Mapping[str, str]
    unused: tuple[str, ...]


def find_headings(sheet: Sheet) -> Headings | None:
    """The row near the top that names the most columns, a name among them; None when there is none."""
    candidates = [_understood(number, row) for number, row in enumerate(sheet[:MAX_ROWS_ABOVE])]
    named = [headings for headings in candidates if {"name", "first", "last"} & headings.columns.keys()]
    return max(named, key=lambda headings: len(headings.columns), default=None)


def _understood(number: int, row: Row) -> Headings:
    """The first column of a meaning counts: the left one of two ratings."""
    columns: dict[str, int] = {}
    unused = []
    for place, cell in enumerate(row):
        meaning = MEANINGS.get(heading_key(cell.text)) if cell.kind == "text" else None
        if meaning and meaning not in columns:
            columns[meaning] = place
        elif cell.text:
            unused.append(cell.text)
    words = {meaning: row[place].text for meaning, place in columns.items()}
    return Headings(number, columns, words, tuple(unused))


def found_headings(sheet: Sheet) -> str:
    """For the message that no name was found: the words of the fullest row near the top."""
    rows = [[f"“{cell.text[:40]}”" for cell in row if cell.text] for row in sheet[:MAX_ROWS_ABOVE]]
    return named(max(rows, key=len, default=[]), limit=10) or "none"
