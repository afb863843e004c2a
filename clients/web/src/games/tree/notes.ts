/** Notes beside a game tree: the task of each lesson, and the meaning of the numbers in nodes. */

import type { Settings } from "../../protocol";
import type { Language } from "../../texts";
import { nodeAt, readTree, splitPosition } from "./notation";

interface Notes {
  /** The task of each lesson. */
  tasks: Record<string, string>;
  /** The task in a custom tree. */
  ownTree: string;
  /** The meaning of the numbers in nodes, after the end. */
  values: string;
  /** Why there are no numbers. */
  hidden: string;
}

const NOTES: Record<Language, Notes> = {
  en: {
    tasks: {
      textbook: "MAX chooses a branch, then MIN a leaf: MAX gets its number from MIN. Which branch is best if MIN answers well?",
      best_order: "The textbook tree with MIN's best reply first. Which branch is best if MIN answers well?",
      coin_flip: "MAX chooses a branch, then a coin is flipped, then MIN chooses a leaf. Which branch is best on average?",
      three_seats: "A, B and C choose in turn, and each gets its own digit of the leaf: A the first. Each wants its own as high as possible.",
      signal: "You are partners: both win at a 1. Only A sees the coin, and B sees only whether A went to p or to q. Let A's step tell B how the coin fell.",
    },
    ownTree: "A tree that was written for this game. Choose a branch whenever it is your turn: the leaf says what is won.",
    values: "The number in each node is what it is worth with best play.",
    hidden: "No values are written: what a node is worth depends on what the partners have agreed.",
  },
  "zh-Hans": {
    tasks: {
      textbook: "极大方选一枝，再由极小方选一片叶子：极大方从极小方得到上面的数。极小方应对得当时，哪一枝最好？",
      best_order: "教科书的树，极小方的最佳应着在前。极小方应对得当时，哪一枝最好？",
      coin_flip: "极大方选一枝，再抛硬币，最后极小方选一片叶子。平均来看，哪一枝最好？",
      three_seats: "A、B、C 依次选择，各得叶子上自己的一位数字，第一位是 A 的。各方都要自己的数尽量大。",
      signal: "你们是同伴：走到 1，两人都胜。只有 A 看见硬币，B 只看见 A 走到 p 还是 q。让 A 的一步告诉 B 硬币的结果。",
    },
    ownTree: "为这一局写的树。轮到你时选一枝；叶子上写着所得。",
    values: "节点里的数，是各方都走最佳着法时它的价值。",
    hidden: "没有写出价值：节点的价值取决于同伴之间的约定。",
  },
  "zh-Hant": {
    tasks: {
      textbook: "極大方選一枝，再由極小方選一片葉子：極大方從極小方得到上面的數。極小方應對得當時，哪一枝最好？",
      best_order: "教科書的樹，極小方的最佳應著在前。極小方應對得當時，哪一枝最好？",
      coin_flip: "極大方選一枝，再擲硬幣，最後極小方選一片葉子。平均來看，哪一枝最好？",
      three_seats: "A、B、C 依次選擇，各得葉子上自己的一位數字，第一位是 A 的。各方都要自己的數儘量大。",
      signal: "你們是同伴：走到 1，兩人都勝。只有 A 看見硬幣，B 只看見 A 走到 p 還是 q。讓 A 的一步告訴 B 硬幣的結果。",
    },
    ownTree: "為這一局寫的樹。輪到你時選一枝；葉子上寫著所得。",
    values: "節點裡的數，是各方都走最佳著法時它的價值。",
    hidden: "沒有寫出價值：節點的價值取決於同伴之間的約定。",
  },
};

/** The trees of the lessons. */
export const LESSONS: Record<string, string> = {
  textbook: "max(min(3,12,8),min(2,4,6),min(14,5,2))",
  best_order: "max(min(3,12,8),min(2,4,6),min(2,5,14))",
  coin_flip: "max(avg(0.5:min(2,4),0.5:min(7,4)),avg(0.5:min(6,0),0.5:min(5,-2)))",
  three_seats: "A(B(C(126,423),C(612,741)),B(C(511,152),C(771,545)))",
  signal: "avg(0.5:A([p]B(1,0),[q]B(1,0)),0.5:A([p]B(0,1),[q]B(0,1)))",
};

/** The task of the lesson or of a custom tree; at a leaf, the meaning of the numbers that are then shown in nodes. */
export function noteOf(position: string, language: Language, settings: Settings): string[] {
  const { tree, path } = splitPosition(position);
  const [notes, lesson] = [NOTES[language], String(settings.lesson ?? "textbook")];
  if (nodeAt(readTree(tree), path)?.word === "") return [tree.includes("[") ? notes.hidden : notes.values];
  return [(tree === LESSONS[lesson] ? notes.tasks[lesson] : notes.ownTree) ?? ""].filter(Boolean);
}
