import { describe, expect, it } from "vitest";

import equipment from "../../app/board/BoardEquipment.svelte?raw";
import { checkerPathsIn } from "./clicks";
import { diceLeft } from "./dice";
import { gameView as backgammon } from "./view";
import { parsePosition, afterPlay, splitPlays, checkerPaths } from "./notation";
import { spotAt } from "../boards/drag";
import type { PartialMove, Drawing, ShownThrow } from "../boards/model";
import { choices, defaultPath, clickAction, moveStartingWith, completedMoves, withoutLastStep } from "../boards/pick";
import { lastMoveSpots } from "../boards/scene";
import { drawn } from "../../../tests/drawings";

const START = "XGID=-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:0:10";
const WITH_31 = START.replace(":0:0:0:00:", ":0:0:1:31:");
const BLACK_31 = START.replace(":0:0:0:00:", ":0:0:-1:31:");

/** A position with white to move, from the number of its checkers on each point and the dice. */
function white(checkers: Record<number, number>, dice: string): string {
  const signs = Array.from({ length: 26 }, (_, point) => (checkers[point] ? String.fromCharCode(64 + checkers[point]) : "-"));
  return `XGID=${signs.join("")}:0:0:1:${dice}:0:0:0:0:10`;
}

function at(drawing: Drawing, spot: string): [number, number] {
  const found = drawing.spots.find(({ id }) => id === spot);
  if (!found) throw new Error(`no spot ${spot}`);
  return [found.x / drawing.width, found.y / drawing.height];
}

describe("the notation of backgammon", () => {
  it("reads checkers, cube, turn and score", () => {
    const found = parsePosition("XGID=-a-B--D-BA--dD-a-cbd---AA-:2:-1:-1:D:3:1:0:7:10");
    expect(found.checkers[0].reduce((sum, count) => sum + count, 0)).toBe(15);
    expect(found.checkers[1].reduce((sum, count) => sum + count, 0)).toBe(15);
    expect([found.checkers[0][3], found.checkers[0][25], found.checkers[1][24], found.checkers[1][8]]).toEqual([2, 0, 1, 3]);
    expect([found.cube, found.owner, found.turn, found.dice, found.length]).toEqual([4, 1, 1, "D", 7]);
    expect(found.points).toEqual([3, 1]);
  });

  it("splits a play into the path of each checker", () => {
    expect(checkerPaths("13/7 8/7*")).toEqual([[13, 7], [8, 7]]);
    expect(checkerPaths("bar/20*/14")).toEqual([[25, 20, 14]]);
    expect(checkerPaths("6/off(2)")).toEqual([[6, 0], [6, 0]]);
    for (const word of ["pass", "roll", "double", "take", "drop", ""]) expect(checkerPaths(word)).toEqual([]);
  });

  it("splits a line into plays", () => {
    expect(splitPlays("13/10 6/4")).toEqual(["13/10 6/4"]);
    expect(splitPlays("double take")).toEqual(["double", "take"]);
    expect(splitPlays("roll bar/20* 6/off(2)")).toEqual(["roll", "bar/20* 6/off(2)"]);
    expect(splitPlays("")).toEqual([]);
  });

  it("moves checkers of either side and sends a blot to the bar", () => {
    expect(afterPlay(WITH_31, checkerPaths("8/5 6/5"))).toBe("XGID=-b---BD-B---eE---c-e----B-:0:0:1:31:0:0:0:0:10");
    expect(parsePosition(afterPlay(BLACK_31, checkerPaths("8/5 6/5"))).checkers[1][5]).toBe(2);
    const hit = parsePosition(afterPlay("XGID=-b---aE-C---eE---c-d----B-:0:0:1:31:0:0:0:0:10", checkerPaths("8/5*")));
    expect([hit.checkers[0][8], hit.checkers[0][5], hit.checkers[1][20], hit.checkers[1][25]]).toEqual([2, 1, 0, 1]);
    const borne = parsePosition(afterPlay("XGID=-B-----------------------b-:0:0:1:61:0:0:0:0:10", checkerPaths("1/off(2)")));
    expect(borne.checkers[0][0]).toBe(15);
  });

  it("finds the completed steps of a path", () => {
    expect(checkerPathsIn(["8", "5", "6"], "8/5 6/5", WITH_31)).toEqual([[8, 5]]);
    expect(checkerPathsIn(["6", "5", "8", "5"], "8/5 6/5", WITH_31)).toEqual([[6, 5], [8, 5]]);
    expect(checkerPathsIn(["8"], "8/5 6/5", WITH_31)).toEqual([]);
    expect(checkerPathsIn(["8", "5"], "8/5*/4", WITH_31)).toEqual([[8, 5]]);
  });
});

describe("the board of backgammon", () => {
  it("has the viewer's home at the bottom right", () => {
    const [x, y] = at(backgammon.draw(WITH_31, 0), "1");
    expect(x).toBeGreaterThan(0.5);
    expect(y).toBeGreaterThan(0.5);
    expect(at(backgammon.draw(BLACK_31, 1), "1")).toEqual([x, y]);
    expect(at(backgammon.draw(BLACK_31, 0), "1")[1]).toBeLessThan(0.5);
  });

  it("draws every checker, with a number on stacks that do not fit", () => {
    const start = backgammon.draw(START, null);
    expect(start.pieces.length + (start.stacked?.length ?? 0)).toBe(30);
    const tall = backgammon.draw("XGID=-b----H------E---c-ee---B-:0:0:1:00:0:0:0:0:10", null);
    expect(tall.pieces.find(({ spot }) => spot === "6")?.text).toBe("8");
  });

  it("shows the cube with its owner or as offered; unturned only if the settings have one", () => {
    const cube = (fields: string, settings = {}) => backgammon.draw(START.replace(":0:0:0:00:", fields), 0, "en", settings).cube;
    expect(cube(":0:0:1:00:")).toBeUndefined();
    expect(cube(":0:0:1:00:", { cube: "off" })).toBeUndefined();
    expect(cube(":0:0:1:00:", { cube: "on" })?.text).toBe("64");
    const [mine, theirs, offered] = [cube(":1:1:1:00:"), cube(":1:-1:1:00:"), cube(":1:1:1:D:")];
    expect([mine?.text, theirs?.text, offered?.text]).toEqual(["2", "2", "4"]);
    expect(mine?.y).toBeGreaterThan(theirs?.y ?? 999);
    const offeredByThem = cube(":1:-1:-1:D:");
    expect(offered?.x).toBeGreaterThan(mine?.x ?? 999);
    expect(offeredByThem?.x).toBeLessThan(mine?.x ?? 0);
  });

  it("marks the last move in the numbering of the next player", () => {
    expect(lastMoveSpots(backgammon, "13/7 8/7", BLACK_31)).toEqual(["12", "18", "17"]);
    expect(backgammon.lastMoveSpots?.("13/7 8/7", BLACK_31)).toEqual(["12", "18", "17"]);
    expect(backgammon.lastMoveSpots?.("roll", BLACK_31)).toEqual([]);
  });

  it("shows the pip counts, and in a match the score and its target", () => {
    expect(backgammon.tallies?.(START)).toEqual([{ pips: 167 }, { pips: 167 }]);
    expect(backgammon.tallies?.(START.replace(":0:0:0:0:10", ":2:1:0:3:10"))).toEqual([
      { score: 2, target: 3, pips: 167 },
      { score: 1, target: 3, pips: 167 },
    ]);
    const hit = backgammon.tallies?.("XGID=aB-----------------------B:0:0:1:61:0:0:0:0:10");
    expect(hit?.map(({ pips }) => pips)).toEqual([52, 25]);
  });
});

describe("the appearance of the board", () => {
  /** The relative luminance of a colour `#rrggbb` (WCAG). */
  function luminance(colour: string): number {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const value = parseInt(colour.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function contrast(one: string, other: string): number {
    const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  }

  const colour = (name: string, source: string): string => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(source)?.[1] ?? "";
  const [light, dark, ground] = ["light-shade", "shade", "ground"].map((name) => colour(name, equipment)) as [string, string, string];

  it("has points in two tones that contrast with each other and with the ground", () => {
    for (const [one, other] of [[light, dark], [light, ground], [dark, ground]] as const) expect(contrast(one, other)).toBeGreaterThanOrEqual(3);
  });

  it("keeps everything inside the drawing", () => {
    const drawing = backgammon.draw("XGID=aB-----------------------B:1:1:1:61:0:0:0:0:10", 0);
    const boxes = [...(drawing.slabs ?? []), ...drawing.spots.flatMap(({ area }) => area ?? [])];
    expect(boxes.length).toBeGreaterThan(25);
    for (const { x, y, width, height } of boxes) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect([x + width <= drawing.width, y + height <= drawing.height]).toEqual([true, true]);
    }
  });

  it("rings the checkers on the bar and puts those borne off into the trays", () => {
    const drawing = backgammon.draw("XGID=aB-----------------------B:0:0:1:61:0:0:0:0:10", 0);
    expect(drawing.halos?.map(({ y }) => y > drawing.height / 2)).toEqual([true, true, false]);
    expect(drawing.slabs?.map(({ look }) => look).filter((look) => look === "white")).toHaveLength(11);
    expect(drawing.slabs?.filter(({ look, y }) => look === "black" && y < drawing.height / 2)).toHaveLength(14);
  });

  it("makes the full length of a point clickable", () => {
    const drawing = backgammon.draw(WITH_31, 0);
    const [x13, x24] = [13, 24].map((point) => drawing.spots.find(({ id }) => id === String(point))).map((spot) => spot?.x ?? 0) as [number, number];
    expect([spotAt(drawing, { x: x13, y: 40 }), spotAt(drawing, { x: x24, y: 40 })]).toEqual(["13", "24"]);
  });
});

describe("the dice on the board", () => {
  const mine = { seat: 0, values: [6, 2], isOver: false, isOpening: false };
  const used = (throws: ShownThrow[], begun?: PartialMove) => backgammon.placeDice?.(throws, 0, begun).map(({ value, isUsed }) => `${value}${isUsed ? "-" : ""}`);
  const partialMove = (dice: string, path: string[], move: string): PartialMove => ({ position: START.replace(":0:0:0:00:", `:0:0:1:${dice}:`), path, move });

  it("are marked as used while the play is clicked", () => {
    expect(used([mine])).toEqual(["6", "2"]);
    expect(used([mine], partialMove("62", ["24", "22"], "24/22 13/7"))).toEqual(["6", "2-"]);
    expect(used([mine], partialMove("62", ["24", "22", "13", "7"], "24/22 13/7"))).toEqual(["6-", "2-"]);
    expect(used([mine], partialMove("62", ["24", "16"], "24/16"))).toEqual(["6-", "2-"]);
    expect(used([{ ...mine, isOver: true }])).toEqual(["6-", "2-"]);
  });

  it("are four after a double", () => {
    const double = { ...mine, values: [3, 3] };
    expect(used([double])).toEqual(["3", "3", "3", "3"]);
    expect(used([double], partialMove("33", ["13", "7", "8"], "13/7 8/5 6/3"))?.filter((die) => die === "3")).toHaveLength(2);
  });

  it("may bear off a checker with a higher number than needed", () => {
    expect(diceLeft([6, 2], [[4, 0]])).toEqual([2]);
    expect(diceLeft([6, 4], [[4, 0]])).toEqual([6]);
    expect(diceLeft([5, 2], [[6, 0]])).toEqual([]);
    expect(diceLeft([2, 2], [[5, 0]])).toEqual([2]);
  });

  it("lie on the side of the player who threw them; the opening throw has one on each side", () => {
    const { width } = backgammon.draw(START, 0);
    const sides = (thrown: ShownThrow, viewer: number) => backgammon.placeDice?.([thrown], viewer, undefined).map(({ x, look }) => `${x > width / 2 ? "right" : "left"} ${look}`);
    expect(sides(mine, 0)).toEqual(["right white", "right white"]);
    expect(sides(mine, 1)).toEqual(["left white", "left white"]);
    expect(sides({ ...mine, isOpening: true }, 0)).toEqual(["right white", "left black"]);
  });
});

describe("the board while a play is clicked", () => {
  it("shows the completed part of the play", () => {
    const legal = ["13/10 6/5"];
    const begun = backgammon.partialPosition?.(backgammon.sample, ["13", "10"], legal[0] ?? "") ?? "";
    expect(begun).not.toBe(backgammon.sample);
    expect(drawn(backgammon, backgammon.sample, { legal, path: ["13", "10"] })).toEqual(backgammon.draw(begun, null));
  });
});

describe("clicking a play", () => {
  const LEGAL = ["8/5 6/5", "13/9", "24/23 13/10"];

  it("goes checker by checker, in any order", () => {
    const sources = choices(backgammon, LEGAL, []);
    expect([...sources.sources].sort()).toEqual(["13", "24", "6", "8"]);
    const six = choices(backgammon, LEGAL, ["6"]);
    expect([...six.targets]).toEqual(["5"]);
    expect(choices(backgammon, LEGAL, ["6", "5"]).picked).toEqual(["6", "5", "8"]);
    expect(completedMoves(backgammon, LEGAL, ["6", "5", "8", "5"])).toEqual(["8/5 6/5"]);
    expect(completedMoves(backgammon, LEGAL, ["8", "5", "6", "5"])).toEqual(["8/5 6/5"]);
    expect(completedMoves(backgammon, LEGAL, ["13", "9"])).toEqual(["13/9"]);
  });

  it("picks up one checker after the other in the same way", () => {
    const plays = ["8/5 6/5", "13/10 6/5", "6/5 6/3"];
    const one = choices(backgammon, plays, ["6", "5"]);
    expect([one.done, [...one.held], [...one.targets], [...one.sources].sort()]).toEqual([["6", "5"], [], [], ["13", "6", "8"]]);
    expect(["8", "13", "6", "5"].map((spot) => clickAction(one, spot))).toEqual(["pick", "pick", "pick", "nothing"]);
    const two = choices(backgammon, plays, ["6", "5", "8"]);
    expect([two.done, [...two.held], [...two.targets]]).toEqual([["6", "5"], ["8"], ["5"]]);
    expect([clickAction(two, "5"), clickAction(two, "8"), clickAction(two, "13")]).toEqual(["play", "drop", "pick"]);
  });

  it("lets the same or another checker continue if both are possible", () => {
    const both = choices(backgammon, ["8/5*/3", "8/5* 6/4"], ["8", "5"]);
    expect([[...both.targets], [...both.sources]]).toEqual([["3"], ["6"]]);
    expect([clickAction(both, "3"), clickAction(both, "6")]).toEqual(["play", "pick"]);
    expect([both.done, [...both.held]]).toEqual([["8", "5"], ["5"]]);
  });

  it("moves one checker die by die over points where it may stop", () => {
    const position = START.replace(":0:0:0:00:", ":0:0:1:32:");
    const plays = ["13/8", "24/19", "13/10 6/4", "6/3 6/4"];
    expect([...choices(backgammon, plays, ["13"], position).targets].sort()).toEqual(["10", "11", "8"]);
    const ten = choices(backgammon, plays, ["13", "10"], position);
    expect([[...ten.targets], [...ten.sources]]).toEqual([["8"], ["6"]]);
    expect(completedMoves(backgammon, plays, ["13", "10", "8"], position)).toEqual(["13/8"]);
    expect([...choices(backgammon, ["13/8"], ["13", "11"], position).targets]).toEqual(["8"]);
    expect(backgammon.partialPosition?.(position, ["13", "11"], "13/8")).toBe(afterPlay(position, [[13, 11]]));
    const doubled = START.replace(":0:0:0:00:", ":0:0:1:22:");
    expect([...choices(backgammon, ["13/7 6/4"], ["13", "11"], doubled).targets]).toEqual(["9"]);
    expect(completedMoves(backgammon, ["13/7 6/4"], ["6", "4", "13", "11", "9", "7"], doubled)).toEqual(["13/7 6/4"]);
  });

  it("offers no intermediate stop on a blocked point or on a blot", () => {
    const blocked = START.replace(":0:0:0:00:", ":0:0:1:51:");
    expect([...choices(backgammon, ["24/18"], ["24"], blocked).targets].sort()).toEqual(["18", "23"]);
    const blot = "XGID=---------------------a--B-:0:0:1:31:0:0:0:0:10";
    expect([...choices(backgammon, ["24/20"], ["24"], blot).targets].sort()).toEqual(["20", "23"]);
    expect([...choices(backgammon, ["6/off"], ["6"], "XGID=------B-------------------:0:0:1:51:0:0:0:0:10").targets].sort()).toEqual(["1", "5", "off"]);
  });

  it("enters every checker from the bar before one moves on", () => {
    const bar = white({ 6: 3, 13: 2, 25: 1 }, "52");
    expect([...choices(backgammon, ["bar/20 13/11", "bar/23 13/8"], [], bar).picked]).toEqual(["bar"]);
    const two = white({ 12: 2, 25: 2 }, "55");
    const play = "bar/15 bar/20 12/7";
    expect(choices(backgammon, [play], [], two).picked).toEqual(["bar"]);
    expect([...choices(backgammon, [play], ["bar"], two).targets]).toEqual(["20"]);
    const second = choices(backgammon, [play], ["bar", "20"], two);
    expect([second.picked, [...second.sources]]).toEqual([["bar", "20", "bar"], ["bar"]]);
    expect([...choices(backgammon, [play], ["bar", "20", "bar", "20"], two).sources].sort()).toEqual(["12", "20"]);
    const fullPath = ["bar", "20", "bar", "20", "20", "15", "12", "7"];
    expect(completedMoves(backgammon, [play], fullPath, two)).toEqual([play]);
    expect(backgammon.partialPosition?.(two, fullPath, play)).toBe(afterPlay(two, checkerPaths(play)));
  });

  it("bears off only when all others are home, with several dice if one is too small", () => {
    const home = white({ 4: 1, 7: 1 }, "43");
    expect(choices(backgammon, ["7/4 4/off"], [], home).picked).toEqual(["7"]);
    expect([...choices(backgammon, ["6/off"], ["6"], white({ 6: 1 }, "52")).targets].sort()).toEqual(["1", "4", "off"]);
    expect([...choices(backgammon, ["5/off"], ["5"], white({ 5: 1 }, "22")).targets].sort()).toEqual(["3", "off"]);
    const racing = white({ 7: 1, 8: 1 }, "44");
    expect([...choices(backgammon, ["8/off 7/off"], [], racing).sources].sort()).toEqual(["7", "8"]);
  });

  it("is undone checker by checker", () => {
    const undone = (picked: string[]) => withoutLastStep(backgammon, LEGAL, picked, WITH_31);
    expect(undone(["8", "5", "6", "5"])).toEqual(["8", "5"]);
    expect(undone(["8", "5", "6"])).toEqual(["8", "5"]);
    expect([undone(["8", "5"]), undone(["8"]), undone([])]).toEqual([[], [], []]);
    expect(withoutLastStep(backgammon, ["13/8"], ["13", "10", "8"], START.replace(":0:0:0:00:", ":0:0:1:32:"))).toEqual(["13", "10"]);
  });

  it("has a default path for a move", () => {
    const path = defaultPath(backgammon, "8/5 6/5", WITH_31);
    expect(completedMoves(backgammon, ["8/5 6/5"], path, WITH_31)).toEqual(["8/5 6/5"]);
    expect(defaultPath(backgammon, "pass", WITH_31)).toEqual([]);
  });

  it("finds and shows the move that has been started", () => {
    const move = moveStartingWith(backgammon, LEGAL, ["6", "5"]);
    expect(move).toBe("8/5 6/5");
    expect(backgammon.partialPosition?.(WITH_31, ["6", "5", "8"], move ?? "")).toBe(afterPlay(WITH_31, [[6, 5]]));
  });

  it("offers no spot for moves that are words", () => {
    const choice = choices(backgammon, ["roll", "double"], []);
    expect([choice.targets.size, choice.sources.size]).toEqual([0, 0]);
  });
});
