/** The moves that an engine compared, as the room shows them. */

import { describe, expect, it } from "vitest";

import { type LineContext, lineRows } from "../src/features/record/engine-lines";
import { fallbackView } from "../src/games/boards/fallback-view";
import { texts } from "../src/texts";
import { gameTextsOf } from "./game-views";

const CONTEXT: LineContext = {
  gameView: fallbackView,
  position: "p",
  unit: "win_probability",
  oriented: (value) => value,
  t: texts.en,
  gameTexts: gameTextsOf("", "en"),
  language: "en",
};
const LINES = [
  { move: "K10", value: 0.54, visits: 1234, pv: "K10 Q16 D4" },
  { move: "Q4", value: 0.5, visits: 60, pv: "Q4" },
  { move: "A1" },
];

describe("several moves of an engine", () => {
  it("have their values, visits and replies", () => {
    expect(lineRows(LINES, CONTEXT)).toEqual([
      { move: "K10", facts: ["54 %", "1.2 k visits"], reply: "Q16 D4" },
      { move: "Q4", facts: ["50 %", "60 visits"], reply: "" },
      { move: "A1", facts: [], reply: "" },
    ]);
  });

  it("are seen from the engine's side, or without a value", () => {
    const values = (oriented: LineContext["oriented"]) => lineRows(LINES, { ...CONTEXT, oriented }).map(({ facts }) => facts[0]);
    expect(values((value) => 1 - value)).toEqual(["46 %", "50 %", undefined]);
    expect(values(() => undefined)).toEqual(["1.2 k visits", "60 visits", undefined]);
  });

  it("are not listed if there is only one", () => {
    expect(lineRows(LINES.slice(0, 1), CONTEXT)).toEqual([]);
  });
});
