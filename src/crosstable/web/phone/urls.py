"""Addresses a phone asks for by itself."""

from django.urls import path

from crosstable.web.phone import views

urlpatterns = [
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("sw.js", views.service_worker, name="service-worker"),
    path("offline", views.offline, name="offline"),
    path("token", views.form_token, name="form-token"),
]
