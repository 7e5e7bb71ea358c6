"""Maintenance of an installation: backups and restoring, health checks, removing expired data."""
