/** The rules of whist. */

import type { Settings } from "../../protocol";
import type { GameRules } from "../../texts/game-rules";

const FOUR: Settings = { seats: 4 };

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "KsQs8h5c ??? 9h 0 0:0",
      to: ["8h"],
      caption: {
        en: "The other side has led the nine of hearts. You have one heart and must follow with it, though it does not win.",
        "zh-Hans": "对方首攻红心 9。你有一张红心，必须跟出，虽然赢不了。",
        "zh-Hant": "對方首攻紅心 9。你有一張紅心，必須跟出，雖然贏不了。",
      },
    },
    {
      section: "turn",
      position: "KsQs5c ??? - 1 0:1 9h8h",
      caption: {
        en: "The nine has taken the trick; its side leads to the next.",
        "zh-Hans": "红心 9 赢得此墩，由赢家首攻下一墩。",
        "zh-Hant": "紅心 9 贏得此墩，由贏家首攻下一墩。",
      },
    },
    {
      section: "turn",
      position: "Ks8h5c2d ??? ??? ??? 9hAh2h 0 0:0",
      settings: FOUR,
      to: ["8h"],
      caption: {
        en: "Four seats: the partner, opposite, has played the ace of hearts and takes this trick for both. The eight must follow.",
        "zh-Hans": "四人：对面的搭档出了红心 A，为双方赢得此墩。红心 8 必须跟出。",
        "zh-Hant": "四人：對面的搭檔出了紅心 A，為雙方贏得此墩。紅心 8 必須跟出。",
      },
    },
    {
      section: "here",
      position: "6h6d9c8c Tc5c2s4h|Tc5c2s4d - 0 0:0",
      caption: {
        en: "A lesson: the other side has the four of hearts or that of diamonds. For each of the two deals every lead is worth two tricks; not knowing which it is, a red six is worth two and a club one and a half.",
        "zh-Hans": "一课：对方持红心 4 或方块 4。若知道牌，首攻任何一张都值两墩；不知道时，红六值两墩，梅花只值一墩半。",
        "zh-Hant": "一課：對方持紅心 4 或方塊 4。若知道牌，首攻任何一張都值兩墩；不知道時，紅六值兩墩，梅花只值一墩半。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["Follow the suit that was led if you can. The highest card of it takes the trick, and its seat leads the next: click a card to play it."],
      goal: ["Take more tricks than the other side."],
      turn: [
        "Each seat is dealt four cards of a full pack (or seven, or thirteen) and sees only its own. With two seats most of the pack stays unseen.",
        "The first seat leads any card; the others follow in turn, with a card of the same suit if they have one, else with any. The highest card of the suit led takes the trick, or the highest trump if there are trumps and one was played. The seat that takes a trick leads to the next.",
        "With four seats the first and the third are partners against the second and the fourth; their tricks count together.",
      ],
      end: [
        "When all cards are played, the side with more tricks wins, and each trick is a point. Equal tricks are a draw.",
        "Partners win and lose together. When a seat resigns, runs out of time or goes away for good, its side loses, whatever the tricks.",
      ],
      here: [
        "Settings: four, seven or thirteen cards; two seats or four; no trumps, or a suit.",
        "What was played and who did not follow is shown to all; hands are not, until the game is over. Then every card is known, and the deal can be verified.",
        "A card is written as rank and suit: `Ks`, `Td`, `7c`.",
      ],
    },
    "zh-Hans": {
      hints: ["能跟首攻花色就必须跟。该花色最大的牌赢得一墩，赢家首攻下一墩：点击一张牌出牌。"],
      goal: ["赢得比对方更多的墩。"],
      turn: [
        "从整副牌中每家发四张（或七张、十三张），只看得见自己的牌。两人时，大部分牌始终看不见。",
        "首家任意首攻一张，其余各家依次出牌：有同花色必须跟，没有则任意出。首攻花色最大的牌赢得此墩；若有将牌且有人出将牌，则最大的将牌赢。赢家首攻下一墩。",
        "四人时，第一家与第三家为搭档，对第二家与第四家；搭档的墩数合计。",
      ],
      end: ["所有牌出完后，墩数多的一方胜，一墩一分。墩数相同为和局。", "搭档同胜同负。任何一家认输、超时或离开不再回来，所在一方即负，不论墩数。"],
      here: ["可选设置：四张、七张或十三张；两人或四人；无将，或指定一门将牌。", "出过的牌、谁没有跟花色，各家都看得见；手中的牌到结束才公开，那时所有的牌都可看到，发牌可验证。", "牌写作点数加花色：`Ks`、`Td`、`7c`。"],
    },
    "zh-Hant": {
      hints: ["能跟首攻花色就必須跟。該花色最大的牌贏得一墩，贏家首攻下一墩：點擊一張牌出牌。"],
      goal: ["贏得比對方更多的墩。"],
      turn: [
        "從整副牌中每家發四張（或七張、十三張），只看得見自己的牌。兩人時，大部分牌始終看不見。",
        "首家任意首攻一張，其餘各家依次出牌：有同花色必須跟，沒有則任意出。首攻花色最大的牌贏得此墩；若有王牌且有人出王牌，則最大的王牌贏。贏家首攻下一墩。",
        "四人時，第一家與第三家為搭檔，對第二家與第四家；搭檔的墩數合計。",
      ],
      end: ["所有牌出完後，墩數多的一方勝，一墩一分。墩數相同為和局。", "搭檔同勝同負。任何一家認輸、超時或離開不再回來，所在一方即負，不論墩數。"],
      here: ["可選設定：四張、七張或十三張；兩人或四人；無王，或指定一門王牌。", "出過的牌、誰沒有跟花色，各家都看得見；手中的牌到結束才公開，那時所有的牌都可看到，發牌可驗證。", "牌寫作點數加花色：`Ks`、`Td`、`7c`。"],
    },
  },
};
