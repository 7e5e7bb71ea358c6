from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "crosstable.events"

    def ready(self) -> None:
        from crosstable.accounts import holdings
        from crosstable.events import people

        holdings.register(people)
