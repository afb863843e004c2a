/** Lists of names and people, and the text of their codes. Pure. */

import { MAX_NAME_LENGTH } from "../../app/words/names";
import type * as p from "../../protocol";

/** How many accounts are made at a time at most, as the server has it. */
export const MAX_NAMES = 50;
/** How many days a code is valid at least and at most, and by default. */
export const DAYS = { least: 1, most: 14, usual: 7 };

/** A name of a pasted list, and its line from 1. */
export interface Entry {
  line: number;
  name: string;
}

/** A line that cannot be used: `code` as of the server, or `too_long`. */
export interface Refusal extends Entry {
  code: string;
}

/** A number before a name, as in a numbered list: `1. `, `2) `, `3、`. */
const NUMBER = /^\d{1,3}(?:[.)]\s+|、\s*)/;

/** The names of a pasted list, without numbers, empty lines and superfluous spaces. */
export function namesIn(text: string): Entry[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, name: line.trim().replace(NUMBER, "").replace(/\s+/g, " ") }))
    .filter(({ name }) => name !== "");
}

/** The entries that are too long for the server to read. It counts code points. */
export function tooLong(entries: readonly Entry[]): Refusal[] {
  return entries.filter(({ name }) => [...name].length > MAX_NAME_LENGTH).map((entry) => ({ ...entry, code: "too_long" }));
}

/** The server's refusals, which have the index of each name that was sent, by line. A comma is named as the reason. */
export function refusalsOf(entries: readonly Entry[], refused: readonly p.RefusedName[]): Refusal[] {
  return refused.flatMap(({ index, code }) => {
    const entry = entries[index];
    return entry ? [{ ...entry, code: code === "name_unfit" && /[,，;；、]/.test(entry.name) ? "comma" : code }] : [];
  });
}

/** People who were made at the same time, in the order of their names. */
export interface Group {
  since: number;
  people: p.ListedPerson[];
}

/** The groups of a list, in its order. */
export function groupsOf(people: readonly p.ListedPerson[], locale: string): Group[] {
  const groups = new Map<number, p.ListedPerson[]>();
  for (const person of people) groups.set(person.since, [...(groups.get(person.since) ?? []), person]);
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return [...groups].map(([since, members]) => ({ since, people: members.sort((one, other) => compare(one.name, other.name)) }));
}

/** The codes so far with newer ones, which replace those of the same people. */
export function withCodes(codes: readonly p.ResetCode[], newer: readonly p.ResetCode[]): p.ResetCode[] {
  const names = new Set(newer.map(({ name }) => name));
  return [...newer, ...codes.filter(({ name }) => !names.has(name))];
}

/** The address of the page where a code is used, from the server's address as somebody has typed it. */
export function codePage(address: string): string {
  const trimmed = address.trim().replace(/\/+$/, "");
  return `${/^https?:\/\//i.test(trimmed) || trimmed === "" ? trimmed : `http://${trimmed}`}/code`;
}

/** A link with a name and a code. They are in the fragment, which no server logs. */
export function codeLink(address: string, { name, code }: p.ResetCode): string {
  return `${codePage(address)}#${new URLSearchParams({ name, code }).toString()}`;
}

/** The name and the code of such a link's fragment. */
export function readFragment(hash: string): { name: string; code: string } {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  return { name: values.get("name") ?? "", code: values.get("code") ?? "" };
}

/** Codes as text, a line each: name, code, link. */
export function codesText(address: string, codes: readonly p.ResetCode[]): string {
  return codes.map((one) => [one.name, one.code, codeLink(address, one)].join("\t")).join("\n");
}

/** Whether only this computer can open the address. */
export function isLocal(address: string): boolean {
  return /^(https?:\/\/)?(localhost|127\.|\[::1\])/i.test(address.trim());
}
