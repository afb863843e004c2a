/** Buttons with nothing but a sign on them have a tooltip and an accessible name, and pictures beside names are silent. */

import { render } from "svelte/server";
import { describe, expect, it, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("navigator", { languages: ["en"] }));

import Board from "../../src/app/board/Board.svelte";
import { drawn } from "../drawings";
import { sources } from "../sources";
import { putting } from "../toys";

/** Buttons in a component that show no word: a sign, or a picture alone. */
function wordless(source: string): string[] {
  const buttons = [...source.matchAll(/<button\b((?:=>|[^>])*)>([\s\S]*?)<\/button>/g)];
  return buttons.filter(([, , content = ""]) => !/[{\p{L}]/u.test(content.replaceAll(/<svg[\s\S]*?<\/svg>|<[^>]*>/g, ""))).map(([button]) => button);
}

function isNamed(button: string): boolean {
  return /\baria-label=/.test(button) && /\btitle=/.test(button);
}

describe("buttons with only a sign", () => {
  const found = [...sources].flatMap(([path, text]) => (path.endsWith(".svelte") ? wordless(text).map((button) => [path, button] as const) : []));

  it("have a tooltip and an accessible name", () => {
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter(([, button]) => !isNamed(button))).toEqual([]);
  });

  it("are distinguished from those with words", () => {
    expect(wordless('<button onclick={() => go()}>»</button><button><svg><path d="M0" /></svg></button>').length).toBe(2);
    expect(wordless("<button>{t.close}</button><button><b>Play</b></button>")).toEqual([]);
    expect(isNamed('<button aria-label="Close">✕</button>')).toBe(false);
  });
});

describe("a board", () => {
  const html = (props: { label: string; onspot?: () => void }) => render(Board, { props: { game: "mygame", drawing: drawn(putting, putting.sample), ...props } }).body;

  it("beside a text with its name is not read out", () => {
    const silent = html({ label: "" });
    expect(silent).toMatch(/<svg[^>]* aria-hidden="true"/);
    expect(silent).not.toMatch(/tabindex|aria-label/);
  });

  it("that is a picture is read out as one thing", () => {
    expect(html({ label: "My game" })).toMatch(/<svg[^>]* role="img" aria-label="My game"/);
  });

  it("that is played on has a name for each piece, and one stop for Tab", () => {
    const board = html({ label: "My game", onspot: () => {} });
    expect(board).toMatch(/<svg[^>]* role="group" aria-label="My game"/);
    expect(board).toContain('aria-label="a3, cross"');
    expect(board.match(/tabindex="0"/g)?.length).toBe(1);
  });
});
