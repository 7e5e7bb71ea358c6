"""URL patterns of accounts."""

from django.contrib.auth import views as django_views
from django.urls import path

from crosstable.web.accounts import first_start, openid, person, views
from crosstable.web.accounts.forms import ForgottenForm, LogInForm, NewPasswordForm

urlpatterns = [
    path("signup", views.signup, name="signup"),
    path(
        "login",
        views.LogIn.as_view(
            template_name="accounts/login.html",
            authentication_form=LogInForm,
            redirect_authenticated_user=True,
        ),
        name="login",
    ),
    path("login/demo", views.log_in_to_demo, name="demo-login"),
    path("login/openid", openid.go, name="openid"),
    path("login/openid/return", openid.come_back, name="openid_return"),
    path("login/openid/connect", openid.connecting, name="openid_connect"),
    path("logout", django_views.LogoutView.as_view(), name="logout"),
    path("account", views.account, name="account"),
    path("account/contact", person.contact, name="contact"),
    path("account/confirm", person.send_again, name="send_confirmation"),
    path("account/confirm/<str:token>", person.confirm_address, name="confirm_address"),
    path("account/data", person.data, name="my_data"),
    path("account/delete", person.delete, name="delete_account"),
    path("account/email", views.change_email, name="change_email"),
    path("account/email/<str:token>", views.confirm_email, name="confirm_email"),
    path("account/openid", openid.mine, name="openid_account"),
    path("account/password", views.ChangePassword.as_view(), name="change_password"),
    path("account/tokens", person.tokens, name="tokens"),
    path("account/tokens/<int:token_id>/revoke", person.revoke, name="revoke-token"),
    path("account/password/changed", views.password_changed, name="password_changed"),
    path(
        "password/forgotten",
        django_views.PasswordResetView.as_view(
            template_name="accounts/reset.html",
            form_class=ForgottenForm,
            email_template_name="accounts/reset_email.txt",
            subject_template_name="accounts/reset_subject.txt",
        ),
        name="password_reset",
    ),
    path(
        "password/sent",
        django_views.PasswordResetDoneView.as_view(template_name="accounts/reset_sent.html"),
        name="password_reset_done",
    ),
    path(
        "password/new/<uidb64>/<token>",
        django_views.PasswordResetConfirmView.as_view(
            template_name="accounts/reset_confirm.html", form_class=NewPasswordForm
        ),
        name="password_reset_confirm",
    ),
    path(
        "password/done",
        django_views.PasswordResetCompleteView.as_view(template_name="accounts/reset_done.html"),
        name="password_reset_complete",
    ),
    path("setup", first_start.setup_here, name="setup-here"),
    path("setup/<str:token>", first_start.setup, name="setup"),
    path("administration/first-steps", first_start.first_steps, name="first-steps"),
    path("administration/example", first_start.example, name="load-example"),
    path("administration/example/remove", first_start.no_example, name="remove-example"),
    path("administration/name", first_start.name, name="administration-name"),
]
