"""`--lang`: the language that a command speaks. It may appear anywhere on the command line."""

from __future__ import annotations

from sudokulens.errors import UnknownLanguage
from sudokulens.wording.language import from_environment, languages, matching, use

_OPTION = "--lang"


def spoken_to(arguments: list[str]) -> list[str]:
    """The arguments without `--lang`, once its language, or else that of the locale, is in use."""
    chosen, rest = _split(arguments)
    code = from_environment() if chosen is None else matching(chosen)
    if code is None:
        raise UnknownLanguage(chosen or "", languages())
    use(code)
    return rest


def _split(arguments: list[str]) -> tuple[str | None, list[str]]:
    """The value of the last `--lang`, and all other arguments; what follows `--` is left alone."""
    chosen: str | None = None
    rest: list[str] = []
    waiting = iter(arguments)
    for argument in waiting:
        if argument == "--":
            return chosen, [*rest, argument, *waiting]
        if argument == _OPTION:
            chosen = next(waiting, "")
        elif argument.startswith(f"{_OPTION}="):
            chosen = argument.partition("=")[2]
        else:
            rest.append(argument)
    return chosen, rest
