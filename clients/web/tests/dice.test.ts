import { describe, expect, it } from "vitest";

import { dice, shuffle, verify } from "../src/core/dice";
import { fromHex, hmacSha256, sha256, toHex } from "../src/core/sha256";
import { threw } from "./helpers";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("SHA-256", () => {
  // FIPS 180-4's own examples, and lengths about the border of a block from the same server's hashlib.
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
    ["a".repeat(64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"],
  ])("of %s", (text, digest) => expect(toHex(sha256(bytes(text)))).toBe(digest));

  // RFC 4231, test cases 2 and 6.
  it("keys a digest", () => {
    expect(toHex(hmacSha256(bytes("Jefe"), bytes("what do ya want for nothing?")))).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
    const long = bytes("Test Using Larger Than Block-Size Key - Hash Key First");
    expect(toHex(hmacSha256(new Uint8Array(131).fill(0xaa), long))).toBe(
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    );
  });

  it("reads and writes hexadecimal", () => {
    expect(toHex(fromHex("00ff10"))).toBe("00ff10");
  });
});

describe("throws", () => {
  // Made by the server's rooms/dice.
  const seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
  const commitment = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
  const source = { seed, game: "5N9GpbhX2r", salts: ["salt-a", "Salz_ü"] };
  const fell = [5, 6, 2, 1, 3, 2, 5, 2, 6, 2, 1, 1];
  const throws = fell.map((value, k) => threw(k, k, k, value, 0));

  it("are the server's", () => {
    expect(fell.map((_, k) => dice(source, k, [6])[0])).toEqual(fell);
    expect(dice(source, 3, new Array<number>(12).fill(6))).toEqual([1, 6, 1, 5, 5, 2, 1, 5, 5, 5, 5, 5]);
    expect(shuffle(source, 0, 6)).toEqual([1, 5, 2, 0, 3, 4]);
    // 52 cards need several blocks of the stream.
    expect(shuffle(source, 1, 52).slice(0, 8)).toEqual([34, 35, 4, 51, 43, 44, 16, 11]);
  });

  it("are accepted as they fell", () => {
    expect(verify(source, commitment, throws, 6)).toEqual({ commitment: true, throws: 12, wrong: [] });
  });

  it("are refused when one was changed, or the seed, or a salt", () => {
    const bent = throws.with(4, threw(4, 4, 4, 6, 0));
    expect(verify(source, commitment, bent, 6).wrong).toEqual([4]);
    expect(verify({ ...source, seed: `ff${seed.slice(2)}` }, commitment, throws, 6).commitment).toBe(false);
    expect(verify({ ...source, salts: ["salt-a", "other"] }, commitment, throws, 6).wrong.length).toBeGreaterThan(5);
  });
});
