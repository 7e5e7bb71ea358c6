"""Turns what an action refuses into a page. (Stand-in: passes everything through.)"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


def refusals(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    return get_response
