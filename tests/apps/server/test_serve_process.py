"""`sudokulens serve` as a real process: it answers, stops gracefully, and on the network asks for the token."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import ssl
import subprocess
import threading
import urllib.error
import urllib.request
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID

from tests.apps.server.processes import COMMAND, service, wait_until_at_work

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def ask(address: str, body: object, **options: object) -> object:
    request = urllib.request.Request(address, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60, **options) as answer:  # type: ignore[arg-type]
        return json.load(answer)


def test_it_answers_and_finishes_a_request_in_flight_when_told_to_stop() -> None:
    with service("--port", "0", settings={"stop_seconds": 60}) as (process, address):
        assert ask(address + "api/solve", {"board": PUZZLE})["kind"] == "unique"  # type: ignore[index]
        answers: list[object] = []
        slow = {"technique": "swordfish", "seed": 1}
        thread = threading.Thread(target=lambda: answers.append(_status(address + "api/generate", slow)))
        thread.start()
        wait_until_at_work(address)
        process.send_signal(signal.SIGTERM)
        thread.join(100)
        assert answers
        assert answers[0] in (200, 422)
        assert process.wait(40) in (0, -signal.SIGTERM)


def test_on_the_network_it_is_https_and_asks_for_the_token() -> None:
    trusting = ssl.create_default_context()
    trusting.check_hostname = False
    trusting.verify_mode = ssl.CERT_NONE
    with service("--lan", "--port", "0") as (_, link):
        match = re.fullmatch(r"https://[\d.]+:(\d+)/\?token=(\S{16,})", link)
        assert match
        address = f"https://127.0.0.1:{match[1]}/api/solve"
        assert _status(address, {"board": PUZZLE}, context=trusting) == 401
        request = urllib.request.Request(
            address,
            json.dumps({"board": PUZZLE}).encode(),
            {"content-type": "application/json", "authorization": f"Bearer {match[2]}"},
        )
        with urllib.request.urlopen(request, timeout=60, context=trusting) as answer:
            assert json.load(answer)["kind"] == "unique"


def test_only_named_proxies_are_believed_when_they_say_for_whom_they_ask() -> None:
    limited = {"requests_per_minute": 4}
    for proxies, statuses in (("", [404] * 4 + [429] * 4), ("127.0.0.0/8", [404] * 8)):
        with service("--port", "0", settings=limited | {"trusted_proxies": proxies}) as (_, address):
            found = [_status_for(address + "api/nothing", f"192.0.2.{number}") for number in range(8)]
            assert found == statuses


def test_the_certificate_is_for_servers_good_for_a_year_and_its_key_is_on_no_disk(tmp_path: Path) -> None:
    left = tmp_path / "sudokulens-key-killed"
    left.mkdir()
    (left / "key.pem").write_text("of a run that was killed")
    os.utime(left, (0, 0))
    with service("--lan", "--port", "0", folder=tmp_path) as (process, link):
        port = urlsplit(link).port
        assert port
        certificate = x509.load_pem_x509_certificate(ssl.get_server_certificate(("127.0.0.1", port)).encode())
        process.kill()
        process.wait()
    assert not list(tmp_path.rglob("*.pem"))
    assert certificate.not_valid_after_utc - certificate.not_valid_before_utc <= timedelta(days=366)
    usage = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]
    assert not certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert "localhost" in names.get_values_for_type(x509.DNSName)


def test_a_port_in_use_is_one_clear_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        run = subprocess.run([*COMMAND, "--port", port], capture_output=True, text=True, check=False, timeout=60)
    assert run.returncode == 2
    assert f"port {port}" in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1


def _status(address: str, body: object, **options: object) -> int:
    try:
        ask(address, body, **options)
    except urllib.error.HTTPError as fault:
        return fault.code
    return 200


def _status_for(address: str, forwarded: str) -> int:
    request = urllib.request.Request(address, b"{}", {"x-forwarded-for": forwarded})
    try:
        with urllib.request.urlopen(request, timeout=60):
            return 200
    except urllib.error.HTTPError as fault:
        fault.close()
        return fault.code
