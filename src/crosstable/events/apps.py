from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "crosstable.events"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_out

        from crosstable.accounts import personal_data
        from crosstable.events.actions.people import people
        from crosstable.events.hooks import pairing_changed, revision_raised
        from crosstable.events.notifications import people as notified
        from crosstable.events.notifications.creation import on_pairing_changed, on_revision
        from crosstable.events.notifications.push import end_with_session

        personal_data.register(notified)  # first: it searches for the name that the other one erases
        personal_data.register(people)
        revision_raised.connect(on_revision)
        pairing_changed.connect(on_pairing_changed)
        user_logged_out.connect(end_with_session)
