"""Draws a Grafana dashboard without Grafana: asks Prometheus each panel's own queries, and puts the answers into the dashboard's own grid.
A panel without an answer that does not say itself what that means (`noValue`) is a failure. Arguments: the dashboard, Prometheus,
begin and end in seconds, a file of events (a moment and a text a line), the picture."""

import datetime
import io
import itertools
import json
import math
import pathlib
import re
import sys
import urllib.parse
import urllib.request

import matplotlib
import PIL.Image

matplotlib.use("agg")
import matplotlib.dates
import matplotlib.pyplot as plt

dashboard, prometheus, begin, end, events, picture = sys.argv[1:]
begin, end, step, scrape = float(begin), float(end), 2, 5
# As Grafana chooses it: four scrapes.
variables = {"$__rate_interval": f"{4 * scrape}s", "$namespace": "tabuleiro"}
COLOURS = "#73bf69 #f2cc0c #5794f2 #ff9830 #f2495c #b877d9 #8ab8ff #ffcb7d #96d98d #ff7383 #c0d8ff #e0b400".split()
NAMED = {"green": "#73bf69", "yellow": "#f2cc0c", "orange": "#ff9830", "red": "#f2495c", "text": "#ccccdc"}
PAGE, PANEL, LINE, TEXT, DIM = "#111217", "#181b1f", "#2c3235", "#ccccdc", "#8e8e9c"
UNIT, GAP, TITLE = 36, 8, 64  # pixels: a row of the grid, between panels, the dashboard's own title
WIDTH, LEGEND = 1720, 4


def ask(path, **query):
    with urllib.request.urlopen(f"{prometheus}/api/v1/{path}?{urllib.parse.urlencode(query)}") as answer:
        return json.load(answer)["data"]["result"]


def said(form, labels):
    if not form:
        return ""
    return re.sub(r"{{(\w+)}}", lambda found: labels.get(found[1], ""), form).removeprefix("tabuleiro.v1.").replace(" tabuleiro.v1.", " ")


def series(panel):
    """Name, moments, values; NaN where a series has a hole, so that its line has one too."""
    moments = [begin + step * n for n in range(int((end - begin) // step) + 1)]
    for target in panel["targets"]:
        expression = target["expr"]
        for name, value in variables.items():
            expression = expression.replace(name, value)
        for found in ask("query_range", query=expression, start=begin, end=end, step=step):
            values = {round(float(at) - begin): float(value) for at, value in found["values"]}
            yield said(target["legendFormat"], found["metric"]), moments, [values.get(round(at - begin), math.nan) for at in moments]


def number(value, unit):
    if math.isnan(value):
        return "?"
    if unit == "percentunit":
        return f"{value * 100:.3g} %"
    if unit == "s":
        for size, name in [(1, "s"), (1e-3, "ms"), (1e-6, "µs")]:
            if value >= size or (name == "µs" and value):
                return f"{value / size:.3g} {name}"
        return "0 s"
    size, prefix = next(((size, prefix) for size, prefix in [(1e6, " M"), (1e3, " K")] if value >= size), (1, ""))
    suffix = {"reqps": " req/s", "ops": " ops/s", "Bps": "B/s" if prefix else " B/s"}.get(unit, "")
    return f"{value / size:.3g}{prefix}{suffix}"


def stat(axes, panel, found):
    defaults = panel["fieldConfig"]["defaults"]
    last = [(name, next((v for v in reversed(values) if not math.isnan(v)), math.nan)) for name, _, values in found]
    if panel["options"].get("textMode") == "name":
        text, colour = "\n".join(f"{name.rsplit(' ', 1)[0]} {name.rsplit(' ', 1)[-1][:12]}" for name, _ in last), TEXT
    else:
        text = number(last[0][1], defaults["unit"]) if last else defaults["noValue"]
        steps = defaults.get("thresholds", {}).get("steps", [])
        colour = next((NAMED[each["color"]] for each in reversed(steps) if last and (each["value"] or 0) <= last[0][1]), TEXT)
    if panel["options"].get("graphMode", "area") == "area" and panel["options"].get("textMode") != "name" and last:
        _, moments, values = found[0]
        axes.fill_between(moments, 0, values, color=colour, alpha=0.15, linewidth=0)
        axes.set_xlim(begin, end)
        axes.set_ylim(0, 2.5 * max([value for value in values if not math.isnan(value)] + [1e-9]))
    axes.text(0.5, 0.55, text, color=colour, fontsize=22 if len(text) < 12 else 12, ha="center", va="center", transform=axes.transAxes)
    axes.axis("off")


def measure(axes, unit, least, most):
    low, high = axes.get_ylim()
    axes.set_ylim(low if least is None else least, max(high, 1e-9) if most is None else most)
    if axes.get_yscale() == "linear":
        axes.yaxis.set_major_locator(plt.MaxNLocator(4, integer=unit == "short"))
    axes.yaxis.set_minor_locator(plt.NullLocator())
    axes.yaxis.set_major_formatter(lambda value, _: number(value, unit))
    axes.tick_params(colors=DIM, labelsize=7, length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def graph(axes, panel, found, marks):
    defaults = panel["fieldConfig"]["defaults"]
    custom, unit = defaults["custom"], defaults["unit"]
    stacked = custom.get("stacking", {}).get("mode") == "normal"
    base = [0.0] * len(found[0][1]) if found else []
    # Series with a unit of their own, on the right.
    overrides = panel["fieldConfig"]["overrides"]
    others = {each["matcher"]["options"]: {part["id"]: part["value"] for part in each["properties"]} for each in overrides}
    right = axes.twinx() if others else None
    for nth, (name, moments, values) in enumerate(found):
        colour, dates = COLOURS[nth % len(COLOURS)], [datetime.datetime.fromtimestamp(at, datetime.UTC) for at in moments]
        if stacked:
            top = [below + (0 if math.isnan(value) else value) for below, value in zip(base, values, strict=True)]
            axes.fill_between(dates, base, top, color=colour, alpha=custom["fillOpacity"] / 100 * 2, linewidth=0)
            base = top
            values = [math.nan if math.isnan(value) else above for above, value in zip(top, values, strict=True)]
        if name in others:
            right.plot(dates, values, color=colour, linewidth=1)
            axes.plot([], [], color=colour, label=name)
            measure(right, others[name]["unit"], 0, None)
        else:
            axes.plot(dates, values, color=colour, linewidth=1, label=name)
    for each in defaults.get("thresholds", {}).get("steps", []):
        if custom.get("thresholdsStyle", {}).get("mode", "off") != "off" and each["value"] is not None:
            axes.axhline(each["value"], color=NAMED[each["color"]], linewidth=1, linestyle=(0, (4, 4)))
    for nth, (at, _) in enumerate(marks, 1):
        axes.axvline(at, color="#5794f2", linewidth=0.7, linestyle=(0, (2, 3)), alpha=0.8)
        axes.text(at, 1.01, str(nth), color="#5794f2", fontsize=6, ha="center", va="bottom", transform=axes.get_xaxis_transform())
    if not found:
        axes.text(0.5, 0.5, defaults["noValue"], color=DIM, ha="center", va="center", transform=axes.transAxes, fontsize=9)
    axes.set_xlim(*(datetime.datetime.fromtimestamp(at, datetime.UTC) for at in (begin, end)))
    if custom.get("scaleDistribution", {}).get("type") == "log":
        axes.set_yscale("log")
    measure(axes, unit, defaults.get("min"), defaults.get("max", None if found else 1))
    axes.xaxis.set_major_locator(matplotlib.dates.MinuteLocator(interval=2 if panel["gridPos"]["w"] < 6 else 1))
    axes.xaxis.set_major_formatter(matplotlib.dates.DateFormatter("%H:%M"))
    axes.grid(color=LINE, linewidth=0.6)
    axes.set_axisbelow(True)
    return right


def legend(figure, axes, width, point):
    """At the bottom of a panel, in as many rows as it needs. `point` makes pixels from the panel's left lower corner into the figure's
    measure. How many pixels it takes."""
    drawn = figure.canvas.get_renderer()
    handles, names = axes.get_legend_handles_labels()
    texts = [figure.text(0, 0, name, color=TEXT, fontsize=7, va="center") for name in names]
    rows, used = [[]], 0
    for handle, text in zip(handles, texts, strict=True):
        need = text.get_window_extent(drawn).width + 28
        if used + need > width - 12 and rows[-1]:
            rows, used = [*rows, []], 0
        rows[-1].append((handle, text, 12 + used))
        used += need
    # As many as have room; Grafana scrolls.
    for _, text, _ in itertools.chain.from_iterable(rows[LEGEND:]):
        text.set_text("")
    rows = rows[:LEGEND]
    for nth, row in enumerate(reversed(rows)):
        for handle, text, x in row:
            text.set_position(point(x + 14, 12 + 14 * nth))
            (x0, y), (x1, _) = point(x, 12 + 14 * nth), point(x + 10, 12 + 14 * nth)
            figure.add_artist(plt.Line2D([x0, x1], [y, y], color=handle.get_color(), linewidth=2))
    return 14 * len(rows) if names else 0


def main():
    board = json.loads(pathlib.Path(dashboard).read_text())
    marks = [line.split(" ", 1) for line in pathlib.Path(events).read_text().splitlines()]
    marks = [(datetime.datetime.fromtimestamp(float(at), datetime.UTC), text) for at, text in marks]
    rows = max(panel["gridPos"]["y"] + panel["gridPos"]["h"] for panel in board["panels"])
    height = rows * UNIT + TITLE + GAP
    figure = plt.figure(figsize=(WIDTH / 100, height / 100), dpi=100, facecolor=PAGE)
    figure.text(GAP * 2 / WIDTH, 1 - 24 / height, board["title"], color=TEXT, fontsize=14, va="center", weight="bold")
    told = "     ".join(f"{nth}  {at:%H:%M:%S} {text}" for nth, (at, text) in enumerate(marks, 1))
    figure.text(GAP * 2 / WIDTH, 1 - 48 / height, told, color=DIM, fontsize=8.5, va="center")
    empty = []
    for panel in board["panels"]:
        place, found = panel["gridPos"], list(series(panel))
        if not found and "noValue" not in panel["fieldConfig"]["defaults"]:
            empty.append(panel["title"])
            panel["fieldConfig"]["defaults"]["noValue"] = "NO DATA"
        left, top = place["x"] * WIDTH / 24 + GAP / 2, place["y"] * UNIT + TITLE
        width, tall = place["w"] * WIDTH / 24 - GAP, place["h"] * UNIT - GAP

        def box(x, y, w, h, left=left, top=top):
            return [(left + x) / WIDTH, 1 - (top + y + h) / height, w / WIDTH, h / height]

        frame = {"facecolor": PANEL, "edgecolor": LINE, "linewidth": 0.8, "zorder": -1}
        figure.add_artist(plt.Rectangle(box(0, 0, width, tall)[:2], width / WIDTH, tall / height, **frame))
        figure.text((left + 10) / WIDTH, 1 - (top + 15) / height, panel["title"], color=TEXT, fontsize=9, va="center", weight="bold")
        axes = figure.add_axes(box(1, 20, width - 2, tall - 21), facecolor=PANEL)
        if panel["type"] == "stat":
            stat(axes, panel, found)
            continue
        right = graph(axes, panel, found, marks)
        under = legend(figure, axes, width, lambda x, y, left=left, low=top + tall: ((left + x) / WIDTH, 1 - (low - y) / height))
        for each in filter(None, (axes, right)):
            each.set_position(box(64, 34, width - 76 - (50 if right else 0), tall - 60 - under))
        print(f"{panel['title']}: {len(found)} series")
    pathlib.Path(picture).parent.mkdir(parents=True, exist_ok=True)
    drawn = io.BytesIO()
    figure.savefig(drawn, facecolor=PAGE)
    # A palette is enough for it, and a third of the bytes.
    PIL.Image.open(drawn).convert("RGB").quantize(128, dither=PIL.Image.Dither.NONE).save(picture, optimize=True)
    for title in empty:
        print(f"the panel {title!r} shows nothing and does not say why", file=sys.stderr)
    return 1 if empty else 0


sys.exit(main())
