"""Refusals about taking part."""

from __future__ import annotations

from dataclasses import dataclass

from crosstable.events.errors.common import Refused


@dataclass(eq=False)
class NameTaken(Refused):
    code = "name-taken"
    name: str
    field: str | None = "display_name"

    def sentence(self) -> str:
        return f"Somebody is already registered as “{self.name}”. Choose another display name."


@dataclass(eq=False)
class AlreadyRegistered(Refused):
    code = "already-registered"
    name: str

    def sentence(self) -> str:
        return f"You are registered for this event already, as “{self.name}”."


@dataclass(eq=False)
class AlreadyEntered(Refused):
    code = "already-entered"
    name: str

    def sentence(self) -> str:
        return f"{self.name} is in this event already."


@dataclass(eq=False)
class EventFull(Refused):
    code = "event-full"
    most: int

    def sentence(self) -> str:
        return f"The event is full: it takes {self.most} players."


@dataclass(eq=False)
class ListTooLong(Refused):
    code = "list-too-long"
    http_status = 422
    length: int
    limit: int
    field: str | None = "list_text"

    def sentence(self) -> str:
        return (
            f"The army list has {self.length:,} characters; {self.limit:,} are allowed. "
            "Paste the plain text export, without pictures or rules text."
        )


@dataclass(eq=False)
class ListsLocked(Refused):
    code = "lists-locked"

    def sentence(self) -> str:
        return "Lists are locked for this event. Ask an organiser if yours must change."


@dataclass(eq=False)
class CheckInOver(Refused):
    code = "check-in-over"

    def sentence(self) -> str:
        return "Check-in is over. Go to the desk: an organiser can still enter you from the next round on."


@dataclass(eq=False)
class AlreadyHere(Refused):
    code = "already-checked-in"
    name: str

    def sentence(self) -> str:
        return f"{self.name} is checked in already."


@dataclass(eq=False)
class EntryHasPlayed(Refused):
    code = "entry-has-played"
    name: str

    def sentence(self) -> str:
        return f"{self.name} has been paired, so the entry stays. Drop the player instead: earlier games keep counting."


@dataclass(eq=False)
class EntryIsDropped(Refused):
    code = "entry-dropped"
    name: str

    def sentence(self) -> str:
        return f"{self.name} has dropped from this event."
