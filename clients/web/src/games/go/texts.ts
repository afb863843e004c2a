/** The texts of Go. */

import type { Settings } from "../../protocol";
import type { GameTranslations } from "../../texts";
import { komiOf } from "./territory";

const RESULT = /^([BW])\+(\d+(?:\.5)?)$/;

/** The result `B+3.5` in words. */
function resultWords(word: string, black: string, white: string, say: (side: string, points: string) => string): string | undefined {
  const [, side, points = ""] = RESULT.exec(word) ?? [];
  return side === undefined ? undefined : say(side === "B" ? black : white, points);
}

/** The value of automatic komi. */
function automatic(setting: string, settings: Settings): string | undefined {
  const isStandardGame = setting === "komi" && (settings.komi ?? "auto") === "auto";
  return isStandardGame ? String(komiOf(Number(settings.size ?? 9), settings)) : undefined;
}

export const texts: GameTranslations = {
  en: {
    settings: { komi: "Komi", auto: "Usual", handicap: "Handicap stones", marking: "Dead stones are marked" },
    pieces: { black: "black stone", white: "white stone" },
    moves: { done: "Done", resume: "Resume" },
    ends: { "0": "equal areas" },
    endOf: (word) => resultWords(word, "Black", "White", (side, points) => `${side} wins by ${points} ${points === "1" ? "point" : "points"}`),
    automatic,
    rules: "Area scoring, positional superko",
    uncharged: (seconds) => `${seconds} s left to mark or agree, then play goes on`,
    timedOut: { resume: "Time for marking ran out. Play goes on." },
  },
  "zh-Hans": {
    settings: { komi: "贴目", auto: "惯例", handicap: "让子", marking: "终局标死子" },
    pieces: { black: "黑子", white: "白子" },
    moves: { done: "同意", resume: "继续对局" },
    ends: { "0": "双方子数相等" },
    endOf: (word) => resultWords(word, "黑", "白", (side, points) => `${side}胜 ${points} 目`),
    automatic,
    rules: "数子法，禁全局同形",
    uncharged: (seconds) => `还剩 ${seconds} 秒标死子或同意，之后自动继续对局`,
    timedOut: { resume: "标死子的时间已到，对局继续。" },
  },
  "zh-Hant": {
    settings: { komi: "貼目", auto: "慣例", handicap: "讓子", marking: "終局標死子" },
    pieces: { black: "黑子", white: "白子" },
    moves: { done: "同意", resume: "繼續對局" },
    ends: { "0": "雙方子數相等" },
    endOf: (word) => resultWords(word, "黑", "白", (side, points) => `${side}勝 ${points} 目`),
    automatic,
    rules: "數子法，禁全局同形",
    uncharged: (seconds) => `還剩 ${seconds} 秒標死子或同意，之後自動繼續對局`,
    timedOut: { resume: "標死子的時間已到，對局繼續。" },
  },
};
