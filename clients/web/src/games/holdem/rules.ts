/** The rules of limit hold'em. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "AhKd????/-/ 1 0 -/-/",
      caption: {
        en: "The deal: two cards each. The dealer, below, has put in one chip, the other side two. The dealer begins.",
        "zh-Hans": "发牌：每方两张。下方是庄家，投了一个筹码，对方两个。庄家先说话。",
        "zh-Hant": "發牌：每方兩張。下方是莊家，投了一個籌碼，對方兩個。莊家先說話。",
      },
    },
    {
      section: "turn",
      position: "AhKd????/AcQs9h/crc-r 1 0 -/-/",
      caption: {
        en: "After the flop: your ace pairs the one on the board. The other side has bet two chips into a pot of eight.",
        "zh-Hans": "翻牌之后：你的 A 与牌面上的 A 成一对。底池里有八个筹码，对方下注两个。",
        "zh-Hant": "翻牌之後：你的 A 與牌面上的 A 成一對。底池裡有八個籌碼，對方下注兩個。",
      },
    },
    {
      section: "end",
      position: "-/-/ 2 2 9s8sQdQc/QsQh7s6s5s/cc-cc-cc-cc",
      marked: ["card 1 1", "card 1 2", "board 3", "board 4", "board 5"],
      caption: {
        en: "A straight flush: five cards of a suit in sequence. Four of a kind, the queens above, is next.",
        "zh-Hans": "同花顺：同一花色的五张连牌。其次是四条，如上方的四张 Q。",
        "zh-Hant": "同花順：同一花色的五張連牌。其次是四條，如上方的四張 Q。",
      },
    },
    {
      section: "end",
      position: "-/-/ 2 2 JhJdAhTh/KhKdJs6h2h/cc-cc-cc-cc",
      marked: ["card 1 1", "card 1 2", "board 1", "board 2", "board 3"],
      caption: {
        en: "A full house, three of a rank and a pair, beats a flush, five cards of a suit.",
        "zh-Hans": "葫芦，即三张同点加一对，胜过同花，即同一花色的五张。",
        "zh-Hant": "葫蘆，即三張同點加一對，勝過同花，即同一花色的五張。",
      },
    },
    {
      section: "end",
      position: "-/-/ 2 2 Jc9hQdQc/QhTs8d4c2c/cc-cc-cc-cc",
      marked: ["card 1 1", "card 1 2", "board 1", "board 2", "board 3"],
      caption: {
        en: "A straight, five ranks in sequence, beats three of a kind. An ace is high, or low before the two.",
        "zh-Hans": "顺子，即五张连续的点数，胜过三条。A 最大，也可以排在 2 之前。",
        "zh-Hant": "順子，即五張連續的點數，勝過三條。A 最大，也可以排在 2 之前。",
      },
    },
    {
      section: "end",
      position: "-/-/ 2 2 9c5hAsTd/AhKd9s5d2c/cc-cc-cc-cc",
      marked: ["card 1 1", "card 1 2", "board 3", "board 4", "board 1"],
      caption: {
        en: "Two pair beats one pair, even of aces. The fifth card decides between equal pairs.",
        "zh-Hans": "两对胜过一对，哪怕是一对 A。对子相同时比第五张。",
        "zh-Hant": "兩對勝過一對，哪怕是一對 A。對子相同時比第五張。",
      },
    },
    {
      section: "end",
      position: "-/-/ 2 2 AcJdQhTh/Kd8s7c4d2h/cc-cc-cc-cc",
      marked: ["card 1 1", "card 1 2", "board 1", "board 2", "board 3"],
      caption: {
        en: "Nobody has a pair: the highest card wins, here the ace.",
        "zh-Hans": "谁也没有对子：最大的单张胜，这里是 A。",
        "zh-Hant": "誰也沒有對子：最大的單張勝，這裡是 A。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["You make the best five of your two cards and the five on the board. Play by the buttons: a pair is good, two cards from ten up are, too."],
      goal: ["Have won more chips than the other side after the last hand."],
      turn: [
        "Each side is dealt two cards that only it sees. The dealer puts one chip into the pot, the other side two: the small and the big blind.",
        "There are four rounds of betting. Before the second three cards are laid open on the board, the flop; before the third and the fourth one each, the turn and the river.",
        "The side whose turn it is may check or bet if nothing is to be paid, else fold, call or raise. A round ends when both have put in the same and both have spoken.",
        "Bets and raises are two chips in the first two rounds, four in the last two, and at most four a round; the big blind counts as the first. The dealer speaks first before the flop, last after it.",
      ],
      end: [
        "A side that folds loses the pot. After the last round both hands are shown; the best five of each side's seven cards count, and equal hands share the pot.",
        "From the best: straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, a pair, the high card. Within one kind the higher ranks win; suits never decide.",
        "After the last hand the side with more chips wins; equal chips are a draw.",
      ],
      here: [
        "Setting: how many hands are played, usually twenty. The sides deal in turn, shown by the button.",
        "A folded hand stays hidden until the last hand is over. Then all cards are shown, and every deal can be verified: the board's cards are shuffled only before their round.",
        "Moves are written `fold`, `check`, `call`, `bet` and `raise`.",
      ],
    },
    "zh-Hans": {
      hints: ["用自己的两张和牌面上的五张，凑出最好的五张。用按钮说话：有对子算好牌，两张都在 10 以上也不错。"],
      goal: ["最后一手结束时，赢得的筹码比对方多。"],
      turn: [
        "每方发两张只有自己看得见的牌。庄家向底池投一个筹码，对方投两个，即小盲注和大盲注。",
        "共四轮下注。第二轮之前在牌面上翻开三张，即翻牌；第三、第四轮之前各翻一张，即转牌和河牌。",
        "轮到的一方，不欠筹码时可以过牌或下注，否则弃牌、跟注或加注。双方投入相同且都说过话，一轮就结束。",
        "前两轮每次下注或加注两个筹码，后两轮四个，每轮至多四次，大盲注算第一次。翻牌前庄家先说话，之后庄家后说话。",
      ],
      end: [
        "弃牌者输掉底池。最后一轮之后双方摊牌，各从七张中取最好的五张比较，相等则平分。",
        "从大到小：同花顺、四条、葫芦、同花、顺子、三条、两对、一对、高牌。同类比点数，花色不分大小。",
        "最后一手之后，筹码多的一方胜，相等为和局。",
      ],
      here: ["可选设置：共玩几手，通常二十手。双方轮流做庄，由庄家标志表示。", "弃掉的牌直到最后一手结束才公开；那时所有的牌都可看到，每次发牌都可验证：牌面的牌在该轮之前才洗出。", "着法写作 `fold`（弃牌）、`check`（过牌）、`call`（跟注）、`bet`（下注）、`raise`（加注）。"],
    },
    "zh-Hant": {
      hints: ["用自己的兩張和牌面上的五張，湊出最好的五張。用按鈕說話：有對子算好牌，兩張都在 10 以上也不錯。"],
      goal: ["最後一手結束時，贏得的籌碼比對方多。"],
      turn: [
        "每方發兩張只有自己看得見的牌。莊家向底池投一個籌碼，對方投兩個，即小盲注和大盲注。",
        "共四輪下注。第二輪之前在牌面上翻開三張，即翻牌；第三、第四輪之前各翻一張，即轉牌和河牌。",
        "輪到的一方，不欠籌碼時可以過牌或下注，否則棄牌、跟注或加注。雙方投入相同且都說過話，一輪就結束。",
        "前兩輪每次下注或加注兩個籌碼，後兩輪四個，每輪至多四次，大盲注算第一次。翻牌前莊家先說話，之後莊家後說話。",
      ],
      end: [
        "棄牌者輸掉底池。最後一輪之後雙方攤牌，各從七張中取最好的五張比較，相等則平分。",
        "從大到小：同花順、四條、葫蘆、同花、順子、三條、兩對、一對、高牌。同類比點數，花色不分大小。",
        "最後一手之後，籌碼多的一方勝，相等為和局。",
      ],
      here: ["可選設定：共玩幾手，通常二十手。雙方輪流做莊，由莊家標誌表示。", "棄掉的牌直到最後一手結束才公開；那時所有的牌都可看到，每次發牌都可驗證：牌面的牌在該輪之前才洗出。", "著法寫作 `fold`（棄牌）、`check`（過牌）、`call`（跟注）、`bet`（下注）、`raise`（加注）。"],
    },
  },
};
