/** Translations of the reasons for which the server refuses a custom tree; the English sentences are those of the core. */

/** The variable parts of a sentence: numbers, words, brackets and commas. In the table they are `#`. */
const VARIABLE_PARTS = /\d+|\b(?:max|min|avg)(?= stands| in small)|[),](?=")/g;

/** Translations into simplified and traditional characters, by the server's sentence. */
const FAULTS: Record<string, readonly [string, string]> = {
  "A tree has at most # characters.": ["一棵树最多 # 个字符。", "一棵樹最多 # 個字元。"],
  "A tree has at most # nodes.": ["一棵树最多 # 个节点。", "一棵樹最多 # 個節點。"],
  "A tree has at most # plies.": ["一棵树最多 # 步深。", "一棵樹最多 # 步深。"],
  "A node has at most # children.": ["一个节点最多 # 个子节点。", "一個節點最多 # 個子節點。"],
  "A leaf has at most # digits.": ["叶子最多 # 位数字。", "葉子最多 # 位數字。"],
  "The tree ends before its text does.": ["树已结束，其后还有文字。", "樹已結束，其後還有文字。"],
  "A label stands before a seat's node.": ["标记写在一方的节点之前。", "標記寫在一方的節點之前。"],
  "max and min do not mix with A, B and C.": ["max、min 不与 A、B、C 混用。", "max、min 不與 A、B、C 混用。"],
  "max and min are for two seats.": ["max 和 min 用于两方。", "max 和 min 用於兩方。"],
  "C is for a lesson of three seats.": ["C 用于三方的课例。", "C 用於三方的課例。"],
  "A label is one to # small letters in square brackets.": ["标记是方括号里的一到 # 个小写字母。", "標記是方括號裡的一到 # 個小寫字母。"],
  "After a child stands a comma or a closing bracket.": ["子节点之后是逗号或右括号。", "子節點之後是逗號或右括號。"],
  "The probabilities of a chance node add up to #.": ["机会节点的概率之和为 #。", "機會節點的機率之和為 #。"],
  "A chance node's children are probability:tree, as #.#:#.": ["机会节点的子节点写作“概率:树”，如 #.#:#。", "機會節點的子節點寫作「機率:樹」，如 #.#:#。"],
  "With three seats a leaf is three digits, one for each, as #.": ["三方时叶子是三位数字，每方一位，如 #。", "三方時葉子是三位數字，每方一位，如 #。"],
  "After the sign stands a whole number.": ["负号之后是整数。", "負號之後是整數。"],
  "A leaf is written without leading zeros, and # without a sign.": ["叶子不带前导零，# 不带符号。", "葉子不帶前導零，# 不帶符號。"],
  "A leaf is a whole number.": ["叶子是整数。", "葉子是整數。"],
  "The text ends where a node should stand.": ["文字在应有节点之处结束。", "文字在應有節點之處結束。"],
  'A node is missing before "#".': ["“#”之前缺少节点。", "「#」之前缺少節點。"],
  "Before a bracket stands max, min, avg or a seat's letter.": ["括号之前是 max、min、avg 或一方的字母。", "括號之前是 max、min、avg 或一方的字母。"],
  "After # stands an opening bracket.": ["# 之后是左括号。", "# 之後是左括號。"],
  "Write # in small letters.": ["# 请用小写字母。", "# 請用小寫字母。"],
  "A seat is a capital letter before a bracket, as A(#,#).": ["一方是括号前的大写字母，如 A(#,#)。", "一方是括號前的大寫字母，如 A(#,#)。"],
  "A tree is max(…), min(…), avg(…), A(…), B(…), C(…) or a whole number.": ["树是 max(…)、min(…)、avg(…)、A(…)、B(…)、C(…) 或整数。", "樹是 max(…)、min(…)、avg(…)、A(…)、B(…)、C(…) 或整數。"],
  "An information set is one seat's, with as many moves everywhere.": ["一个信息集属于同一方，各节点的着法一样多。", "一個資訊集屬於同一方，各節點的著法一樣多。"],
  "A node cannot be in the information set of a node above it.": ["节点不能与其上方的节点同属一个信息集。", "節點不能與其上方的節點同屬一個資訊集。"],
  "A seat cannot forget its own move.": ["一方不能忘记自己的着法。", "一方不能忘記自己的著法。"],
  "Nodes that look the same must be of one kind, and hide the same.": ["看上去相同的节点须为同一种，且隐藏相同的内容。", "看上去相同的節點須為同一種，且隱藏相同的內容。"],
  "Nodes that a seat cannot tell apart need one label.": ["一方无法区分的节点须用同一标记。", "一方無法區分的節點須用同一標記。"],
  "A tree is written without blanks; after one stands the path to a node, a digit a step.": ["树不含空格；空格之后是到节点的路径，每步一位数字。", "樹不含空格；空格之後是到節點的路徑，每步一位數字。"],
  "After the tree stands the path to one of its nodes.": ["树之后是到其中一个节点的路径。", "樹之後是到其中一個節點的路徑。"],
};

/** The sentence in simplified (0) or traditional (1) characters; undefined: unknown. */
function translated(sentence: string, script: 0 | 1): string | undefined {
  const parts = sentence.match(VARIABLE_PARTS) ?? [];
  let index = 0;
  return FAULTS[sentence.replace(VARIABLE_PARTS, "#")]?.[script].replace(/#/g, () => parts[index++] ?? "");
}

/** In simplified characters. */
export const inHans = (sentence: string): string | undefined => translated(sentence, 0);

/** In traditional characters. */
export const inHant = (sentence: string): string | undefined => translated(sentence, 1);
