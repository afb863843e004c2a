/** The rules of Kuhn poker. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "Q?/cb 1 0 --/",
      caption: {
        en: "You hold the queen and have checked; the other side has bet. With a king, or with a jack as a bluff?",
        "zh-Hans": "你拿着 Q，已过牌；对方下注。是真有 K，还是拿着 J 诈唬？",
        "zh-Hant": "你拿著 Q，已過牌；對方下注。是真有 K，還是拿著 J 詐唬？",
      },
    },
    {
      section: "end",
      position: "--/ 2 2 KQ/bc",
      caption: {
        en: "A bet and a call: both cards are shown, and the king wins the pot of four, two of them from the other side.",
        "zh-Hans": "下注，跟注：双方摊牌，K 赢得四个筹码，其中两个来自对方。",
        "zh-Hant": "下注，跟注：雙方攤牌，K 贏得四個籌碼，其中兩個來自對方。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["You see one of three cards; a king beats a queen, a queen beats a jack. Bet, or bluff, with the buttons."],
      goal: ["Have won more chips than the other side after the last hand."],
      turn: [
        "There are three cards: jack, queen and king. Each side is dealt one and sees only that; nobody sees the third. Both put one chip into the pot.",
        "The side that opens may check or bet one chip more. After a check the other side may check too, or bet. After a bet the other side folds, or calls with one chip.",
      ],
      end: ["A side that folds loses the pot to the other. Otherwise both cards are shown, and the higher one wins it: one chip from the other side without a bet, two with one.", "After the last hand the side with more chips wins; equal chips are a draw."],
      here: [
        "Setting: how many hands are played, usually ten. The sides open them in turn.",
        "A folded hand stays hidden until the last hand is over. Then all cards are shown, and every deal can be verified.",
        "Moves are written `check`, `bet`, `fold` and `call`.",
      ],
    },
    "zh-Hans": {
      hints: ["三张牌里你只看见自己的一张：K 大于 Q，Q 大于 J。用按钮过牌、下注或诈唬。"],
      goal: ["最后一手结束时，赢得的筹码比对方多。"],
      turn: ["共三张牌：J、Q、K。双方各发一张，只看得见自己的，第三张谁也看不见。双方各投一个筹码入底池。", "先说话的一方可以过牌，或再下注一个筹码。过牌后，对方也可以过牌，或下注。对下注可以弃牌，或用一个筹码跟注。"],
      end: ["弃牌者把底池让给对方。否则双方摊牌，大者得底池：无人下注时从对方赢一个筹码，有下注时赢两个。", "最后一手之后，筹码多的一方胜，相等为和局。"],
      here: ["可选设置：共玩几手，通常十手。双方轮流先说话。", "弃掉的牌直到最后一手结束才公开；那时所有的牌都可看到，每次发牌都可验证。", "着法写作 `check`（过牌）、`bet`（下注）、`fold`（弃牌）、`call`（跟注）。"],
    },
    "zh-Hant": {
      hints: ["三張牌裡你只看見自己的一張：K 大於 Q，Q 大於 J。用按鈕過牌、下注或詐唬。"],
      goal: ["最後一手結束時，贏得的籌碼比對方多。"],
      turn: ["共三張牌：J、Q、K。雙方各發一張，只看得見自己的，第三張誰也看不見。雙方各投一個籌碼入底池。", "先說話的一方可以過牌，或再下注一個籌碼。過牌後，對方也可以過牌，或下注。對下注可以棄牌，或用一個籌碼跟注。"],
      end: ["棄牌者把底池讓給對方。否則雙方攤牌，大者得底池：無人下注時從對方贏一個籌碼，有下注時贏兩個。", "最後一手之後，籌碼多的一方勝，相等為和局。"],
      here: ["可選設定：共玩幾手，通常十手。雙方輪流先說話。", "棄掉的牌直到最後一手結束才公開；那時所有的牌都可看到，每次發牌都可驗證。", "著法寫作 `check`（過牌）、`bet`（下注）、`fold`（棄牌）、`call`（跟注）。"],
    },
  },
};
