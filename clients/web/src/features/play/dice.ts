/**
 * Checks the throws of a finished game against its seed, like the server's `rooms/dice`: commitment = SHA-256(seed); the
 * 32-bit random words of throw number k come from HMAC-SHA-256 with key = seed and message = "zeitnot-throw-v1" ‖ 0 ‖ u64 k ‖
 * u32 block ‖ (u16 length ‖ text) of the game id and of each salt.
 *
 * The hashes come from a library, because browsers offer WebCrypto only on https and localhost. Players must be able to
 * check their dice on a LAN server with plain http too.
 */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, createView, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

import { HIDDEN } from "../../games/boards/thrown";
import type { Threw } from "../../protocol";

/** The number of different 32-bit words. */
const WORDS = 2 ** 32;
const TAG = "zeitnot-throw-v1\0";
const SEED = /^(?:[0-9a-f]{2})+$/i;

/** Everything that determines the throws of a game. */
export interface ThrowInputs {
  seed: string;
  game: string;
  salts: string[];
}

/** The result of a check; `wrong`: the numbers of throws that do not follow from the seed. */
export interface Verification {
  commitmentMatches: boolean;
  throws: number;
  wrong: number[];
}

function lengthPrefixed(text: string): Uint8Array {
  const raw = utf8ToBytes(text);
  return concatBytes(Uint8Array.of(raw.length >> 8, raw.length & 255), raw);
}

function message(inputs: ThrowInputs, k: number, block: number): Uint8Array {
  const counters = new DataView(new ArrayBuffer(12));
  counters.setBigUint64(0, BigInt(k));
  counters.setUint32(8, block);
  const texts = [inputs.game, ...inputs.salts].map(lengthPrefixed);
  return concatBytes(utf8ToBytes(TAG), new Uint8Array(counters.buffer), ...texts);
}

/** The random words of a throw, eight from each block. */
function* words(inputs: ThrowInputs, k: number): Generator<number, never> {
  const key = hexToBytes(inputs.seed);
  for (let block = 0; ; block++) {
    const digest = createView(hmac(sha256, key, message(inputs, k, block)));
    for (let offset = 0; offset < 32; offset += 4) yield digest.getUint32(offset);
  }
}

/** An unbiased number below `n`: words from the largest multiple of n upwards are rejected. */
function uniformBelow(n: number, stream: Generator<number, never>): number {
  const limit = n * Math.floor(WORDS / n);
  for (;;) {
    const word = stream.next().value;
    if (word < limit) return word % n;
  }
}

/** Faces from 1 of dice with these many sides. */
export function dice(inputs: ThrowInputs, k: number, sides: number[]): number[] {
  const stream = words(inputs, k);
  return sides.map((n) => uniformBelow(n, stream) + 1);
}

/** A permutation of 0..n-1: Fisher–Yates from the last card. */
export function shuffle(inputs: ThrowInputs, k: number, n: number): number[] {
  const stream = words(inputs, k);
  const cards = Array.from({ length: n }, (_, card) => card);
  for (let last = n - 1; last > 0; last--) {
    const other = uniformBelow(last + 1, stream);
    [cards[last], cards[other]] = [cards[other]!, cards[last]!];
  }
  return cards;
}

/**
 * Recomputes every throw and compares the values that this viewer saw; `sides`: the number of sides of a die.
 */
export function verify(inputs: ThrowInputs, commitment: string, throws: Threw[], sides: number): Verification {
  if (!SEED.test(inputs.seed)) return { commitmentMatches: false, throws: throws.length, wrong: throws.map((thrown) => thrown.k) };
  const isCorrect = (thrown: Threw): boolean => {
    const { k, values } = thrown;
    const expected =
      thrown.kind === "dice"
        ? dice(inputs, k, values.map(() => sides))
        : shuffle(inputs, k, values.length);
    return values.every((value, index) => value === HIDDEN || value === expected[index]);
  };
  return {
    commitmentMatches: bytesToHex(sha256(hexToBytes(inputs.seed))) === commitment,
    throws: throws.length,
    wrong: throws.filter((thrown) => !isCorrect(thrown)).map((thrown) => thrown.k),
  };
}
