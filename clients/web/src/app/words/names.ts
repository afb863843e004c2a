/** The names of a guest: the current one, and former ones under which it has joined games. Pure. */

/** The maximum length of a name. */
export const MAX_NAME_LENGTH = 32;
const MAX_REMEMBERED = 50;

interface FormerNames {
  account: string;
  names: string[];
}

/** Whether the server has generated this name. */
export function isGenerated(name: string): boolean {
  return /^Guest [0-9]{4}$/.test(name);
}

/** The former names of this account, newest first, from what is stored as JSON. */
export function readNames(text: string | null, account: string): string[] {
  try {
    const { account: owner, names } = JSON.parse(text ?? "") as FormerNames;
    return owner === account && Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

/** The same JSON with one more name. */
export function addName(text: string | null, account: string, name: string): string {
  const others = readNames(text, account).filter((other) => other !== name);
  return JSON.stringify({ account, names: [name, ...others].slice(0, MAX_REMEMBERED) } satisfies FormerNames);
}
