import { describe, expect, it } from "vitest";

import { lineText } from "../../app/room/timeline";
import { pieceName } from "../../app/words/format";
import { chosenLabels } from "../boards/coordinates";
import type { Drawing } from "../boards/model";
import { gameView as xiangqi } from "./view";
import { CHARACTERS } from "./notation";
import { PICTURES } from "./pictures";
import { LANGUAGES, type Language } from "../../texts";
import { centre } from "../../../tests/drawings";
import { gameTextsOf } from "../../../tests/game-views";

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

function pieceTexts(drawing: Drawing): string[] {
  return drawing.pieces.map(({ spot, look, text }) => `${look.replace("custom-", "")} ${text} ${spot}`);
}

function notation(move: string, before: string, language: Language = "zh-Hans"): string {
  return xiangqi.notation?.(move, before, language) ?? "";
}

describe("the board", () => {
  it("reads FEN, rank 9 first", () => {
    const drawn = pieceTexts(xiangqi.draw(START, null));
    expect(drawn.length).toBe(32);
    for (const piece of ["red k e0", "black k e9", "red c b2", "black c h7", "red p e3", "red n b0", "red b c0"])
      expect(drawn).toContain(piece);
  });

  it("has 90 points, with a0 at the bottom left for red, rotated for black", () => {
    const [red, black] = [xiangqi.draw(START, 0), xiangqi.draw(START, 1)];
    expect(red.spots.length).toBe(90);
    expect(centre(red, "a0")).toEqual([8, 98]);
    expect(centre(black, "a0")).toEqual([88, 8]);
    expect(centre(black, "i9")).toEqual(centre(red, "a0"));
  });

  it("labels the lines as in the notation of the language", () => {
    const names = (viewer: number, language: Language) =>
      xiangqi.draw(START, viewer, language).labels.map(({ text }) => text).join("");
    expect(names(0, "en")).toBe("abcdefghi9876543210R i v e r");
    expect(names(1, "en")).toBe("ihgfedcba0123456789R i v e r");
    expect(names(0, "zh-Hans")).toBe("1九2八3七4六5五6四7三8二9一楚 河汉 界");
    expect(names(1, "zh-Hant")).toBe("一9二8三7四6五5六4七3八2九1楚 河漢 界");
  });

  it("keeps the river's name without coordinates and draws both palaces", () => {
    for (const [language] of LANGUAGES) {
      const drawing = xiangqi.draw(START, 0, language);
      expect(chosenLabels(drawing, "off").map(({ large }) => large)).toEqual(language === "en" ? [true] : [true, true]);
      expect(drawing.strokes?.match(/l-?20 20/g)?.length).toBe(4);
    }
  });

  it("has a different picture for every piece", () => {
    expect(Object.keys(PICTURES).sort().join("")).toBe("abcknpr");
    expect(new Set(Object.values(PICTURES).map(({ areas }) => areas)).size).toBe(7);
  });

  it("has a character for every piece, a different one for red where usual", () => {
    for (const characters of Object.values(CHARACTERS)) {
      expect(Object.keys(characters).sort().join("")).toBe("ABCKNPRabcknpr");
      for (const kind of "KABP") expect(characters[kind]).not.toBe(characters[kind.toLowerCase()]);
    }
  });
});

describe("the pieces", () => {
  it("have names in every language", () => {
    expect(pieceName({ look: "custom-red", text: "k" }, gameTextsOf("xiangqi", "zh-Hans"))).toBe("红帅");
    for (const [language] of LANGUAGES)
      for (const kind of "kabnrcp") for (const look of xiangqi.looks) expect(gameTextsOf("xiangqi", language).pieces[`${look} ${kind}`]).toBeDefined();
  });
});

describe("check", () => {
  it.each([
    ["a chariot", "3k5/9/9/9/9/9/9/9/9/r3K4 w", ["e0"]],
    ["no chariot behind another piece", "3k5/9/9/9/9/9/9/9/9/r1A1K4 w", []],
    ["a cannon over one piece", "3k5/9/9/9/4c4/9/9/4A4/9/4K4 w", ["e0"]],
    ["no cannon without a piece between", "3k5/9/9/9/4c4/9/9/9/9/4K4 w", []],
    ["no cannon over two", "3k5/9/9/9/4c4/4p4/9/4A4/9/4K4 w", []],
    ["a horse", "3k5/9/9/9/9/9/9/3n5/9/4K4 w", ["e0"]],
    ["no horse whose leg is blocked", "3k5/9/9/9/9/9/9/3n5/3P5/4K4 w", []],
    ["a horse from the side", "3k5/9/9/9/9/9/9/9/6n2/4K4 w", ["e0"]],
    ["no horse from the side whose leg is blocked", "3k5/9/9/9/9/9/9/9/5Pn2/4K4 w", []],
    ["a soldier from the front", "3k5/9/9/9/9/9/9/9/4p4/4K4 w", ["e0"]],
    ["a soldier from the side", "4k4/3P5/9/9/9/9/9/9/9/5K3 b", []],
    ["a red soldier from the side", "3Pk4/9/9/9/9/9/9/9/9/5K3 b", ["e9"]],
    ["no soldier from behind", "3k5/9/9/9/9/9/9/9/4K4/4p4 w", []],
    ["the other general", "4k4/9/9/9/9/9/9/9/9/4K4 w", ["e0"]],
    ["nothing at the start", START, []],
  ])("by %s", (_, position, generals) => {
    expect(xiangqi.draw(position, null).checkedSpots).toEqual(generals);
  });
});

describe("moves in Chinese notation", () => {
  it("are pairs of points in English", () => {
    expect(notation("h2e2", START, "en")).toBe("h2-e2");
  });

  it.each([
    ["h2e2", START, "炮二平五"],
    ["h0g2", START, "马二进三"],
    ["h9g7", START, "马8进7"],
    ["c3c4", START, "兵七进一"],
    ["g9e7", START, "象7进5"],
    ["d0e1", START, "仕六进五"],
    ["e9e8", START, "将5进1"],
    ["i0i1", START, "车一进一"],
    ["b7b0", START, "炮2进7"],
    ["e4e2", "3k5/9/9/9/9/4R4/9/9/9/4K4 w", "车五退二"],
    // Two pieces on a file: the front one is 前.
    ["e5e6", "3k5/9/9/9/4R4/9/9/4R4/9/4K4 w", "前车进一"],
    ["e2d2", "3k5/9/9/9/4R4/9/9/4R4/9/3K5 w", "后车平六"],
    ["e2e1", "3k5/9/9/9/4r4/9/9/4r4/9/3K5 b", "前车进1"],
    ["e7d7", "3k5/9/4P4/4P4/4P4/9/9/9/9/3K5 w", "前兵平六"],
    ["e6d6", "3k5/9/4P4/4P4/4P4/9/9/9/9/3K5 w", "中兵平六"],
    // Two files with two soldiers each: the file is named instead.
    ["e7d7", "3k5/9/4P1P2/4P1P2/9/9/9/9/9/3K5 w", "前五平六"],
    // Elephants and advisers need no 前 or 后, because only one of them can make the move.
    ["e2c0", "3k5/9/9/9/9/4B4/9/4B4/9/3K5 w", "相五退七"],
  ])("%s of %s is %s", (move, before, text) => {
    expect(notation(move, before)).toBe(text);
  });

  it("follow the script", () => {
    expect(notation("h0g2", START, "zh-Hant")).toBe("馬二進三");
    expect(notation("e2d2", "3k5/9/9/9/4R4/9/9/4R4/9/3K5 w", "zh-Hant")).toBe("後車平六");
  });

  it("follow each other in a line", () => {
    expect(lineText(xiangqi, START, ["h2e2", "h9g7", "h0g2"], "zh-Hans")).toEqual(["炮二平五", "马8进7", "马二进三"]);
  });

  it("change the board for the next move", () => {
    expect(xiangqi.positionAfter?.(START, "h2e2")).toBe("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b");
    expect(xiangqi.positionAfter?.(START, "a5a6")).toBe(START);
  });

  it("are left unchanged if the start is empty", () => {
    expect(notation("a5a6", START)).toBe("a5a6");
  });
});

describe("a premove", () => {
  const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
  const targets = (from: string, position = START) => xiangqi.premoveTargets?.(position, from).sort().join(" ");
  it("moves as on an empty board, within palace and half", () => {
    expect(targets("e0")).toBe("d0 e1 f0");
    expect(targets("d9")).toBe("e8");
    expect(targets("c0")).toBe("a2 e2");
    expect(targets("b0")).toBe("a2 c2 d1");
    expect(targets("a3")).toBe("a4");
    expect(targets("c9")).toBe("a7 e7");
    expect(targets("h2")?.split(" ").length).toBe(17);
    expect(targets("e5")).toBe("");
  });

  it("lets soldiers move sideways beyond the river", () => {
    const crossed = "4k4/9/9/9/4P4/4p4/9/9/9/4K4 w";
    expect(targets("e5", crossed)).toBe("d5 e6 f5");
    expect(targets("e4", crossed)).toBe("d4 e3 f4");
  });
});
