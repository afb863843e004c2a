import { describe, expect, it } from "vitest";

import { materialText } from "../src/features/play/material";
import { materialOf } from "../src/games/boards/material";
import { LANGUAGES, texts } from "../src/texts";
import { GAME_VIEWS, gameTextsOf } from "./game-views";

const VALUES = { q: 9, n: 3, p: 1 };

describe("the material of two sides", () => {
  const compare = (position: string) =>
    materialOf(position, VALUES, ["white", "black"]).map(({ captured, lead }) => `${captured.map(({ look, text }) => `${look} ${text}`).join(", ")} +${lead}`);

  it("is compared kind by kind, the most valuable first", () => {
    expect(compare("qnnppp/3/QPPPP w")).toEqual(["black p +0", "white n, white n +5"]);
    expect(compare("qp/2/QP w")).toEqual([" +0", " +0"]);
    expect(compare("k1/2/KQ w")).toEqual(["black q +9", " +0"]);
  });

  it("has words in every language", () => {
    const [game = "", gameView] = Object.entries(GAME_VIEWS).find(([, one]) => one.material) ?? [];
    const [first] = gameView?.material?.("4k3/8/8/8/8/8/PPR5/4K3 w") ?? [];
    for (const [language] of LANGUAGES) {
      const text = materialText(first!, texts[language], gameTextsOf(game, language));
      expect(text).toContain("2");
      expect(text).toContain(gameTextsOf(game, language).pieces[`${gameView?.looks[1]} r`]);
    }
    expect(materialText({ captured: [], lead: 0 }, texts.en, gameTextsOf(game, "en"))).toBe("");
    expect(materialText({ captured: [], lead: 1 }, texts.en, gameTextsOf(game, "en"))).toBe("1 point ahead in material");
  });
});
