"""Who calls: the address that limits count by, and the names by which the service may be called."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.types import Scope

from sudokulens.apps.server.settings import PREFIX, Settings
from sudokulens.errors import InvalidRequest

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
NO_ADDRESS = "unknown"
"""What callers without a usable address share."""

_IPV6_CUSTOMER_BITS = 64
"""A provider hands out whole networks of this prefix; limits on single addresses would limit nobody."""

_HOST = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[0-9a-z._-]+))(?::\d{1,5})?", re.IGNORECASE)


def caller_of(scope: Scope) -> str:
    """The caller's address in a short, normal form: an IPv4 address, an IPv6 network, or NO_ADDRESS."""
    client = scope.get("client")
    return address_key(client[0]) if client else NO_ADDRESS


def address_key(text: str) -> str:
    """The address that limits count by; bounded in length, whatever a proxy passed on."""
    try:
        address: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    except ValueError:
        return NO_ADDRESS
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            return str(ip_network((address, _IPV6_CUSTOMER_BITS), strict=False))
        address = address.ipv4_mapped
    return str(address)


def host_name(header: str) -> str | None:
    """The name in a Host header, without its port and in lower case; None for what is no name."""
    found = _HOST.fullmatch(header)
    if found is None:
        return None
    return (found["six"] or found["name"]).lower().removesuffix(".")


def check_names(settings: Settings) -> None:
    """Raises InvalidRequest for a setting that names no host or no proxy: it would silently never match."""
    for text in settings.hosts:
        if text != "*" and _name_in(text) is None:
            expected = "names such as sudoku.example, without https://"
            raise InvalidRequest(f"{PREFIX}ALLOWED_HOSTS names {text[:40]!r}", expected=expected)
    for text in settings.proxies:
        try:
            ip_network(text, strict=False)
        except ValueError:
            expected = "addresses or networks such as 10.0.0.0/8"
            raise InvalidRequest(f"{PREFIX}TRUSTED_PROXIES names {text[:40]!r}", expected=expected) from None


def _name_in(text: str) -> str | None:
    """The name in a setting, which may have a port, and an IPv6 address without brackets."""
    return host_name(text) or host_name(f"[{text}]")


class HostList:
    """The names by which the service may be called.

    A page of another site can have its own name point here (DNS rebinding) and would then count as ours. It cannot
    choose any of these names: those of the loopback, the address at which the connection arrived, and those of the
    settings.
    """

    def __init__(self, settings: Settings) -> None:
        self._any = "*" in settings.hosts
        self._names = LOOPBACK_NAMES | set(map(_name_in, settings.hosts))

    def allows(self, scope: Scope) -> bool:
        """True where the request has exactly one Host, and that is ours."""
        if self._any:
            return True
        headers = [value for name, value in scope["headers"] if name == b"host"]
        name = host_name(headers[0].decode("latin-1")) if len(headers) == 1 else None
        return name is not None and (name in self._names or name == _arrival(scope))


def _arrival(scope: Scope) -> str:
    server = scope.get("server")
    return str(server[0]).lower() if server else ""


def machine_names(addresses: Iterable[str]) -> tuple[str, ...]:
    """The names by which others on the local network reach this machine."""
    name = socket.gethostname().lower()
    found = [*addresses, name, f"{name.partition('.')[0]}.local"]
    return tuple(dict.fromkeys(one for one in found if host_name(one)))
