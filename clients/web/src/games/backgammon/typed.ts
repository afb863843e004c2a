/** Reading a typed play: `8/5 6/5` in any order, die by die or at once, `bar` as 25, `off` as 0, without asterisks. Pure. */

/** What a play does in all: the points from which checkers go and those to which they come, in order; null: no play. */
function netForm(play: string): string | null {
  const [from, to] = [[] as number[], [] as number[]];
  for (const part of play.toLowerCase().replaceAll("*", "").split(/[\s,]+/).filter(Boolean)) {
    const [, path = "", times = "1"] = /^((?:bar|b|off|o|\d+)(?:[/-](?:bar|b|off|o|\d+))+)(?:\((\d)\))?$/.exec(part) ?? [];
    const points = path.split(/[/-]/).map(pointOf);
    if (points.length < 2) return null;
    for (let time = 0; time < Number(times); time++) {
      from.push(points[0] ?? 0);
      to.push(points.at(-1) ?? 0);
    }
  }
  // A checker that goes on from where another one came to is the same as one that goes all the way.
  const stopped = from.filter((point) => {
    const at = to.indexOf(point);
    if (at >= 0) to.splice(at, 1);
    return at < 0;
  });
  return stopped.length === 0 ? null : [stopped, to].map((points) => points.sort((a, b) => b - a).join()).join(">");
}

function pointOf(name: string): number {
  return name.startsWith("b") ? 25 : name.startsWith("o") ? 0 : Number(name);
}

/** The legal plays that a text means; several where one of them hits on its way and the text does not say which. */
export function readPlay(text: string, legal: readonly string[]): string[] {
  const typed = netForm(text);
  return typed === null ? [] : legal.filter((move) => netForm(move) === typed);
}
