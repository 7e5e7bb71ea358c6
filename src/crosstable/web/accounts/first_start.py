"""The first start of an empty installation: its administrator, and the first steps after that."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from crosstable.accounts import mail
from crosstable.accounts.errors import NotSetUp
from crosstable.accounts.setup import (
    LOOPBACK,
    SetUpRefused,
    create_system_administrator,
    is_from_this_machine,
    may_set_up,
    set_name,
    setup_token,
)
from crosstable.events.actions.event.example import load_example, remove_example
from crosstable.events.queries.people.tournaments import example_event
from crosstable.installation import LONGEST_NAME, installation_zone
from crosstable.text import tr
from crosstable.upkeep.copies import newest_copy
from crosstable.web.accounts.forms import SetUpForm
from crosstable.web.accounts.views import BACKEND
from crosstable.web.clubs.views import for_system_administrators
from crosstable.web.forms import offer_name, refusals_on
from crosstable.web.shared import Request, done, qr_code


@require_safe
@never_cache
def setup_here(request: HttpRequest) -> HttpResponse:
    """Hand the set-up link to a browser on this machine; all others get the link from the person who has it."""
    token = setup_token()
    if token is None:
        return redirect("events")
    if not is_from_this_machine(request):
        raise NotSetUp()
    return redirect("setup", token=token)


@sensitive_post_parameters("password")
@never_cache
def setup(request: HttpRequest, token: str) -> HttpResponse:
    if not may_set_up(token):
        return render(request, "accounts/setup_closed.html", status=404)
    form = SetUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = create_system_administrator(token=token, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        except SetUpRefused:
            return render(request, "accounts/setup_closed.html", status=404)
        else:
            login(request, user, backend=BACKEND)
            zone = installation_zone()
            messages.success(request, tr("Crosstable is set up. Times are shown in {zone}.", zone=zone))
            return redirect("first-steps")
    return render(request, "accounts/setup.html", {"form": form}, status=422 if form.errors else 200)


class PlaceForm(forms.Form):
    place = forms.CharField(label=tr("Name of the place or club"), max_length=LONGEST_NAME, required=False)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        offer_name(self.fields["place"])


@require_safe
@for_system_administrators
def first_steps(request: Request) -> HttpResponse:
    return _first_steps(request, PlaceForm())


@require_POST
@for_system_administrators
def name(request: Request) -> HttpResponse:
    form = PlaceForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            set_name(name=form.cleaned_data["place"], by=request.user)
            return done(request, tr("The name is saved."), "first-steps")
    return _first_steps(request, form)


def _first_steps(request: Request, form: PlaceForm) -> HttpResponse:
    """Show what is done and what can wait: the address for phones, the name, mail and backups."""
    address = settings.PUBLIC_ADDRESS or settings.PUBLIC_URL or request.build_absolute_uri("/")
    context = {
        "form": form,
        "zone": installation_zone(),
        "address": address,
        "qr": qr_code(address),
        "only_here": LOOPBACK.match(address.partition("://")[2]) is not None,
        "mail_is_sent": mail.is_sent(),
        "mail_folder": settings.EMAIL_FILE_PATH,
        "backups": settings.AUTOMATIC_BACKUPS,
        "example": example_event(),
        "newest_backup": newest_copy(settings.DATA_DIR),
    }
    return render(request, "accounts/first_steps.html", context, status=422 if form.errors else 200)


@require_POST
@for_system_administrators
def example(request: Request) -> HttpResponse:
    made = load_example(by=request.user)
    message = tr("This is an example with invented players. Try anything.")
    return done(request, message, "control", slug=made.slug)


@require_POST
@for_system_administrators
def no_example(request: Request) -> HttpResponse:
    remove_example(by=request.user)
    return done(request, tr("The example event and its players were removed."), "first-steps")
