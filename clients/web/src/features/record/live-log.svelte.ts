/** The live region of a game for screen readers. Lines are only appended, so that simultaneous ones are not lost. */

import { untrack } from "svelte";

import { type Announced, type AnnouncementContext, announced, announcement, newLines, stepLine } from "./announcement";

/** The maximum number of lines; older ones are dropped. */
const MAX_LINES = 20;

export interface LogLine {
  key: number;
  text: string;
}

/** The ply shown, and the newest ply to announce, which for a moment is that of the end of a hand. */
export interface Shown {
  ply: number;
  newest: number;
}

export class LiveLog {
  lines = $state.raw<LogLine[]>([]);
  private before: Announced | null = null;
  private shownBefore: Shown | null = null;
  private count = 0;

  /** Must be created while a component is initialised. `context`: for a ply; `ready`: whether all missed events have arrived. */
  constructor(context: (ply: number) => AnnouncementContext, shown: () => Shown, ready: () => boolean) {
    $effect(() => {
      if (!ready()) return;
      const current = shown();
      const [live, step] = [context(current.newest), context(current.ply)];
      untrack(() => this.update(live, step, current));
    });
  }

  private update(live: AnnouncementContext, step: AnnouncementContext, current: Shown): void {
    if (this.before === null) this.add([announcement(live)]);
    else this.add(newLines(this.before, live));
    const previous = this.shownBefore ?? current;
    const stepped = current.ply !== previous.ply && (current.ply !== current.newest || previous.ply !== previous.newest);
    if (stepped) this.add([stepLine(step)]);
    [this.before, this.shownBefore] = [announced(live), current];
  }

  private add(texts: readonly string[]): void {
    if (texts.length === 0) return;
    this.lines = [...this.lines, ...texts.map((text) => ({ key: this.count++, text }))].slice(-MAX_LINES);
  }
}
