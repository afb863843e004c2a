/** The rules of Leduc hold'em. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "Ks?/-/cr 1 0 -/-/",
      caption: {
        en: "You hold a king and have checked; the other side has raised by two. It costs two chips to see the public card.",
        "zh-Hans": "你拿着 K，已过牌；对方加注两个。再付两个筹码才能看到公共牌。",
        "zh-Hant": "你拿著 K，已過牌；對方加注兩個。再付兩個籌碼才能看到公共牌。",
      },
    },
    {
      section: "turn",
      position: "Qs?/Qh/crc- 1 0 -/-/",
      caption: {
        en: "The public card pairs your queen: nothing beats a pair. Six chips are in the pot, and you speak first again.",
        "zh-Hans": "公共牌与你的 Q 成对：没有牌能胜过对子。底池里有六个筹码，又轮到你先说话。",
        "zh-Hant": "公共牌與你的 Q 成對：沒有牌能勝過對子。底池裡有六個籌碼，又輪到你先說話。",
      },
    },
    {
      section: "end",
      position: "-/-/ 2 7 JsKh/Jh/rc-rc",
      marked: ["card 1", "board"],
      caption: {
        en: "A pair of jacks beats a king. The winner gets the pot of fourteen, seven of them from the other side.",
        "zh-Hans": "一对 J 胜过 K。胜者得到底池的十四个筹码，其中七个来自对方。",
        "zh-Hant": "一對 J 勝過 K。勝者得到底池的十四個籌碼，其中七個來自對方。",
      },
    },
    {
      section: "end",
      position: "-/-/ 2 3 KsQh/Jh/rc-cc",
      marked: ["card 1"],
      caption: {
        en: "Nobody has a pair: the higher card wins.",
        "zh-Hans": "谁也没有对子：大者胜。",
        "zh-Hant": "誰也沒有對子：大者勝。",
      },
    },
    {
      section: "here",
      position: "Ks?/Jh/rrc-cr 1 0 -/-/",
      caption: {
        en: "One information set: whatever the other side holds, a jack, a queen or the other king, you see the same and must do the same.",
        "zh-Hans": "一个信息集：无论对方拿着 J、Q 还是另一张 K，你看到的都一样，也只能一样应对。",
        "zh-Hant": "一個資訊集：無論對方拿著 J、Q 還是另一張 K，你看到的都一樣，也只能一樣應對。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["You see your card; one public card follows. A pair with it beats everything, else king beats queen beats jack."],
      goal: ["Have won more chips than the other side after the last hand."],
      turn: [
        "There are six cards: jack, queen and king in two suits. Each side is dealt one and sees only that; both put one chip into the pot.",
        "A round of betting follows, then a public card is laid open, then a second round. The same side speaks first in both.",
        "The side whose turn it is may check or raise if nothing is to be paid, else fold, call or raise. A round ends when both have put in the same and both have spoken. At most two raises are made in a round.",
        "With limits a raise is two chips in the first round, four in the second. Without a limit it is half the pot, the pot, or everything; the pot is counted as after a call.",
      ],
      end: [
        "A side that folds loses the pot. After the second round both cards are shown: a pair with the public card wins, else the higher card; two cards of a rank share the pot.",
        "After the last hand the side with more chips wins; equal chips are a draw.",
      ],
      here: [
        "Settings: how many hands are played, usually ten; whether bets have limits; and the chips of each side in a hand without one. The sides open the hands in turn.",
        "A folded hand stays hidden until the last hand is over. Then all cards are shown, and every deal can be verified.",
        "The game was made for research at the University of Alberta: small enough to be solved exactly, large enough for bluffs in two rounds. What a side knows at its turn, its card, the public one and the bets, is an information set. There are 936 of them, and a strategy says for each how often to do what.",
        "Moves are written `fold`, `check`, `call` and `raise`, without a limit `half`, `pot` and `allin`.",
      ],
    },
    "zh-Hans": {
      hints: ["你看得见自己的一张牌，之后翻开一张公共牌。与它成对就最大，否则 K 大于 Q，Q 大于 J。"],
      goal: ["最后一手结束时，赢得的筹码比对方多。"],
      turn: [
        "共六张牌：两种花色的 J、Q、K。双方各发一张，只看得见自己的，各投一个筹码入底池。",
        "先下注一轮，再翻开一张公共牌，然后下注第二轮。两轮都由同一方先说话。",
        "轮到的一方，不欠筹码时可以过牌或加注，否则弃牌、跟注或加注。双方投入相同且都说过话，一轮就结束。每轮至多加注两次。",
        "限注时第一轮每次加注两个筹码，第二轮四个。无限注时可加半池、满池或全下，底池按跟注之后计算。",
      ],
      end: ["弃牌者输掉底池。第二轮之后双方摊牌：与公共牌成对者胜，否则大者胜；点数相同则平分。", "最后一手之后，筹码多的一方胜，相等为和局。"],
      here: [
        "可选设置：共玩几手，通常十手；是否限注；无限注时每手每方的筹码。双方轮流先说话。",
        "弃掉的牌直到最后一手结束才公开；那时所有的牌都可看到，每次发牌都可验证。",
        "这个游戏是阿尔伯塔大学为研究而设计的：小到可以精确求解，又大到两轮都能诈唬。一方在轮到时所知道的，即自己的牌、公共牌和下注，是一个信息集。共有 936 个，策略对每一个规定各种着法的频率。",
        "着法写作 `fold`（弃牌）、`check`（过牌）、`call`（跟注）、`raise`（加注）。无限注时写作 `half`（半池）、`pot`（满池）、`allin`（全下）。",
      ],
    },
    "zh-Hant": {
      hints: ["你看得見自己的一張牌，之後翻開一張公共牌。與它成對就最大，否則 K 大於 Q，Q 大於 J。"],
      goal: ["最後一手結束時，贏得的籌碼比對方多。"],
      turn: [
        "共六張牌：兩種花色的 J、Q、K。雙方各發一張，只看得見自己的，各投一個籌碼入底池。",
        "先下注一輪，再翻開一張公共牌，然後下注第二輪。兩輪都由同一方先說話。",
        "輪到的一方，不欠籌碼時可以過牌或加注，否則棄牌、跟注或加注。雙方投入相同且都說過話，一輪就結束。每輪至多加注兩次。",
        "限注時第一輪每次加注兩個籌碼，第二輪四個。無限注時可加半池、滿池或全下，底池按跟注之後計算。",
      ],
      end: ["棄牌者輸掉底池。第二輪之後雙方攤牌：與公共牌成對者勝，否則大者勝；點數相同則平分。", "最後一手之後，籌碼多的一方勝，相等為和局。"],
      here: [
        "可選設定：共玩幾手，通常十手；是否限注；無限注時每手每方的籌碼。雙方輪流先說話。",
        "棄掉的牌直到最後一手結束才公開；那時所有的牌都可看到，每次發牌都可驗證。",
        "這個遊戲是阿爾伯塔大學為研究而設計的：小到可以精確求解，又大到兩輪都能詐唬。一方在輪到時所知道的，即自己的牌、公共牌和下注，是一個資訊集。共有 936 個，策略對每一個規定各種著法的頻率。",
        "著法寫作 `fold`（棄牌）、`check`（過牌）、`call`（跟注）、`raise`（加注）。無限注時寫作 `half`（半池）、`pot`（滿池）、`allin`（全下）。",
      ],
    },
  },
};
