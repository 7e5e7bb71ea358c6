"""Servers of tests whose mail server never answers: whoever waited for it would wait longer than the test."""

from quick_settings import *  # noqa: F403

EMAIL_TIMEOUT = 600
