import { describe, expect, it } from "vitest";

import { gnuId } from "./gnu-id";
import { texts } from "./texts";
import { gameView as backgammon } from "./view";

/** IDs that GNU Backgammon 1.07 writes; tests/games/backgammon/test_gnu_ids.py compares more. */
const IDS: [position: string, id: string][] = [
  ["XGID=abEDAC-AA----------c-babd-:6:-1:-1:00:0:0:1:0:10", "vtcpAABvzQEAWA:BgEAAAAAAAAA"],
  ["XGID=-c-F-aCa----cA-AB--a--adaB:3:1:1:00:0:0:0:7:10", "vQg4SDj8OCANYA:UwngAAAAAAAE"],
  ["XGID=-BaC-daBaB--bD-a-A-A--e---:0:0:-1:00:2:0:1:3:10", "c5jhIQF8QAzpEQ:sAFgAAAAEAAE"],
  ["XGID=-AEa-aaABaA--aa-A--d-CaacA:5:-1:-1:53:0:0:0:25:10", "fdAEgkNXPChECQ:BYEuAwAAAAAE"],
  ["XGID=-GaAAB-A--A-a---A-aA--eg--:5:1:1:43:0:2:0:25:10", "/j4EAhB/aiIQAQ:VQkuAyAAAAAE"],
  ["XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:0:0:3:0:10", "4HPwATDgc/ABMA:MBkAAAAAAAAA"],
  ["XGID=-a-B--D-BA--dD-a-cbd---AA-:1:-1:1:B:0:0:2:0:10", "4O3EAyCMZ+EBKA:QRkAAAAAAAAE"],
];

describe("the IDs of GNU Backgammon", () => {
  it("contain the position and the match", () => {
    for (const [position, id] of IDS) expect([position, gnuId(position)]).toEqual([position, id]);
  });

  it("do not exist before the opening roll and after the end", () => {
    expect(gnuId("XGID=-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:0:10")).toBeUndefined();
    expect(gnuId("XGID=----------------------aa--:0:0:-1:00:1:0:0:0:10")).toBeUndefined();
    expect(gnuId("XGID=-b----E-C---eE---c-e----B-:1:1:-1:00:2:0:0:0:10")).toBeUndefined();
  });

  it("are offered for sharing, beside the position", () => {
    const [[position = "", id] = []] = IDS;
    expect(backgammon.otherTexts?.(position)).toEqual([{ name: "GNU Backgammon ID", text: id }]);
  });
});

it("a game from a custom position has no MAT file", () => {
  const starts = ["XGID=-b----E-C---eE---c-e----B-:0:0:0:00:2:1:0:5:10", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"];
  expect(starts.map((start) => backgammon.hasFile?.("mat", start))).toEqual([true, false]);
  expect(backgammon.hasFile?.("json", starts[1] ?? "")).toBe(true);
});

describe("single games", () => {
  const at = (fields: string) => backgammon.draw(`XGID=-b----E-C---eE---c-e----B-${fields}`, 0, "en", { cube: "on" }).cube;

  it("show the cube that a beaver offers on the side of the beaver", () => {
    const [theirs, mine] = [at(":1:-1:1:B:0:0:2:0:10"), at(":1:1:-1:B:0:0:2:0:10")];
    expect([theirs?.text, mine?.text]).toEqual(["4", "4"]);
    expect(theirs?.x).toBeLessThan(mine?.x ?? 0);
  });

  it("show the cube under Jacoby's rule, whose field is that of a Crawford game", () => {
    expect(at(":0:0:1:00:0:0:1:0:10")?.text).toBe("64");
    expect(at(":0:0:1:00:2:0:1:3:10")).toBeUndefined();
  });

  it("have Jacoby's rule and beavers only with the cube", () => {
    for (const { isVoid } of Object.values(texts)) {
      expect(isVoid?.("jacoby", { match: "single", cube: "on" })).toBe(false);
      expect(isVoid?.("beavers", { match: "single", cube: "off" })).toBe(true);
      expect(isVoid?.("jacoby", { match: "3", cube: "on" })).toBe(true);
      expect(isVoid?.("cube", { match: "3", cube: "off" })).toBe(false);
    }
  });
});
