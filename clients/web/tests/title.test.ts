import { describe, expect, it } from "vitest";

import { command } from "../src/app/room/commands";
import { gameTitle, isWaitingForYou, titleWithTurns } from "../src/app/words/title";
import { texts } from "../src/texts";
import { finished, moved } from "./helpers";
import { after, running } from "./rooms";

describe("the title of a game", () => {
  it("has a dot on the user's turn", () => {
    expect(gameTitle(running(0), "Your move", "A game")).toBe("● Your move · A game · Zeitnot");
    expect(gameTitle(running(1), "Ada to move", "A game")).toBe("Ada to move · A game · Zeitnot");
    expect(gameTitle(running(null), "Ada to move", "A game")).toBe("Ada to move · A game · Zeitnot");
    expect(gameTitle(after(running(0), finished(4)), "", "")).toBe("Zeitnot");
  });

  it("has none once the move is made", () => {
    const sent = command(running(0), { type: "move", move: "a1" }, "c1")[0];
    expect(isWaitingForYou(sent)).toBe(false);
    expect(isWaitingForYou(after(sent, moved(4, 0, "a1")))).toBe(false);
    expect(isWaitingForYou(after(sent, moved(4, 0, "a1"), moved(5, 1, "b2")))).toBe(true);
  });

  it("says in how many other games it is the user's turn", () => {
    const title = (turns: number) => titleWithTurns("Bots · Zeitnot", turns, texts.en);
    expect([0, 1, 3].map(title)).toEqual(["Bots · Zeitnot", "● Your turn · Bots · Zeitnot", "● Your turn in 3 games · Bots · Zeitnot"]);
  });

  it("has none while the game stands still", () => {
    expect(isWaitingForYou({ ...running(0), phase: "adjourned" })).toBe(false);
  });
});
