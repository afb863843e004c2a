import { describe, expect, it } from "vitest";

import vectors from "../../../tests/data/takes.json";
import { takesControl, takesPeople, takesValue, whyNotTaken } from "../src/app/room/takes";
import { declinedText } from "../src/app/words/declined";
import { limitsText, takesText } from "../src/app/words/takes";
import { defaultChoices } from "../src/features/start/choices";
import { acceptable, chosenBots, offeredClocks, offeredValues, unwilling } from "../src/features/start/offers";
import type { BotView, CatalogueGame, Control, Takes } from "../src/protocol";
import { type GameTexts, texts } from "../src/texts";
import { BLITZ } from "./helpers";

interface Case {
  takes: Takes[];
  control: Control;
  opponents: { people?: boolean; bots?: boolean };
  reason: string | null;
}

const CORRESPONDENCE: Control = { kind: "correspondence", days: 3 };
const game: CatalogueGame = {
  id: "mygame",
  names: { en: "My game" },
  seats: 2,
  draws: true,
  rules_version: 1,
  settings: [{ name: "size", default: 8, choices: [8, 6] }],
  seat_names: ["black", "white"],
  start: "",
  controls: [BLITZ, CORRESPONDENCE],
};
const bot = (...takes: Takes[]): BotView => ({ name: "Picky", plays: ["mygame"], takes });

describe("what a bot takes", () => {
  it.each((vectors.cases as unknown as Case[]).map((one) => [JSON.stringify(one.takes), one] as const))("%s is judged as on the server", (_, one) => {
    const wanted = { game: vectors.game_type, settings: vectors.settings, control: one.control, people: true, bots: false, ...one.opponents };
    expect(whyNotTaken(one.takes, wanted)).toBe(one.reason);
  });

  it("is offered part by part", () => {
    expect(takesPeople(bot({ people: false }), "mygame")).toBe(false);
    expect(takesPeople(bot({ games: { other: {} } }), "mygame")).toBe(false);
    expect(takesPeople(bot(), "mygame")).toBe(true);
    const large = bot({ games: { mygame: { size: [8] } }, base_ms: { most: 600_000 } });
    expect(takesControl(large, "mygame", BLITZ)).toBe(true);
    expect(takesControl(large, "mygame", CORRESPONDENCE)).toBe(false);
    expect([8, 6].map((size) => takesValue(large, "mygame", "size", size))).toEqual([true, false]);
    expect(takesValue(large, "mygame", "komi", 7)).toBe(true);
  });
});

describe("the sheet", () => {
  it("offers only the clocks and values that the chosen bot takes", () => {
    const picky = bot({ games: { mygame: { size: [6] } }, days: { least: 1 }, kinds: ["correspondence"] });
    const choices = defaultChoices(game, [picky]);
    expect(unwilling(game, choices, [picky])?.name).toBe("Picky");
    expect(offeredClocks(game, [picky])).toEqual([1]);
    expect(offeredValues(game, game.settings[0]!, [picky])).toEqual([6]);
    const accepted = acceptable(game, choices, [picky]);
    expect([accepted.control, accepted.settings]).toEqual([1, { size: 6 }]);
    expect(unwilling(game, accepted, [picky])).toBeUndefined();
  });

  it("changes nothing for a bot that takes the game, or that takes nothing of it", () => {
    const choices = defaultChoices(game, [bot()]);
    expect(acceptable(game, choices, [bot()])).toBe(choices);
    const never = bot({ kinds: ["hourglass"] });
    expect(acceptable(game, choices, [never])).toEqual(choices);
    expect(unwilling(game, choices, [never])).toBe(never);
  });

  it("asks a bot once that has several seats", () => {
    const twice = { ...bot(), several_seats: true };
    const choices = { ...defaultChoices({ ...game, seats: 3 }, [twice]), more: ["Picky"] };
    expect(chosenBots({ ...game, seats: 3 }, choices, [twice])).toEqual([twice]);
  });

  it("leaves a custom clock to the user", () => {
    const slow = bot({ base_ms: { least: 3_600_000 } });
    const choices = { ...defaultChoices(game, [slow]), control: null };
    expect(acceptable(game, choices, [slow]).control).toBeNull();
    expect(unwilling(game, choices, [slow])).toBe(slow);
  });
});

describe("the words", () => {
  const gameTexts = { settings: { size: "Size" } } as unknown as GameTexts;
  const words = (language: "en" | "zh-Hans") => ({ t: texts[language], language, games: [game], gameTexts: () => gameTexts });

  it("say what a bot takes", () => {
    expect(takesText([], words("en"))).toBe("");
    expect(takesText([{ base_ms: { least: 60_000, most: 600_000 }, bots: false }, { days: { most: 7 } }], words("en"))).toBe(
      "Takes 1 minute to 10 minutes on the clock, no other bots, or days for each move: up to 7",
    );
    expect(takesText([{ games: { mygame: { size: [8, 6] }, other: {} }, people: false }], words("en"))).toBe("Takes My game (Size: 8 × 8, 6 × 6), other, only bots");
    expect(takesText([{}], words("en"))).toBe("Takes all games");
    expect([limitsText([{}], words("en")), limitsText([{ rated: false }], words("en"))]).toEqual(["", "Takes only casual games"]);
  });

  it("name the kinds of clocks only if they differ from all that have a time", () => {
    const all = Object.keys(texts.en.clocks.kinds) as NonNullable<Takes["kinds"]>;
    const timed = all.filter((kind) => !["per_move", "correspondence", "unlimited"].includes(kind));
    expect(takesText([{ kinds: timed, base_ms: { most: 600_000 } }], words("en"))).toBe("Takes up to 10 minutes on the clock");
    expect(takesText([{ kinds: ["unlimited"] }], words("en"))).toBe(`Takes ${texts.en.clocks.kinds.unlimited}`);
    expect(takesText([{ kinds: timed }], words("en"))).toContain(texts.en.clocks.kinds.fischer);
  });

  it("say who declines and why, also for reasons of a newer server", () => {
    expect(declinedText({ name: "Hal", reason: "tooFast", text: "Slower!" }, texts.en)).toBe("Hal declines: this clock is too fast. “Slower!”");
    expect(declinedText({ name: "Hal", reason: "tooBlue" }, texts.en)).toBe("Hal declines: tooBlue.");
    expect(declinedText({ name: "Hal" }, texts.en)).toBe("Hal did not answer.");
  });
});
