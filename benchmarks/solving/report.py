"""Turns the figures of a run into a picture and into the tables of the documentation.

python -m benchmarks.solving.report [--json benchmarks/results/solve.json] [--docs docs]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BEGIN, END = "<!-- solve: begin -->", "<!-- solve: end -->"
RATIOS = {
    "our array batch to the best that proves uniqueness": {"unique"},
    "our array batch to the best of all, first solution only included": {"unique", "first"},
}
OURS, THEIRS = "#c8553d", "#8aa0b4"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, default=Path("benchmarks/results/solve.json"))
    parser.add_argument("--docs", type=Path, default=Path("docs"))
    options = parser.parse_args()
    report = json.loads(options.json.read_text())
    write_picture(report, options.docs / "images" / "solve.png")
    write_tables(report, options.docs / "benchmarks.md")


def write_tables(report: dict[str, Any], page: Path) -> None:
    """Replaces what is between the two markers of the page."""
    before, _, rest = page.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    if not after:
        raise SystemExit(f"{page} has no {BEGIN} … {END}")
    parts = [_setting(report), _speed_table(report), _threads_table(report)]
    body = "\n\n".join([*parts, _big_table(report)] if report["big"] else parts)
    page.write_text(f"{before}{BEGIN}\n\n{body}\n\n{END}{after}")
    print(f"written: {page}")


def _setting(report: dict[str, Any]) -> str:
    machine = report["machine"]
    versions = ", ".join(f"{name} {version}" for name, version in report["versions"].items() if version)
    return (
        f"Measured on {machine['date']} at commit `{machine['commit']}`: {machine['cpu']}, {machine['cores']} cores, "
        f"{machine['system']}, Python {machine['python']}, load {machine['load_at_start']} when it began. "
        f"Others: {versions}."
    )


def _speed_table(report: dict[str, Any]) -> str:
    names = [row["name"] for row in next(iter(report["sets"].values()))["rows"]]
    lines = ["| puzzles per second | " + " | ".join(report["sets"]) + " |", "|---|" + "---:|" * len(report["sets"])]
    for name in names:
        cells = [_speed_cell(each["rows"], name) for each in report["sets"].values()]
        lines.append(f"| {_label(report, name)} | " + " | ".join(cells) + " |")
    for label, proofs in RATIOS.items():
        ratios = [f"{_ratio(each['rows'], proofs):,.0f}×" for each in report["sets"].values()]
        lines.append(f"| **{label}** | " + " | ".join(ratios) + " |")
    return "\n".join(lines)


def _label(report: dict[str, Any], name: str) -> str:
    rows = next(iter(report["sets"].values()))["rows"]
    first_only = any(row["name"] == name and row["proves"] == "first" for row in rows)
    return name + (" ¹" if first_only else "")


def _speed_cell(rows: list[dict[str, Any]], name: str) -> str:
    row = next((row for row in rows if row["name"] == name), None)
    if row is None:
        return "–"
    digits = 1 if row["best"] < 10 else 0
    bound = "" if row["puzzles"] else "< "
    return f"{bound}{row['best']:,.{digits}f}" + (" ²" if row["out_of_time"] else "")


def _ratio(rows: list[dict[str, Any]], proofs: set[str]) -> float:
    """Our batch against the fastest of the others that settle one of these."""
    ours = next(row["best"] for row in rows if _is_ours(row["name"]))
    others = [row["best"] for row in rows if not _is_ours(row["name"]) and row["proves"] in proofs]
    return float(ours / max(others)) if others else float("nan")


def _is_ours(name: str) -> bool:
    return name.startswith("sudokulens")


def _threads_table(report: dict[str, Any]) -> str:
    lines = ["| threads | puzzles per second |", "|---:|---:|"]
    lines += [f"| {row['threads']} ({row['set']}) | {row['per_second']:,.0f} |" for row in report["threads"]]
    return "\n".join(lines)


def _big_table(report: dict[str, Any]) -> str:
    lines = [
        "| bigger boards, ms each (most) | " + " | ".join(report["big"]) + " |",
        "|---|" + "---:|" * len(report["big"]),
    ]
    engines = [row["engine"] for row in next(iter(report["big"].values()))]
    lines += [f"| {engine} | " + " | ".join(_big_cells(report, engine)) + " |" for engine in engines]
    return "\n".join(lines)


def _big_cells(report: dict[str, Any], engine: str) -> Iterator[str]:
    for rows in report["big"].values():
        row = next(row for row in rows if row["engine"] == engine)
        unfinished = f", {row['unfinished']} of {row['boards']} unfinished" if row["unfinished"] else ""
        yield f"{row['mean_ms']:,.1f} ({row['most_ms']:,.1f}){unfinished}"


def write_picture(report: dict[str, Any], path: Path) -> None:
    """Bars on a logarithmic scale, one panel a collection."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    sets = report["sets"]
    columns = min(4, len(sets))
    lines = -(-len(sets) // columns)
    figure, axes = pyplot.subplots(
        lines, columns, figsize=(3.4 * columns + 2, 3.3 * lines), sharey=True, sharex=True, squeeze=False
    )
    for axis, (name, measured) in zip(axes.flat, sets.items(), strict=False):
        _draw_panel(axis, name, measured["rows"])
    for axis in axes.flat[len(sets) :]:
        axis.set_visible(False)
    axes[0][0].invert_yaxis()
    figure.supxlabel("puzzles per second, one thread (logarithmic)")
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)
    pyplot.close(figure)
    print(f"written: {path}")


def _draw_panel(axis: Any, name: str, rows: list[dict[str, Any]]) -> None:
    names = [row["name"] for row in rows]
    speeds = [row["best"] for row in rows]
    axis.barh(names, speeds, color=[OURS if _is_ours(each) else THEIRS for each in names])
    axis.set_xscale("log")
    axis.set_xlim(0.1, 3e8)
    axis.set_title(name, fontsize=10)
    for position, row in enumerate(rows):
        axis.text(row["best"] * 1.2, position, _speed_cell(rows, row["name"]).rstrip(" ²"), va="center", fontsize=7)
    axis.spines[["top", "right"]].set_visible(False)


if __name__ == "__main__":
    main()
