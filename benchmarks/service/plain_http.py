"""A small HTTP client for load runs: keeps its connection, and knows a refusal from a dropped connection."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Reply:
    status: int
    body: bytes

    @property
    def code(self) -> str:
        """The code of a problem; "not a problem document" for an error that is none; empty for a success."""
        if self.status < 400:
            return ""
        try:
            return str(json.loads(self.body)["code"])
        except (ValueError, KeyError, TypeError):
            return "not a problem document"


class Client:
    """One client; raises OSError or EOFError where a request is not answered."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._host, self._port = parts.hostname or "", parts.port or 80
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, body: bytes, kind: str) -> Reply:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        head = (
            f"POST {path} HTTP/1.1\r\nhost: {self._host}\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        try:
            self._writer.write(head.encode() + body)
            await self._writer.drain()
            return await self._reply(self._reader)
        except (OSError, EOFError):
            await self.close()
            raise

    async def _reply(self, reader: asyncio.StreamReader) -> Reply:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
        body = await reader.readexactly(int(fields.get("content-length", 0)))
        if fields.get("connection") == "close":
            await self.close()
        return Reply(int(head[0].split()[1]), body)

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None
