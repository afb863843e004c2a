/** What a screen reader hears of a game: lines that are only added to, so that none is lost where several come at once. */

import { untrack } from "svelte";

import { type Announced, type AnnouncementContext, announced, announcement, newLines, stepLine } from "./announcement";

/** Older lines are dropped. */
const MAX_LINES = 20;

export interface LogLine {
  key: number;
  text: string;
}

/** The position shown, and the newest that is told of: the newest one, or the end of a hand for a moment. */
export interface Shown {
  ply: number;
  newest: number;
}

export class LiveLog {
  lines = $state.raw<LogLine[]>([]);
  private before: Announced | null = null;
  private shownBefore: Shown | null = null;
  private count = 0;

  /** Must be made while a component is. `context`: of a ply; `ready`: whether all missed events have come. */
  constructor(context: (ply: number) => AnnouncementContext, shown: () => Shown, ready: () => boolean) {
    $effect(() => {
      if (!ready()) return;
      const now = shown();
      const [live, step] = [context(now.newest), context(now.ply)];
      untrack(() => this.update(live, step, now));
    });
  }

  private update(live: AnnouncementContext, step: AnnouncementContext, now: Shown): void {
    if (this.before === null) this.add([announcement(live)]);
    else this.add(newLines(this.before, live));
    const was = this.shownBefore ?? now;
    const stepped = now.ply !== was.ply && (now.ply !== now.newest || was.ply !== was.newest);
    if (stepped) this.add([stepLine(step)]);
    [this.before, this.shownBefore] = [announced(live), now];
  }

  private add(texts: readonly string[]): void {
    if (texts.length === 0) return;
    this.lines = [...this.lines, ...texts.map((text) => ({ key: this.count++, text }))].slice(-MAX_LINES);
  }
}
