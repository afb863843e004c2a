import { describe, expect, it } from "vitest";

import { dice, shuffle, verify } from "../src/features/play/dice";
import { threw } from "./helpers";

describe("throws", () => {
  // Made by the server's rooms/dice.
  const seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
  const commitment = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
  const inputs = { seed, game: "5N9GpbhX2r", salts: ["salt-a", "Salz_ü"] };
  const faces = [5, 6, 2, 1, 3, 2, 5, 2, 6, 2, 1, 1];
  const throws = faces.map((value, k) => threw(k, k, k, value, 0));

  it("equal the server's", () => {
    expect(faces.map((_, k) => dice(inputs, k, [6])[0])).toEqual(faces);
    expect(dice(inputs, 3, new Array<number>(12).fill(6))).toEqual([1, 6, 1, 5, 5, 2, 1, 5, 5, 5, 5, 5]);
    expect(shuffle(inputs, 0, 6)).toEqual([1, 5, 2, 0, 3, 4]);
    // 52 cards need several blocks of the stream.
    expect(shuffle(inputs, 1, 52).slice(0, 8)).toEqual([34, 35, 4, 51, 43, 44, 16, 11]);
  });

  it("are accepted unchanged", () => {
    expect(verify(inputs, commitment, throws, 6)).toEqual({ commitmentMatches: true, throws: 12, wrong: [] });
  });

  it("are all rejected if the seed is invalid", () => {
    const refused = { commitmentMatches: false, throws: 12, wrong: faces.map((_, k) => k) };
    for (const bad of ["", "0", "zz".repeat(32), `${seed}0`]) expect(verify({ ...inputs, seed: bad }, commitment, throws, 6)).toEqual(refused);
  });

  it("are rejected if a throw, the seed or a salt was changed", () => {
    const tampered = throws.with(4, threw(4, 4, 4, 6, 0));
    expect(verify(inputs, commitment, tampered, 6).wrong).toEqual([4]);
    expect(verify({ ...inputs, seed: `ff${seed.slice(2)}` }, commitment, throws, 6).commitmentMatches).toBe(false);
    expect(verify({ ...inputs, salts: ["salt-a", "other"] }, commitment, throws, 6).wrong.length).toBeGreaterThan(5);
  });
});
