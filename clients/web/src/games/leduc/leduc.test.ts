import { describe, expect, it } from "vitest";

import { handTextWithCards } from "../../app/words/format";
import { gameView } from "./view";
import { texts } from "../../texts";
import { gameTextsOf } from "../../../tests/game-views";
import { playthrough, previousGains } from "../../../tests/playthroughs";

const NO_LIMIT = { hands: 4, bets: "nolimit", stack: 10 };

describe("the hands of a session", () => {
  it.each([
    ["start", { hands: 4 }],
    ["no-limit", NO_LIMIT],
  ])("of the playthrough %s have the same gains as in the core", (name, settings) => {
    const { ours, core } = previousGains(gameView, playthrough("leduc", name), settings);
    expect(core.length).toBe(4);
    expect(ours).toEqual(core);
  });

  it("name both sides' hands after a showdown", () => {
    const { previous } = gameView.handState!("-/-/ 2 -5 KsQh/Qs/rc-cc", { hands: 4 });
    const seats = [{ player: { name: "Ada", bot: false } }, { player: { name: "Ann", bot: false } }];
    expect(handTextWithCards({ ...previous!.end }, seats, 0, texts.en, gameTextsOf("leduc", "en"))).toBe("Ann wins 3 chips at the showdown, a pair of queens against a king");
  });

  it("are drawn with the public card and the chips of this round", () => {
    const drawing = gameView.draw("Ks?/Qh/rc-r 3 1 JsQs/-/rf", 0);
    expect(drawing.pieces.map(({ spot, look, text }) => [spot, look, text])).toEqual([
      ["card 1", "card-spades", "K"],
      ["last 1", "card-spades", "J"],
      ["card 2", "card-back", undefined],
      ["last 2", "card-spades", "Q"],
      ["board", "card-hearts", "Q"],
    ]);
    expect((drawing.stacked ?? []).flatMap(({ text }) => text || [])).toEqual(["4", "6"]);
  });
});

describe("without a limit", () => {
  const cost = (position: string) => ["call", "half", "pot", "allin"].map((move) => gameView.moveChips!(move, `${position} 1 0 -/-/`, NO_LIMIT));

  it("buttons show the cost of a move", () => {
    expect(cost("Ks?/-/")).toEqual([0, 1, 2, 9]);
    expect(cost("Ks?/-/h")).toEqual([1, 3, 5, 9]);
  });

  it("each side's stack is what it has not bet", () => {
    expect(gameView.handState!("Ks?/-/h 1 0 -/-/", NO_LIMIT).stacks).toEqual([8, 9]);
    expect(gameView.handState!("Ks?/-/h 1 0 -/-/", { hands: 4 }).stacks).toBeUndefined();
  });

  it("the public card ends a hand after an all-in", () => {
    const { previous } = gameView.handState!("-/-/ 2 10 KsQh/Js/ac-", NO_LIMIT);
    expect(previous?.end).toMatchObject({ winner: 0, gain: 10, reason: "showdown" });
  });

  it("a move is shown before the server has answered", () => {
    expect(gameView.positionAfter!("Ks?/-/h 1 0 -/-/", "allin")).toBe("Ks?/-/ha 1 0 -/-/");
    expect(gameView.positionAfter!("Ks?/-/h 1 0 -/-/", "fold")).toBe("Ks?/-/h 1 0 -/-/");
  });
});

it("has no choice of stacks if bets are limited", () => {
  const { isVoid } = gameTextsOf("leduc", "en");
  expect([isVoid?.("stack", { bets: "limit" }), isVoid?.("stack", { bets: "nolimit" }), isVoid?.("hands", { bets: "limit" })]).toEqual([true, false, false]);
});
