"""The first visit to an empty installation: the link from the terminal creates the system administrator, once."""

from django.contrib import messages
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from crosstable.accounts.setup import SetUpRefused, create_system_administrator, may_set_up
from crosstable.web.accounts.forms import AdministratorForm
from crosstable.web.accounts.views import BACKEND


@sensitive_post_parameters("password")
@never_cache
def setup(request: HttpRequest, token: str) -> HttpResponse:
    if not may_set_up(token):
        return render(request, "accounts/setup_closed.html", status=404)
    form = AdministratorForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = create_system_administrator(token=token, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        except SetUpRefused:
            return render(request, "accounts/setup_closed.html", status=404)
        else:
            login(request, user, backend=BACKEND)
            messages.success(request, "The installation is yours. Create your first event whenever you like.")
            return redirect("events")
    return render(request, "accounts/setup.html", {"form": form})
