/** Notes beside the board of Go: how to mark dead stones, who has agreed, and the score. */

import type { Settings } from "../../protocol";
import type { Language } from "../../texts";
import { type Side, isBeingMarked, isOver, read } from "./position";
import { areas, komiOf, leadOf } from "./territory";

interface Words {
  sides: readonly [string, string];
  /** To the player who marks dead stones, and to everyone else. */
  mark: string;
  marks: (side: string) => string;
  agreed: (side: string) => string;
  /** To the player who has agreed, while the other side has not. */
  stay: (other: string) => string;
  leads: (side: string, points: string) => string;
  even: string;
  /** The score after the end. */
  counted: (black: number, white: number, komi: number) => string;
  /** While play goes on after a marking. */
  resumed: string;
  /** The question before the pass that ends the game or begins the marking. */
  lastPass: string;
}

const WORDS: Record<Language, Words> = {
  en: {
    sides: ["Black", "White"],
    mark: "Choose the stones that are dead; a whole group is marked at once. “Done” agrees to the marking; when both sides have agreed to it, the game is over. With “Resume” play goes on; the next two passes end the game without a marking.",
    marks: (side) => `${side} is marking the dead stones.`,
    agreed: (side) => `${side} has agreed to this marking.`,
    stay: (other) => `Do not leave yet: ${other} may still change the marking. Then it is your turn again.`,
    leads: (side, points) => `With this marking ${side} leads by ${points}.`,
    even: "With this marking the game is even.",
    counted: (black, white, komi) => `Area: Black ${black}, White ${white}${komi > 0 ? ` + ${komi} komi` : ""}.`,
    resumed: "The next two passes end the game, and all stones on the board count as alive.",
    lastPass: "Then both sides have passed, and the board is counted. Pass?",
  },
  "zh-Hans": {
    sides: ["黑方", "白方"],
    mark: "请点死子，整块棋一次标出。双方都点“同意”即终局。点“继续对局”则接着下，之后双方再各停一手就终局，不再标死子。",
    marks: (side) => `${side}正在标死子。`,
    agreed: (side) => `${side}已同意这样标。`,
    stay: (other) => `请先别离开：${other}还可以改动，改动后又轮到你。`,
    leads: (side, points) => `按此标法，${side}领先 ${points} 目。`,
    even: "按此标法，双方持平。",
    counted: (black, white, komi) => `数子：黑 ${black}，白 ${white}${komi > 0 ? `，贴 ${komi} 目` : ""}。`,
    resumed: "双方再各停一手即终局，盘上的棋子都算活子。",
    lastPass: "这样双方都停了一手，随即数子。停一手？",
  },
  "zh-Hant": {
    sides: ["黑方", "白方"],
    mark: "請點死子，整塊棋一次標出。雙方都點「同意」即終局。點「繼續對局」則接著下，之後雙方再各停一手就終局，不再標死子。",
    marks: (side) => `${side}正在標死子。`,
    agreed: (side) => `${side}已同意這樣標。`,
    stay: (other) => `請先別離開：${other}還可以改動，改動後又輪到你。`,
    leads: (side, points) => `按此標法，${side}領先 ${points} 目。`,
    even: "按此標法，雙方持平。",
    counted: (black, white, komi) => `數子：黑 ${black}，白 ${white}${komi > 0 ? `，貼 ${komi} 目` : ""}。`,
    resumed: "雙方再各停一手即終局，盤上的棋子都算活子。",
    lastPass: "這樣雙方都停了一手，隨即數子。停一手？",
  },
};

/** The notes about a position. */
export function notes(text: string, viewer: number | null, language: Language, settings: Settings): string[] {
  const position = read(text);
  const words = WORDS[language];
  if (isBeingMarked(position)) {
    const [task, lead] = [viewer === position.side ? words.mark : words.marks(words.sides[position.side]), leadOf(position, settings)];
    const agreed = ([0, 1] as const).filter((side) => position.marking?.done[side]).map((side) => words.agreed(words.sides[side]));
    const stay = viewer !== null && viewer !== position.side && position.marking?.done[viewer === 0 ? 0 : 1] ? [words.stay(words.sides[position.side])] : [];
    return [task, ...agreed, ...stay, lead === 0 ? words.even : words.leads(words.sides[leader(lead)], String(Math.abs(lead)))];
  }
  if (isOver(position)) {
    const [black, white] = areas(position);
    return [words.counted(black, white, komiOf(position.size, settings))];
  }
  return position.resumed ? [words.resumed] : [];
}

function leader(lead: number): Side {
  return lead > 0 ? 0 : 1;
}

/** The question before the pass that ends the game. */
export function question(move: string, text: string, language: Language): string | undefined {
  return move === "pass" && read(text).passes === 1 ? WORDS[language].lastPass : undefined;
}
