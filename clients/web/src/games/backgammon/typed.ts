/** Parses typed plays: `8/5 6/5` in any order, die by die or at once, `bar` or 25, `off` or 0, asterisks optional. Pure. */

/** The net effect of a play: its sorted start points and end points; null: not a play. */
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
  // A checker that moves on from the end point of another is equivalent to one checker that moves all the way.
  const starts = from.filter((point) => {
    const index = to.indexOf(point);
    if (index >= 0) to.splice(index, 1);
    return index < 0;
  });
  return starts.length === 0 ? null : [starts, to].map((points) => points.sort((a, b) => b - a).join()).join(">");
}

function pointOf(name: string): number {
  return name.startsWith("b") ? 25 : name.startsWith("o") ? 0 : Number(name);
}

/** The legal plays that a text means; several if one of them hits on its way and the text does not say so. */
export function readPlay(text: string, legal: readonly string[]): string[] {
  const typed = netForm(text);
  return typed === null ? [] : legal.filter((move) => netForm(move) === typed);
}
