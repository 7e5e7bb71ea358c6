from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "crosstable.accounts"
