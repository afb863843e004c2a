import { describe, expect, it } from "vitest";

import { gamePath, parseRoute, playerPath, rulesPath, withQuery } from "../src/app/browser/router";
import { accountPath, backIn } from "../src/app/browser/way-back";

describe("URLs", () => {
  it.each([
    ["/", { page: "play" }],
    ["/watch", { page: "watch" }],
    ["/watch/", { page: "watch" }],
    ["/bots", { page: "bots" }],
    ["/bots/Deep_Red-2", { page: "bot", name: "Deep_Red-2" }],
    ["/bots/x", { page: "missing" }],
    ["/bots/a/b", { page: "missing" }],
    ["/people/Ann", { page: "person", name: "Ann" }],
    ["/people/Zo%C3%AB%20%E6%9D%8E/", { page: "person", name: "Zoë 李" }],
    ["/people/%FF", { page: "missing" }],
    ["/people/a/b", { page: "missing" }],
    ["/people", { page: "missing" }],
    ["/leaders", { page: "leaders", query: {} }],
    ["/lessons", { page: "lessons", section: null }],
    ["/account", { page: "account" }],
    ["/class", { page: "class" }],
    ["/code/", { page: "code" }],
    ["/game/5N9GpbhX2r", { page: "game", id: "5N9GpbhX2r", ply: null }],
    ["/rules", { page: "rules", game: null }],
    ["/rules/mygame", { page: "rules", game: "mygame" }],
    ["/rules/mygame/", { page: "rules", game: "mygame" }],
    ["/rules/my/game", { page: "missing" }],
    ["/rules/My", { page: "missing" }],
    ["/game/", { page: "missing" }],
    ["/game/a-b", { page: "missing" }],
    ["/toString", { page: "missing" }],
    ["/games", { page: "missing" }],
  ])("%s", (path, route) => expect(parseRoute(path)).toEqual(route));

  it("leads to the page of a player who has one", () => {
    const paths = [{ name: "Deep", bot: true }, { name: "Ann B", kept: true }, { name: "Ann" }, { name: "Deleted 471138", kept: true }].map(playerPath);
    expect(paths).toEqual(["/bots/Deep", "/people/Ann%20B", null, null]);
  });

  it("names the lesson to show first", () => {
    expect(parseRoute("/lessons", "", "#uct")).toEqual({ page: "lessons", section: "uct" });
  });

  it("keeps the query of the pages that have one", () => {
    expect(parseRoute("/history", "?game=mygame&player=Guest+1")).toEqual({
      page: "history",
      query: { game: "mygame", player: "Guest 1" },
    });
    expect(parseRoute("/books", "")).toEqual({ page: "books", query: {} });
  });

  it("parses the URLs that it builds", () => {
    const query = { game: "mygame", position: "--OX & more", line: "f5 d6" };
    const [path = "", search] = withQuery("/books", query).split("?");
    expect(parseRoute(path, search)).toEqual({ page: "books", query });
    expect(parseRoute(gamePath("abcd"))).toEqual({ page: "game", id: "abcd", ply: null });
    const { pathname, search: noQuery, hash } = new URL(gamePath("abcd", 23), "http://localhost");
    expect([noQuery, hash]).toEqual(["", "#ply=23"]);
    expect(parseRoute(pathname, noQuery, hash)).toEqual({ page: "game", id: "abcd", ply: 23 });
    expect(parseRoute(rulesPath("mygame"))).toEqual({ page: "rules", game: "mygame" });
    expect(parseRoute(rulesPath())).toEqual({ page: "rules", game: null });
  });

  it.each(["", "-1", "1e3", "x", "99999999"])("shows the newest position for the ply %j", (ply) => {
    expect(parseRoute("/game/abcd", `?ply=${ply}`)).toMatchObject({ ply: null });
    expect(parseRoute("/game/abcd", "", `#ply=${ply}`)).toMatchObject({ ply: null });
  });

  it("shows the position of an old link, and prefers the fragment", () => {
    expect(parseRoute("/game/abcd", "?ply=7")).toMatchObject({ ply: 7 });
    expect(parseRoute("/game/abcd", "?ply=7", "#ply=9")).toMatchObject({ ply: 9 });
    expect(parseRoute("/game/abcd", "?ply=7", "#content")).toMatchObject({ ply: 7 });
  });

  it("leaves empty values out", () => {
    expect(withQuery("/history", { game: "", player: undefined })).toBe("/history");
  });
});

it("the account page leads back to where somebody came from, within the site", () => {
  const paths = ["/clubs/ab#code=K7QF-3MZD", "/game/5N9GpbhX2r", "/clubs?game=abc", "/people/Zo%C3%AB"];
  expect(paths.map((path) => backIn(accountPath(path).replace("/account", "")))).toEqual(paths);
  const others = ["https://evil.example/clubs", "//evil.example/clubs", "/\\evil.example", "/nowhere/at/all", "javascript:alert(1)", ""];
  expect(others.map((path) => backIn(accountPath(path).replace("/account", "")))).toEqual(others.map(() => ""));
  expect(backIn("#code=K7QF-3MZD")).toBe("");
});
