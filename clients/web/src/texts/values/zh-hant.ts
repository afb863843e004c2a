/** 著法精確值的文字。 */
import type { ValueTexts } from "./en";

export const values: ValueTexts = {
  title: "精確值",
  legend: "雙方最佳下法：+ 勝，0 和，− 負；數字是到終局的步數。",
  unsolved: "?：限時內未解出。",
  solving: "正在求解……",
  over: "對局到此結束。退回一步，即可看到每一步的結果。",
  best: "最佳",
  mover: (name: string) => `輪到 ${name} 走。`,
  played: (what: string) => `實際著法：${what}。`,
  equilibrium: (moves: readonly string[]) => `均衡策略（無法被針對）：${moves.join("，")}；括號內為該著法的平均得失。`,
  plies: (moves: readonly string[]) => `到終局的步數：${moves.join("，")}。`,
  margins: (moves: readonly string[]) => `勝負差：${moves.join("，")}。`,
  notSolved: (moves: readonly string[]) => `未解出：${moves.join("，")}。`,
  winning: (moves: readonly string[]) => `能勝的著法：${moves.join("，")}。`,
  drawing: (moves: readonly string[]) => `能和的著法：${moves.join("，")}。`,
  all: { won: "雙方不出錯時，每一步都勝。", drawn: "雙方不出錯時，每一步都和。", lost: "對方不出錯時，每一步都輸。" },
  others: { drawn: "其餘都和。", lost: "其餘都輸。", mixed: "其餘或和或輸。" },
  spokenMargin: {
    won: (move: string, margin: number) => `${move}：淨勝 ${margin}`,
    lost: (move: string, margin: number) => `${move}：淨負 ${margin}`,
  },
  spoken: {
    won: (move: string, plies: number) => `${move}：${plies} 步勝`,
    drawn: (move: string) => `${move}：和棋`,
    lost: (move: string, plies: number) => `${move}：${plies} 步負`,
    open: (move: string) => `${move}：限時內未解出`,
  },
};
