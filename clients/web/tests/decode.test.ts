/** The encodings of files that people import. */

import { describe, expect, it } from "vitest";

import { decodeFile } from "../src/features/imports/decode";

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  new Uint8Array(parts.flatMap((part) => (typeof part === "string" ? [...part].map((letter) => letter.charCodeAt(0)) : part)));

/** `吴清源` in GBK, `吳清源` in Big5, `呉清源` in Shift_JIS. */
const GBK = [0xce, 0xe2, 0xc7, 0xe5, 0xd4, 0xb4];
const BIG5 = [0xa7, 0x64, 0xb2, 0x4d, 0xb7, 0xbd];
const SHIFT_JIS = [0x8c, 0xe0, 0x90, 0xb4, 0x8c, 0xb9];

describe("a file", () => {
  it("is in UTF-8, with or without a byte order mark, where that is valid", () => {
    expect(decodeFile(new TextEncoder().encode("(;PB[吴清源])"))).toEqual({ text: "(;PB[吴清源])", encoding: "UTF-8" });
    expect(decodeFile(bytes([0xef, 0xbb, 0xbf], "1. e4"))).toEqual({ text: "1. e4", encoding: "UTF-8" });
    expect(decodeFile(bytes())).toEqual({ text: "", encoding: "UTF-8" });
    expect(decodeFile(new TextEncoder().encode("(;CA[GBK]PB[吴])")).encoding).toBe("UTF-8");
  });

  it("is in UTF-8 if only a few of its characters are damaged", () => {
    const text = new TextEncoder().encode("吴清源 藤泽库之助 先相先");
    expect(decodeFile(new Uint8Array([...text, 0xe4, 0x20]))).toEqual({ text: "吴清源 藤泽库之助 先相先\ufffd ", encoding: "UTF-8" });
  });

  it("is in UTF-16 with its mark", () => {
    expect(decodeFile(bytes([0xff, 0xfe, 0x61, 0, 0x34, 0x54]))).toEqual({ text: "a吴", encoding: "UTF-16" });
    expect(decodeFile(bytes([0xfe, 0xff, 0, 0x61, 0x54, 0x34]))).toEqual({ text: "a吴", encoding: "UTF-16" });
  });

  it.each([
    ["GB2312", GBK, "吴清源", "GBK"],
    ["x-sjis", SHIFT_JIS, "呉清源", "Shift_JIS"],
    ["Big5", BIG5, "吳清源", "Big5"],
    ["ISO-8859-2", [0xb1], "ą", "ISO-8859-2"],
    ["Klingon", GBK, "吴清源", "GBK"],
  ])("is in the encoding that it declares, as CA[%s]", (name, written, player, encoding) => {
    expect(decodeFile(bytes(`(;GM[1]CA[${name}]PB[`, written, "])"))).toEqual({ text: `(;GM[1]CA[${name}]PB[${player}])`, encoding });
  });

  it("is not in UTF-8 if only its declaration says so", () => {
    expect(decodeFile(bytes("(;CA[UTF-8]PB[", GBK, "])"))).toEqual({ text: "(;CA[UTF-8]PB[吴清源])", encoding: "GBK" });
    expect(decodeFile(bytes("(;CA[UTF-8]PB[", [0xc3, 0xa9, 0xff], "])"))).toEqual({ text: "(;CA[UTF-8]PB[é\ufffd])", encoding: "UTF-8" });
  });

  it.each([
    ["GBK", GBK, "吴清源"],
    ["Big5", BIG5, "吳清源"],
    ["Shift_JIS", SHIFT_JIS, "呉清源"],
    ["Latin-1", [0x54, 0xe9, 0x63, 0x68, 0x79], "Téchy"],
  ])("is detected without a declaration: %s", (encoding, written, player) => {
    expect(decodeFile(bytes("[White \"", written, "\"]\n\n1. e4 *"))).toEqual({ text: `[White "${player}"]\n\n1. e4 *`, encoding });
  });
});
