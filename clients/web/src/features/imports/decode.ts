/**
 * The text of a file in an unknown encoding. Pure.
 *
 * A byte order mark decides. Without one, a file that is valid UTF-8 but for a few damaged characters is UTF-8; any other
 * has the encoding that an SGF file declares in its property CA. If none is declared, the file is GBK, Big5 or Shift_JIS if
 * it is valid in that encoding and most of its characters are common ones there; otherwise it is Latin-1. The page decodes
 * because the server gets a text; engines/zeitnot_engines/encodings.py does the same for the command line, with Python's
 * encodings instead of the browser's.
 */

export interface DecodedFile {
  text: string;
  /** For people: `UTF-8`, `GBK`. */
  encoding: string;
}

interface Candidate {
  title: string;
  /** The label for TextDecoder. */
  label: string;
  isCommon: (lead: number, trail: number) => boolean;
}

/** The number of bytes that are searched for a declared encoding. */
const HEAD = 4096;
/** The number of invalid characters that UTF-8 may have, for each valid one outside ASCII. */
const MAX_DAMAGED = 0.1;
/** In the right encoding, more than this share of the characters outside ASCII are common ones. */
const LIKELY = 0.5;

/** In order of preference: of two equally likely ones the first is chosen. The ranges are the first level of Chinese characters, kana and
 * full-width punctuation. */
const CANDIDATES: readonly Candidate[] = [
  { title: "GBK", label: "gb18030", isCommon: (lead, trail) => trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || lead === 0xa1 || lead === 0xa3) },
  { title: "Big5", label: "big5", isCommon: (lead) => (lead >= 0xa4 && lead <= 0xc6) || lead === 0xa1 },
  { title: "Shift_JIS", label: "shift_jis", isCommon: (lead) => (lead >= 0x81 && lead <= 0x83) || (lead >= 0x88 && lead <= 0x97) },
];
/** The byte order marks, each with the label for TextDecoder and the name for people. */
const MARKS: readonly [readonly number[], string, string][] = [
  [[0xff, 0xfe], "utf-16le", "UTF-16"],
  [[0xfe, 0xff], "utf-16be", "UTF-16"],
];

/** The text of the file; characters that its encoding does not have become U+FFFD. */
export function decodeFile(bytes: Uint8Array): DecodedFile {
  const marked = MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return { text: new TextDecoder(marked[1]).decode(bytes), encoding: marked[2] };
  const utf8 = decoded(bytes, "utf-8") ?? damagedUtf8(bytes);
  if (utf8 !== null) return { text: utf8, encoding: "UTF-8" };
  const said = declared(bytes);
  if (said && said.encoding !== "UTF-8") return said;
  // It is not UTF-8, as some programs declare: another encoding, or damaged.
  const likely = guessed(bytes);
  return said && likely.encoding === "Latin-1" ? said : likely;
}

/** The text; null: it is not valid in this encoding. */
function decoded(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The text of a file in UTF-8 of which a few characters are damaged; null: it has another encoding. */
function damagedUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes);
  const others = text.match(/[^\x00-\x7f]/gu)?.length ?? 0;
  const invalid = text.split("\ufffd").length - 1;
  return invalid <= MAX_DAMAGED * (others - invalid) ? text : null;
}

/** The text in the encoding that an SGF file declares; null: none, or an unknown one. */
function declared(bytes: Uint8Array): DecodedFile | null {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD));
  const [, name = ""] = /^\s*\(\s*;[\s\S]*?\bCA\s*\[\s*([^\]]+?)\s*\]/.exec(head) ?? [];
  for (const label of [name, name.replace(/^x-/i, "")]) {
    try {
      const decoder = new TextDecoder(label);
      return { text: decoder.decode(bytes), encoding: titleOf(decoder.encoding) };
    } catch {
      // Not an encoding that browsers know.
    }
  }
  return null;
}

function titleOf(encoding: string): string {
  if (encoding === "gbk") return "GBK";
  return CANDIDATES.find(({ label }) => label === encoding)?.title ?? encoding.toUpperCase();
}

/** The text in the most likely of the encodings in which it is valid. */
function guessed(bytes: Uint8Array): DecodedFile {
  let best = { share: LIKELY, text: new TextDecoder("latin1").decode(bytes), encoding: "Latin-1" };
  for (const { title, label, isCommon } of CANDIDATES) {
    const text = decoded(bytes, label);
    const share = text === null ? 0 : commonShare(bytes, label, isCommon);
    if (text !== null && share > best.share) best = { share, text, encoding: title };
  }
  return { text: best.text, encoding: best.encoding };
}

/** The share of the characters outside ASCII that are in everyday use. */
function commonShare(bytes: Uint8Array, label: string, isCommon: Candidate["isCommon"]): number {
  let [common, all] = [0, 0];
  for (let index = 0; index < bytes.length; index++) {
    const lead = bytes[index] ?? 0;
    if (lead < 0x80) continue;
    all += 1;
    if (label === "shift_jis" && lead >= 0xa1 && lead <= 0xdf) continue; // half-width kana: one byte
    const trail = bytes[++index] ?? 0;
    if (label === "gb18030" && trail >= 0x30 && trail <= 0x39) index += 2; // four bytes
    else common += Number(isCommon(lead, trail));
  }
  return common / Math.max(1, all);
}
