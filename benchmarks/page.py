"""Measures the page on a slow machine: loading, the echo of a move, frames while dragging a piece.

This starts a server with its house bot on a free port. The browser is Debian's Chromium without a
window, on the same machine, its main thread slowed four times (`Emulation.setCPUThrottlingRate`).
Each run has a new browser context, so nothing is cached. All figures are medians of the runs.

- **first load**: the bytes transferred for the front page and all that it needs, until the network
  is idle: compressed bodies and headers (`Network.loadingFinished`). The game's page, which the
  front page prefetches when the browser is idle, is not included.
- **game load**: the same for the page of a chess game, opened in a new browser context.
- **interactive**: from the start of the navigation until the cards of the games are drawn and the
  main thread is free again: the first task after the frame with the first card.
- **echo**: from the release of the button on a cell of an Othello board to the next frame (the
  `duration` of Event Timing, in steps of 8 ms). The run fails if that frame lacks the disc: the
  page must not wait for the server's answer. It is the game's first move, before its code has run.
- **drag**: a chess piece follows the pointer round a circle for two seconds; the pointer moves as
  often as the browser accepts. The figures are frames a second (`requestAnimationFrame`, at most
  60), the 99th percentile of the gaps between two frames, how often the page was laid out, and how
  much of the time its main thread was busy (`Performance.getMetrics`).
- **stones**: on a Go board with 361 points, before its first move: the echo of that move, as above,
  and the figures of a drag while the pointer circles over the points, which show the stone to be
  played.
- **idle**: the figures of a drag for the same chess game when nothing is done for as long, with its
  clock running.
- **bare drag**: the yardstick: a square in a page with nothing else, moved in the same way.
- **loop**: the yardstick for times: ten million additions in the slowed main thread.

    python -m benchmarks.page [--runs 5] [--slowdown 4]
"""

import argparse
import contextlib
import itertools
import math
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Page,
    ViewportSize,
    sync_playwright,
)

Figures = dict[str, float]

SECONDS = 2.0  # of a drag
WATCH_CARDS = """
window.interactive = new Promise((done) => {
    const drawn = () => requestAnimationFrame(() => setTimeout(() => done(performance.now())));
    const seen = () => document.querySelector("[data-card]") && (observer.disconnect(), drawn());
    const observer = new MutationObserver(seen);
    addEventListener("DOMContentLoaded", () =>
        observer.observe(document.documentElement, { childList: true, subtree: true }));
});
"""
WATCH_ECHO = """(spot) => {
    let drawn = false;
    const look = () => (drawn = document.querySelector(`[data-piece="${spot}"]`) !== null);
    addEventListener("click", () => requestAnimationFrame(look), { capture: true, once: true });
    window.echo = new Promise((done, fail) => new PerformanceObserver((list) => {
        const click = list.getEntries().find(({ name }) => name === "click");
        if (click) drawn ? done(click.duration) : fail(new Error("the next frame has no disc"));
    }).observe({ type: "event", durationThreshold: 16 }));
}"""
WATCH_STONE = WATCH_ECHO.replace("[data-piece=", "[data-last=")
START_LARGE = """() => fetch("/api/v1/games", {
    method: "POST",
    headers: {"content-type": "application/json"},
    body: JSON.stringify({
        game_type: "go",
        settings: {size: 19},
        seats: [{kind: "me"}, {kind: "open"}],
        control: {kind: "unlimited"},
    }),
}).then((answer) => answer.json()).then(({url}) => url)"""
NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
COUNT_FRAMES = """() => {
    const frames = (window.frames_at = []);
    const frame = (now) => {
        frames.push(now);
        if (window.frames_at === frames) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}"""
BARE = """<body style="margin:0"><div style="width:50px;height:50px;background:teal"></div><script>
addEventListener("pointermove", ({ clientX, clientY }) =>
    (document.querySelector("div").style.transform = `translate(${clientX}px, ${clientY}px)`));
</script>"""
LOOP = """() => {
    const start = performance.now();
    for (let sum = 0, n = 0; n < 1e7; n++) sum += n;
    return performance.now() - start;
}"""


@contextlib.contextmanager
def running_server() -> Iterator[str]:
    """The address of a server with its house bot."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(sys.executable).with_name("zeitnot")
        command = [program, "serve", "--port", "0", "--db", f"{folder}/zeitnot.db"]
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://[\d.:]+", server.stdout.readline())
            if not found:
                sys.exit("the server did not start; is the page built? (make install)")
            _wait_for_bot(found[0])
            yield found[0]
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


def _wait_for_bot(address: str) -> None:
    while b'"bots":[]' in urllib.request.urlopen(f"{address}/api/v1/catalogue").read():
        time.sleep(0.1)


# ── one run ────────────────────────────────────────────────────────────────────────────────────


def first_load(page: Page, network: CDPSession) -> Figures:
    """Opens the front page. Returns bytes and ms."""
    page.add_init_script(WATCH_CARDS)
    page.add_init_script("window.requestIdleCallback = () => 0")
    with counting_bytes(network) as sizes:
        page.goto("/")
        interactive = float(page.evaluate("window.interactive"))
        page.wait_for_load_state("networkidle")
    return {"bytes": sum(sizes), "interactive": interactive}


def game_load(page: Page, network: CDPSession, address: str) -> Figures:
    """Opens the page of a running game. Returns bytes."""
    with counting_bytes(network) as sizes:
        page.goto(address)
        page.locator(".board").first.wait_for()
        page.wait_for_load_state("networkidle")
    return {"game bytes": sum(sizes)}


@contextlib.contextmanager
def counting_bytes(network: CDPSession) -> Iterator[list[float]]:
    """Collects the size of each response in the block."""
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    network.send("Network.enable")
    yield sizes
    network.send("Network.disable")


def start_game(page: Page, game: str) -> None:
    """Starts a game against the house bot, and waits until it is the user's turn."""
    page.goto("/")
    page.locator(f"[data-card={game}]").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".act").first.wait_for(state="attached")


def echo(page: Page) -> Figures:
    """Plays one move of Othello. Returns ms."""
    start_game(page, "othello")
    cell = page.locator(".act.target").first
    return {"echo": _click(page, cell.get_attribute("data-spot"), WATCH_ECHO)}


def _click(page: Page, spot: str | None, watch: str) -> float:
    """Clicks on a spot. Returns the ms until a frame shows the piece played there."""
    page.evaluate(watch, spot)
    page.locator(f".act.target[data-spot={spot}]").hover()
    page.mouse.down()
    page.evaluate(NEXT_FRAME)
    page.mouse.up()
    return float(page.evaluate("window.echo"))


def stones(page: Page, opponent: Page) -> Figures:
    """Moves the pointer over a board of 19 lines, and plays a stone; `opponent` takes the seat."""
    page.goto("/")
    page.goto(page.evaluate(START_LARGE))
    opponent.goto(page.url)
    opponent.get_by_role("button", name="Sit down as White").click()
    page.locator(".act.target").first.wait_for(state="attached")
    box = page.locator(".board-area .board").bounding_box()
    assert box is not None
    x, y, radius = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"] / 3

    def move(part: float) -> None:
        angle = 2 * math.pi * part
        page.mouse.move(x + radius * math.cos(angle), y - radius * math.sin(angle))

    hovered = _named("stones", observe(page, move))
    return hovered | {"stones echo": _click(page, "D4", WATCH_STONE)}


def drag(page: Page, start: tuple[float, float], radius: float) -> Figures:
    """Moves the pressed pointer round a circle."""
    x, y = start
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + radius, y, steps=4)

    def move(part: float) -> None:
        angle = 2 * math.pi * part
        page.mouse.move(x + radius * math.cos(angle), y - radius * math.sin(angle))

    return observe(page, move)


def observe(page: Page, act: Callable[[float], None]) -> Figures:
    """Repeats `act` for SECONDS, with the share of the time that has passed. Returns the figures of
    frames, layouts and work."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    page.evaluate(COUNT_FRAMES)
    before = _metrics(devtools)
    begun = time.perf_counter()
    while (passed := time.perf_counter() - begun) < SECONDS:
        act(passed / SECONDS)
    after = _metrics(devtools)
    frames: list[float] = page.evaluate("window.frames_at")
    gaps = sorted(second - first for first, second in itertools.pairwise(frames))
    seconds = after["Timestamp"] - before["Timestamp"]
    return {
        "frames": 1000 * len(gaps) / (frames[-1] - frames[0]),
        "gap": gaps[int(0.99 * (len(gaps) - 1))],
        "layouts": (after["LayoutCount"] - before["LayoutCount"]) / seconds,
        "busy": 100 * (after["TaskDuration"] - before["TaskDuration"]) / seconds,
    }


def _metrics(devtools: CDPSession) -> Figures:
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return {metric["name"]: float(metric["value"]) for metric in metrics}


def drag_piece(page: Page) -> Figures:
    """Drags a pawn of a chess board, after the figures without any action (`idle`)."""
    start_game(page, "chess")
    idle = observe(page, lambda _: page.wait_for_timeout(50))
    box = page.locator(".source[data-spot=e2]").bounding_box()
    assert box is not None
    centre = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    figures = drag(page, centre, 2 * box["width"])
    return _named("drag", figures) | _named("idle", idle)


def _named(kind: str, figures: Figures) -> Figures:
    return {f"{kind} {name}": value for name, value in figures.items()}


def one_run(browser: Browser, address: str, slowdown: float) -> Figures:
    """All figures once."""
    with _new_context(browser, address) as context:
        page, devtools = _slowed(context, slowdown)
        figures = first_load(page, devtools) | {"loop": float(page.evaluate(LOOP))}
        figures |= echo(page) | drag_piece(page)
        with _new_context(browser, address) as another:
            other, network = _slowed(another, slowdown)
            figures |= game_load(other, network, page.url) | stones(page, other)
        bare, _ = _slowed(context, slowdown)
        bare.set_content(BARE)
        return figures | _named("bare", drag(bare, (400, 400), 200))


def _new_context(browser: Browser, address: str) -> contextlib.closing[BrowserContext]:
    size: ViewportSize = {"width": 1280, "height": 800}
    return contextlib.closing(browser.new_context(base_url=address, viewport=size, locale="en-GB"))


def _slowed(context: BrowserContext, slowdown: float) -> tuple[Page, CDPSession]:
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    return page, devtools


# ── the report ─────────────────────────────────────────────────────────────────────────────────


def report(runs: list[Figures]) -> str:
    """The medians as a table. Times are also shown as multiples of the loop's."""
    median = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
    rows = [
        ("first load", f"{median['bytes'] / 1000:.0f} KB", "compressed"),
        ("game load", f"{median['game bytes'] / 1000:.0f} KB", "compressed"),
        *(
            (what, f"{median[name]:.0f} ms", f"{median[name] / median['loop']:.1f} loops")
            for what, name in (
                ("interactive", "interactive"),
                ("echo", "echo"),
                ("stones echo", "stones echo"),
            )
        ),
        *(
            (
                kind,
                f"{median[f'{kind} frames']:.1f} frames/s",
                f"slowest {median[f'{kind} gap']:.0f} ms,"
                f" {median[f'{kind} layouts']:.0f} layouts/s,"
                f" {median[f'{kind} busy']:.0f} % busy",
            )
            for kind in ("drag", "stones", "idle", "bare")
        ),
        ("loop", f"{median['loop']:.0f} ms", ""),
    ]
    return "\n".join(f"{what:14}{figure:>16}  {more}".rstrip() for what, figure, more in rows)


def main() -> None:
    """Prints the medians."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--slowdown", type=float, default=4.0)
    options = parser.parse_args()
    chromium = shutil.which("chromium") or sys.exit("needs chromium")
    with running_server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        runs = [one_run(browser, address, options.slowdown) for _ in range(options.runs)]
        browser.close()
    print(f"medians of {len(runs)} runs, main thread slowed {options.slowdown:g} times")
    print(report(runs))


if __name__ == "__main__":
    main()
