"""Addresses as far as they say who somebody is: little. A whole hall may stand behind one."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings


@lru_cache(maxsize=10_000)
def counted_as(address: str) -> str:
    """The address itself; of IPv6 the network a household gets, since it may use any address in it."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((ip, 64), strict=False)) if isinstance(ip, IPv6Address) else address


@lru_cache(maxsize=10_000)
def is_trusted(address: str) -> bool:
    """It is in a network the installation has named."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    return any(ip in ip_network(name) for name in settings.TRUSTED_NETWORKS)
