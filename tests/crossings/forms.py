"""The forms of a page as a browser would send them: what is filled in, what can be chosen, which buttons there are."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

Given = dict[str, str | None]


@dataclass
class Button:
    name: str
    value: str
    address: str
    words: str = ""


@dataclass
class Form:
    address: str
    method: str
    filled: list[tuple[str, str]] = field(default_factory=list)
    # What a list, or a row of circles of which one is marked, can be set to.
    choices: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)

    @property
    def names(self) -> set[str]:
        return {name for name, _ in self.filled} | set(self.choices)

    def sent(self, button: Button, changes: dict[str, str]) -> dict[str, list[str]]:
        """What is sent when the button is pressed, with these fields filled in otherwise."""
        data: dict[str, list[str]] = {}
        for name, value in self.filled:
            data.setdefault(name, []).append(value)
        pressed = {button.name: [button.value]} if button.name else {}
        return {**data, **pressed, **{name: [value] for name, value in changes.items()}}


class _Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address, self.forms = address, list[Form]()
        self._by_id: dict[str, Form] = {}
        self._form: Form | None = None
        self._select: tuple[Form, str] | None = None
        self._area: tuple[Form, str] | None = None
        self._button: Button | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self._form = Form(given.get("action") or self.address, (given.get("method") or "get").lower())
            self.forms.append(self._form)
            self._by_id[given.get("id") or ""] = self._form
            return
        owner = self._by_id.get(given["form"] or "") if "form" in given else self._form
        if owner is None or "disabled" in given:
            return
        name, value = given.get("name") or "", given.get("value") or ""
        if tag == "button" and given.get("type", "submit") == "submit":
            self._button = Button(name, value, given.get("formaction") or owner.address)
            owner.buttons.append(self._button)
        elif tag == "input" and name:
            self._input(owner, name, value, given)
        elif tag == "select":
            self._select = (owner, name)
            owner.choices[name] = []
        elif tag == "textarea":
            self._area = (owner, name)
            owner.filled.append((name, ""))
        elif tag == "option" and self._select is not None:
            self._option(*self._select, value, "selected" in given)

    def _input(self, form: Form, name: str, value: str, given: Given) -> None:
        if given.get("type") in ("checkbox", "radio"):
            value = value or "on"
            if given["type"] == "radio":
                form.choices.setdefault(name, []).append(value)
            if "checked" not in given:
                return
        form.filled.append((name, value))

    def _option(self, form: Form, name: str, value: str, selected: bool) -> None:
        form.choices[name].append(value)
        if selected or len(form.choices[name]) == 1:
            form.filled = [pair for pair in form.filled if pair[0] != name] + [(name, value)]

    def handle_data(self, data: str) -> None:
        if self._button is not None:
            self._button.words = " ".join(f"{self._button.words} {data}".split())
        if self._area is not None:
            form, name = self._area
            form.filled = [(n, v + data.strip() if n == name else v) for n, v in form.filled]

    def handle_endtag(self, tag: str) -> None:
        match tag:
            case "form":
                self._form = None
            case "select":
                self._select = None
            case "textarea":
                self._area = None
            case "button":
                self._button = None


def forms_on(page: str, address: str) -> list[Form]:
    """Every form of the page at this address that changes something."""
    reader = _Reader(address)
    reader.feed(page)
    return [form for form in reader.forms if form.method == "post"]
