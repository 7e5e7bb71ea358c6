"""The command line. Its language comes from the environment, before any help is imported."""

from crosstable import text


def run() -> None:
    use_language()
    from crosstable.cli.main import app

    app(prog_name="crosstable")


def use_language() -> None:
    text.activate(text.language_of_environment())
