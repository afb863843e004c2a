import { describe, expect, it, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("navigator", { languages: ["en"] }));

import { opponentsText } from "../../src/app/state/opponents";
import { world } from "../../src/app/state/world.svelte";
import { summary } from "../helpers";

describe("the opponents in a game", () => {
  const seats = [{ player: { name: "Guest 1389" } }, { player: { name: "Ponderer", bot: true } }, { reserved: "Anna" }];

  it("are all but the user, whose seat keeps a former name", () => {
    world.session = { account: "a", name: "Ben", kept: true };
    expect(opponentsText(summary({ seats, you: 0 }))).toBe("Ponderer, Anna");
  });

  it("are all but the user, even where the list does not tell the seat", () => {
    const stored = new Map<string, string>();
    vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text) });
    world.session = { account: "a", name: "Guest 1389" };
    world.signedIn({ account: "a", name: "Ben", kept: true });
    expect(opponentsText(summary({ seats }))).toBe("Ponderer, Anna");
    world.signedIn({ account: "b", name: "Cyd", kept: true });
    expect(opponentsText(summary({ seats }))).toBe("Guest 1389, Ponderer, Anna");
  });
});
