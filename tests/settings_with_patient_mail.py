"""Servers of tests whose mail server never answers: a request that waited for it would outlast the test."""

from quick_settings import *  # noqa: F403

EMAIL_TIMEOUT = 600
