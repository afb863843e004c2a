import { describe, expect, it } from "vitest";

import { codeLink, codePage, codesText, groupsOf, isLocal, namesIn, readFragment, refusalsOf, tooLong, withCodes } from "../src/features/class/roster";
import type * as p from "../src/protocol";

const ANN = { name: "Ann O'Lee", code: "BDFGH-JKM34-79XYZ", expires_at: 1 };

function person(name: string, since: number): p.ListedPerson {
  return { name, since };
}

describe("a pasted list of names", () => {
  it("may have empty lines, any line ends and superfluous spaces", () => {
    expect(namesIn("Ann\r\n\n  Bo \t Lin \rCyd\n")).toEqual([
      { line: 1, name: "Ann" },
      { line: 3, name: "Bo Lin" },
      { line: 4, name: "Cyd" },
    ]);
    expect(namesIn(" \n\n")).toEqual([]);
  });

  it("may have names of 32 characters", () => {
    const entries = namesIn(`${"x".repeat(32)}\n\n${"𝒳".repeat(32)}\n${"x".repeat(33)}`);
    expect(tooLong(entries)).toEqual([{ line: 4, name: "x".repeat(33), code: "too_long" }]);
  });

  it("gets the server's refusals by line", () => {
    const entries = namesIn("Ann\n\nBob");
    const refused = [{ index: 1, name: "Bob", code: "name_taken", detail: "" }, { index: 9, name: "x", code: "x", detail: "" }];
    expect(refusalsOf(entries, refused)).toEqual([{ line: 3, name: "Bob", code: "name_taken" }]);
  });
});

describe("people", () => {
  it("are grouped by the time at which they were made, and sorted by name", () => {
    const people = [person("Zoe", 9), person("Bob 10", 5), person("bob 9", 5), person("Ann", 5)];
    expect(groupsOf(people, "en").map(({ since, people }) => [since, people.map(({ name }) => name)])).toEqual([
      [9, ["Zoe"]],
      [5, ["Ann", "bob 9", "Bob 10"]],
    ]);
  });
});

describe("codes", () => {
  it("replace former ones of the same people", () => {
    const newer = { ...ANN, code: "NEW" };
    const other = { ...ANN, name: "Bob" };
    expect(withCodes([ANN, other], [newer])).toEqual([newer, other]);
  });

  it("have a link with the name and the code, which can be read again", () => {
    const link = codeLink("http://192.168.1.5:8080", ANN);
    expect(link.startsWith("http://192.168.1.5:8080/code#")).toBe(true);
    expect(readFragment(new URL(link).hash)).toEqual({ name: ANN.name, code: ANN.code });
    expect(readFragment("")).toEqual({ name: "", code: "" });
    expect(codesText("http://x", [ANN, ANN]).split("\n")[1]!.split("\t").slice(0, 2)).toEqual([ANN.name, ANN.code]);
  });

  it.each([
    ["192.168.1.5:8080", "http://192.168.1.5:8080/code"],
    [" https://play.example/ ", "https://play.example/code"],
  ])("are used at the server's address %s", (address, page) => expect(codePage(address)).toBe(page));

  it.each([
    ["http://127.0.0.1:8080", true],
    ["localhost", true],
    ["http://[::1]:1", true],
    ["http://192.168.1.5", false],
    ["https://play.example", false],
  ])("know whether others can open %s", (address, local) => expect(isLocal(address)).toBe(local));
});

it("numbers of a pasted list are no part of the names, and a comma is named", () => {
  expect(namesIn("1. Ben\n2) Kim Oh\n3、李雷\n4ever").map(({ name }) => name)).toEqual(["Ben", "Kim Oh", "李雷", "4ever"]);
  const entries = namesIn("Oh, Kim\n?");
  expect(refusalsOf(entries, [0, 1].map((index) => ({ index, code: "name_unfit" }) as never)).map(({ code }) => code)).toEqual(["comma", "name_unfit"]);
});
