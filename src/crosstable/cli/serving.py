"""`crosstable serve` and `crosstable demo`: from the data directory to an address people can open.

Also the socket the server binds, the addresses people type, and the host names it answers to.
"""

import contextlib
import errno
import gc
import os
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

from rich.markup import escape

from crosstable.cli.data import open_data
from crosstable.cli.say import give_up, say
from crosstable.text import tr
from crosstable.upkeep.running import UpkeepFailed, serving

ANYWHERE = ("0.0.0.0", "::", "")
SIOCGIFADDR = 0x8915


def bind(host: str, port: int) -> socket.socket:
    """A listening socket, or a clear word why not. From here on visitors wait instead of being refused."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, proto)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except (OSError, OverflowError) as error:
        give_up(_why_not(host, port, error))
    return listening


def _why_not(host: str, port: int, error: Exception) -> str:
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return tr(
            "Port {port} is in use already. Stop what uses it, or choose another with --port.", port=port
        )
    if number == errno.EACCES:
        return tr("Port {port} may not be opened by this user. Choose one from 1024 with --port.", port=port)
    return tr("Cannot listen on {host} port {port}: {error}", host=host, port=port, error=error)


def reachable_hosts(host: str) -> list[str]:
    """The hosts a browser may use to get here, the nearest first."""
    if host in ANYWHERE:
        return ["127.0.0.1", *own_addresses()]
    return [f"[{host}]" if ":" in host else host]


def allowed_hosts(host: str) -> list[str]:
    """The host names the server answers to unless CROSSTABLE_HOSTS says otherwise."""
    hosts = ["localhost", "127.0.0.1", "[::1]", *reachable_hosts(host)]
    if host in ANYWHERE:
        name = socket.gethostname().lower()
        hosts += [name, f"{name.removesuffix('.local')}.local"]
    return list(dict.fromkeys(hosts))


def own_addresses() -> list[str]:
    """This machine's IPv4 addresses on its networks."""
    addresses = [*_by_route(), *_by_interface(), *_by_name()]
    return [a for a in dict.fromkeys(addresses) if not a.startswith(("127.", "0."))]


def _by_route() -> Iterator[str]:
    """The address a packet to elsewhere would leave from; connecting a datagram socket sends none."""
    for elsewhere in ("192.0.2.1", "192.168.0.1", "10.0.0.1"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
            probe.connect((elsewhere, 9))
            yield probe.getsockname()[0]


def _by_interface() -> Iterator[str]:
    """Linux tells each interface's address, also with no route to anywhere (a hall without internet)."""
    with contextlib.suppress(ImportError, OSError):
        import fcntl

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            for _, name in socket.if_nameindex():
                with contextlib.suppress(OSError):
                    asked = struct.pack("256s", name.encode()[:15])
                    yield socket.inet_ntoa(fcntl.ioctl(probe.fileno(), SIOCGIFADDR, asked)[20:24])


def _by_name() -> Iterator[str]:
    with contextlib.suppress(OSError):
        for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(entry[4][0])


def run(host: str, port: int, data: Path | None, workers: int, *, demo: bool = False) -> None:
    listening = bind(host, port)
    os.environ.setdefault("CROSSTABLE_HOSTS", " ".join(allowed_hosts(host)))
    if not _is_behind_tls():
        # For codes on paper: the first address another device can open. Behind a proxy it is the proxy's.
        addresses = _addresses(host, listening)
        os.environ.setdefault("CROSSTABLE_ADDRESS", addresses[min(1, len(addresses) - 1)])
        os.environ.setdefault("CROSSTABLE_URL", _address(host, listening))
    directory = open_data(data)
    from crosstable.languages import speaking

    if demo:
        from crosstable.cli.demo_content import load

        with speaking(""):
            load()
    gc.disable()  # until live/garbage.py enables it: what loading the code makes is there to stay
    from crosstable.live.server import serve

    try:
        with serving(directory):
            _say_where(host, listening, directory)
            # The server starts in its own language; each request then has that of its visitor.
            with speaking(""):
                serve(listening, workers)
    except UpkeepFailed as failed:
        give_up(str(failed))
    say(tr("Stopped."))


def _address(host: str, listening: socket.socket) -> str:
    """What a link in a mail starts with: the address on the network where there is one."""
    origins = os.environ.get("CROSSTABLE_ORIGINS", "").replace(",", " ").split()
    return origins[0] if origins else f"http://{reachable_hosts(host)[:2][-1]}:{listening.getsockname()[1]}"


def _say_where(host: str, listening: socket.socket, directory: Path) -> None:
    from django.conf import settings

    from crosstable.accounts.setup import setup_token

    addresses = _addresses(host, listening)
    say(
        tr(
            "Crosstable is at {address} with the data in {directory}. Ctrl-C stops it.",
            address=_bold(addresses[0]),
            directory=escape(str(directory)),
        ),
        markup=True,
    )
    if host in ANYWHERE:
        for address in addresses[1:]:
            say(tr("On this network:  {address}", address=_bold(address)), markup=True)
    if _is_behind_tls():
        say(tr("People open it at {address}", address=_bold(settings.PUBLIC_URL)), markup=True)
    say(
        tr(
            "Times are shown in {zone}. System administrators can choose another time zone.",
            zone=settings.TIME_ZONE,
        )
    )
    if token := setup_token():
        link = f"{settings.PUBLIC_URL if _is_behind_tls() else addresses[0]}/setup/{token}"
        say(
            tr("There is no system administrator yet. Create one: {address}", address=_bold(link)),
            markup=True,
        )


def _bold(address: str) -> str:
    return f"[bold]{escape(address)}[/]"


def _addresses(host: str, listening: socket.socket) -> list[str]:
    """Those of this machine, the nearest first."""
    return [f"http://{name}:{listening.getsockname()[1]}" for name in reachable_hosts(host)]


def _is_behind_tls() -> bool:
    """Then the settings know the address people use."""
    return os.environ.get("CROSSTABLE_TLS", "0") != "0"
