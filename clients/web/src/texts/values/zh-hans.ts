/** 着法精确值的文字。 */
import type { ValueTexts } from "./en";

export const values: ValueTexts = {
  title: "精确值",
  legend: "双方最佳下法：+ 胜，0 和，− 负；数字是到终局的步数。",
  unsolved: "?：限时内未解出。",
  solving: "正在求解……",
  over: "对局到此结束。退回一步，即可看到每一步的结果。",
  best: "最佳",
  mover: (name: string) => `轮到 ${name} 走。`,
  played: (what: string) => `实际着法：${what}。`,
  equilibrium: (moves: readonly string[]) => `均衡策略（无法被针对）：${moves.join("，")}；括号内为该着法的平均得失。`,
  plies: (moves: readonly string[]) => `到终局的步数：${moves.join("，")}。`,
  margins: (moves: readonly string[]) => `胜负差：${moves.join("，")}。`,
  notSolved: (moves: readonly string[]) => `未解出：${moves.join("，")}。`,
  winning: (moves: readonly string[]) => `能胜的着法：${moves.join("，")}。`,
  drawing: (moves: readonly string[]) => `能和的着法：${moves.join("，")}。`,
  all: { won: "双方不出错时，每一步都胜。", drawn: "双方不出错时，每一步都和。", lost: "对方不出错时，每一步都输。" },
  others: { drawn: "其余都和。", lost: "其余都输。", mixed: "其余或和或输。" },
  spokenMargin: {
    won: (move: string, margin: number) => `${move}：净胜 ${margin}`,
    lost: (move: string, margin: number) => `${move}：净负 ${margin}`,
  },
  spoken: {
    won: (move: string, plies: number) => `${move}：${plies} 步胜`,
    drawn: (move: string) => `${move}：和棋`,
    lost: (move: string, plies: number) => `${move}：${plies} 步负`,
    open: (move: string) => `${move}：限时内未解出`,
  },
};
