"""Addresses of notifications."""

from django.urls import path

from crosstable.web.notifications import views

urlpatterns = [
    path("notifications", views.inbox_page, name="notifications"),
    path("notifications/settings", views.choices_page, name="notification-settings"),
    path("notifications/<int:notification_id>/read", views.read, name="read-notification"),
    path("notifications/phones/<int:subscription_id>/end", views.end_phone, name="end-push"),
    path("unsubscribe/<str:token>", views.unsubscribe, name="unsubscribe"),
]
