"""`crosstable serve` and `crosstable demo`: from the data directory to an address people can open."""

import os
import socket
from pathlib import Path

from crosstable.cli.addresses import ANYWHERE, allowed_hosts, bind, reachable_hosts
from crosstable.cli.data import open_data
from crosstable.cli.say import give_up, say
from crosstable.upkeep.errors import UpkeepFailed
from crosstable.upkeep.running import serving


def run(host: str, port: int, data: Path | None, workers: int, *, demo: bool = False) -> None:
    listening = bind(host, port)
    os.environ.setdefault("CROSSTABLE_HOSTS", " ".join(allowed_hosts(host)))
    if not _is_behind_tls():
        # For codes on paper: the first address another device can open. Behind a proxy it is the proxy's.
        addresses = _addresses(host, listening)
        os.environ.setdefault("CROSSTABLE_ADDRESS", addresses[min(1, len(addresses) - 1)])
        os.environ.setdefault("CROSSTABLE_URL", _address(host, listening))
    directory = open_data(data)
    if demo:
        from crosstable.cli.demo_content import load

        load()
    from crosstable.live.server import serve

    try:
        with serving(directory):
            _say_where(host, listening, directory)
            serve(listening, workers)
    except UpkeepFailed as failed:
        give_up(str(failed))
    say("Stopped.")


def _address(host: str, listening: socket.socket) -> str:
    """What a link in a mail starts with: the address on the network where there is one."""
    origins = os.environ.get("CROSSTABLE_ORIGINS", "").replace(",", " ").split()
    return origins[0] if origins else f"http://{reachable_hosts(host)[:2][-1]}:{listening.getsockname()[1]}"


def _say_where(host: str, listening: socket.socket, directory: Path) -> None:
    from django.conf import settings

    from crosstable.accounts.setup import setup_token

    addresses = _addresses(host, listening)
    say(f"Crosstable is at [bold]{addresses[0]}[/] with the data in {directory}. Ctrl-C stops it.")
    if host in ANYWHERE:
        for address in addresses[1:]:
            say(f"On this network:  [bold]{address}[/]")
    if _is_behind_tls():
        say(f"People open it at [bold]{settings.PUBLIC_URL}[/]")
    say(f"Times are shown in {settings.TIME_ZONE}. CROSSTABLE_TIME_ZONE sets another time zone.")
    if token := setup_token():
        link = f"{settings.PUBLIC_URL if _is_behind_tls() else addresses[0]}/setup/{token}"
        say(f"There is no system administrator yet. Create one: [bold]{link}[/]")


def _addresses(host: str, listening: socket.socket) -> list[str]:
    """Those of this machine, the nearest first."""
    return [f"http://{name}:{listening.getsockname()[1]}" for name in reachable_hosts(host)]


def _is_behind_tls() -> bool:
    """Then the settings know the address people use."""
    return os.environ.get("CROSSTABLE_TLS", "0") != "0"
