"""The commands speak the language of the environment: in the pseudo-language xx no plain English is left."""

from __future__ import annotations

import re

import pytest

from serving import FROM_NOTHING, crosstable
from test_pseudo_language import LATIN, SAME, pseudo_folder

# Names of commands and options, and what Typer itself says.
COMMANDS = re.compile(
    r"--?[a-z-]+|<.*?>|\{.*?\}|crosstable [a-z ]*|\[(?:default|env var): .*?\]|^│ [* ]*[a-z]+ ",
    re.MULTILINE,
)
TYPER = {
    *("Usage", "OPTIONS", "COMMAND", "ARGS", "Arguments", "Options", "Commands", "required", "FILE"),
    *("Show this message and exit", "Install completion for the current shell"),
    *("Show completion for the current shell", "to copy it or customize the installation"),
}


def output(*words: object, **env: str) -> str:
    environment = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "", "TZ": "UTC", "COLUMNS": "300", **env}
    done = crosstable(*words, **FROM_NOTHING, CROSSTABLE_LOCALE=pseudo_folder(), **environment)
    return done.stdout + done.stderr


def plain_english(*words: object, **env: str) -> list[str]:
    """Return the words that a command prints in English."""
    printed = output(*words, **env)
    assert "⟦" in printed, printed
    return LATIN.findall(COMMANDS.sub(" ", SAME.sub(" ", printed)))


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "xx", "LANG": "en_GB.UTF-8"},
        {"LC_MESSAGES": "xx_XX.UTF-8", "LANG": "en_GB.UTF-8"},
        {"LANG": "xx.UTF-8@euro"},
    ],
)
def test_the_environment_names_the_language(environment):
    assert plain_english("schedule", "--players", 1, **environment) == []


@pytest.mark.parametrize("name", ["", "C.UTF-8", "en_US.UTF-8", "zz"])
def test_without_a_translation_the_commands_speak_english(name):
    assert output("schedule", "--players", 1, LANG=name) == "Error: A schedule needs two players, not 1.\n"


@pytest.mark.parametrize("words", [("schedule", "--players", 5, "--seed", 1), ("backup",)])
def test_what_a_command_prints_is_translated(tmp_path, words):
    data = () if words[0] == "schedule" else ("--data", tmp_path)
    assert plain_english(*words, *data, LANG="xx") == []


def test_what_commands_with_a_database_print_is_translated(tmp_path):
    create = ("admin", "create", "αδα", "--email", "ada@example.org", "--password", "correct horse")
    data = ("--data", tmp_path / "data")
    assert plain_english(*create, *data, LANG="xx") == []
    assert plain_english("tidy", "--dry-run", *data, LANG="xx") == []
    too_short = ("admin", "reset-password", "αδα", "--password", "short")
    assert plain_english(*too_short, *data, LANG="xx") == []
    assert plain_english("event", "export", "open", *data, LANG="xx") == []


@pytest.mark.parametrize("command", [(), ("schedule",), ("event", "import")])
def test_the_help_is_translated(command):
    assert set(plain_english(*command, "--help", LANG="xx")) <= TYPER
