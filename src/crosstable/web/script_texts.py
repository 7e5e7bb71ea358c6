"""The sentences of the scripts, translated: a separate script, which `static/texts.js` reads. English needs none."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from crosstable.languages import is_offered
from crosstable.text import language

STATIC = Path(__file__).parent / "static"
# tr("one", …) and trn("one", "many", …); a sentence is one string, never a template.
MARKED = re.compile(r'\b(trn?)\(\s*"((?:[^"\\\n]|\\.)*)"(?:\s*,\s*"((?:[^"\\\n]|\\.)*)")?')


def script_messages() -> Iterator[tuple[str, str | None, str]]:
    """Yield each sentence of the scripts, its plural, and the file."""
    for path in sorted(STATIC.rglob("*.js")):
        for function, one, many in MARKED.findall(path.read_text()):
            yield json.loads(f'"{one}"'), json.loads(f'"{many}"') if function == "trn" else None, path.name


@require_safe
@cache_control(max_age=3600, public=True)
def script_texts(request: HttpRequest, language_code: str) -> HttpResponse:
    if not is_offered(language_code):
        raise Http404
    return HttpResponse(_script(language_code), content_type="text/javascript")


@cache
def _script(code: str) -> str:
    spoken = language(code)
    texts = {
        one: spoken.message(one) if many is None else [spoken.plural(one, many, count) for count in (1, 2, 5)]
        for one, many, _ in script_messages()
    }
    return f"globalThis.texts = {json.dumps(texts)};\n"
