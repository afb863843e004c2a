import { describe, expect, it } from "vitest";

import vectors from "../../../docs/reference/clock-vectors.json";
import { controlSentence } from "../src/app/words/control-sentence";
import { type ClockForm, type Kind, KINDS, clockForm, controlOf, fieldsOf } from "../src/features/start/custom-control";
import type { Control } from "../src/protocol";
import { texts } from "../src/texts";

const CONTROLS: Control[] = [
  { kind: "fischer", base_ms: 180_000, increment_ms: 2000, cap_ms: 240_000, move_limit_ms: 20_000 },
  { kind: "sudden_death", base_ms: 90_000 },
  { kind: "delay", base_ms: 240_000, delay_ms: 12_000 },
  { kind: "bronstein", base_ms: 300_000, delay_ms: 2500 },
  { kind: "per_move", time_ms: 30_000 },
  { kind: "byoyomi", base_ms: 0, periods: 5, period_ms: 30_000 },
  { kind: "canadian", base_ms: 600_000, moves: 25, period_ms: 300_000 },
  { kind: "hourglass", base_ms: 60_000 },
  { kind: "stages", stages: [{ base_ms: 5_400_000, moves: 40, increment_ms: 30_000 }, { base_ms: 0, moves: null, increment_ms: 0 }] },
  { kind: "correspondence", days: 3 },
  { kind: "unlimited", move_limit_ms: 60_000 },
];

/** The form of a kind, with these texts in its fields. */
function filled(kind: Kind, values: Partial<ClockForm["values"]>): ClockForm {
  const form = clockForm();
  return { ...form, kind, values: { ...form.values, ...values } };
}

function problem(form: ClockForm): string {
  const read = controlOf(form);
  if (!("problem" in read)) return "none";
  const { field, stage, what, min, max } = read.problem;
  return [stage === null ? field : `${stage}.${field}`, what, min, max].join(" ");
}

describe("a custom clock", () => {
  it("can be of every kind, and is unchanged by the form", () => {
    expect(KINDS.toSorted()).toEqual(CONTROLS.map(({ kind }) => kind).sort());
    for (const control of CONTROLS) expect(controlOf(clockForm(control))).toEqual({ control });
  });

  it("can be any that the server's vectors use", () => {
    const controls = (vectors.clocks as { control: Control }[]).map(({ control }) => control);
    expect(controls.length).toBeGreaterThan(10);
    for (const control of controls) expect(controlOf(clockForm(control))).toMatchObject({ control });
  });

  it("is a usual one of its kind until something is written", () => {
    for (const kind of KINDS) expect(problem({ ...clockForm(), kind })).toBe("none");
    expect(controlOf(clockForm())).toEqual({ control: { kind: "fischer", base_ms: 300_000, increment_ms: 3000 } });
  });

  it("takes minutes and seconds as people write them", () => {
    const read = (base: string, increment: string) => controlOf(filled("fischer", { base, increment }));
    expect(read("1.5", " 2 ")).toMatchObject({ control: { base_ms: 90_000, increment_ms: 2000 } });
    expect(read("0,5", "0")).toMatchObject({ control: { base_ms: 30_000, increment_ms: 0 } });
    expect(read(".25", "0.1")).toMatchObject({ control: { base_ms: 15_000, increment_ms: 100 } });
  });

  it.each(["", "three", "-1", "1e3", "1:30", "5 min", "Infinity", "."])("has no time %j", (base) => {
    expect(problem(filled("sudden_death", { base }))).toBe("base positive 0 16666666");
  });

  it("keeps the server's bounds", () => {
    expect(problem(filled("sudden_death", { base: "0" }))).toBe("base positive 0 16666666");
    expect(problem(filled("sudden_death", { base: "16666667" }))).toBe("base positive 0 16666666");
    expect(problem(filled("byoyomi", { base: "0", periods: "100" }))).toBe("none");
    expect(problem(filled("byoyomi", { periods: "101" }))).toBe("periods whole 1 100");
    expect(problem(filled("byoyomi", { periods: "2.5" }))).toBe("periods whole 1 100");
    expect(problem(filled("byoyomi", { period: "0" }))).toBe("period positive 0 1000000000");
    expect(problem(filled("canadian", { base: "x" }))).toBe("base number 0 16666666");
    expect(problem(filled("canadian", { moves: "1001" }))).toBe("moves whole 1 1000");
    expect(problem(filled("fischer", { increment: "-1" }))).toBe("increment number 0 1000000000");
    expect(problem(filled("correspondence", { days: "367" }))).toBe("days whole 1 366");
    expect(problem(filled("unlimited", { limit: "0" }))).toBe("limit positive 0 1000000000");
  });

  it("has a cap that leaves the first minutes", () => {
    expect(problem(filled("fischer", { base: "3", cap: "2.9" }))).toMatch(/^cap cap 3 /);
    expect(problem(filled("fischer", { base: "3", cap: "3" }))).toBe("none");
    expect(problem(filled("delay", { base: "3", cap: "2" }))).toBe("none");
  });

  it("asks only for the fields of its kind", () => {
    expect(fieldsOf("byoyomi")).toEqual(["base", "periods", "period", "limit"]);
    expect(controlOf(filled("hourglass", { increment: "no number" }))).toMatchObject({ control: { kind: "hourglass" } });
  });

  it("has stages of which only the last may be without a number of moves", () => {
    const staged = (...stages: ClockForm["stages"]) => problem({ ...filled("stages", {}), stages });
    const [first, last] = [{ moves: "40", base: "90", increment: "" }, { moves: "", base: "30", increment: "30" }];
    expect(staged(first, last)).toBe("none");
    expect(staged(last, last)).toBe("0.moves stage_moves 1 1000");
    expect(staged({ ...first, base: "0" }, last)).toBe("0.base positive 0 16666666");
    expect(staged(first, { ...last, base: "0" })).toBe("none");
    expect(staged(first, { ...last, increment: "x" })).toBe("1.increment number 0 1000000000");
  });
});

describe("a clock's sentence", () => {
  const say = (control: Control) => controlSentence(control, texts.en);

  it("is in plain words", () => {
    expect(say({ kind: "fischer", base_ms: 180_000, increment_ms: 2000 })).toBe("3 minutes, plus 2 seconds after each move");
    expect(say({ kind: "fischer", base_ms: 90_000, increment_ms: 0 })).toBe("1.5 minutes for the whole game");
    expect(say({ kind: "sudden_death", base_ms: 60_000 })).toBe("1 minute for the whole game");
    expect(say({ kind: "delay", base_ms: 240_000, delay_ms: 1000 })).toBe("4 minutes; the first 1 second of each move are free");
    expect(say({ kind: "byoyomi", base_ms: 0, periods: 1, period_ms: 30_000 })).toBe("1 period of 30 seconds; a move within a period does not use it up");
    expect(say({ kind: "canadian", base_ms: 600_000, moves: 25, period_ms: 300_000 })).toBe("10 minutes, then 5 minutes for every 25 moves");
    expect(say({ kind: "stages", stages: [{ base_ms: 5_400_000, moves: 40, increment_ms: 30_000 }, { base_ms: 1_800_000 }] })).toBe(
      "90 minutes for 40 moves plus 30 seconds a move, then 30 minutes for the rest",
    );
    expect(say({ kind: "unlimited", move_limit_ms: 45_000 })).toBe("No clock, at most 45 seconds for a move");
  });

  it("differs for every kind, in every language", () => {
    for (const t of Object.values(texts)) {
      const sentences = CONTROLS.map((control) => controlSentence(control, t));
      expect(new Set(sentences).size).toBe(CONTROLS.length);
      for (const sentence of sentences) expect(sentence).not.toMatch(/undefined|null|NaN|^$/);
    }
  });
});
