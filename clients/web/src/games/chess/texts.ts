/** The words of chess. */

import type { GameTexts } from "../../texts";

export const texts: GameTexts = {
  en: {
    pieces: {
      "own-white k": "white king",
      "own-white q": "white queen",
      "own-white r": "white rook",
      "own-white b": "white bishop",
      "own-white n": "white knight",
      "own-white p": "white pawn",
      "own-black k": "black king",
      "own-black q": "black queen",
      "own-black r": "black rook",
      "own-black b": "black bishop",
      "own-black n": "black knight",
      "own-black p": "black pawn",
    },
    ends: { "fifty moves": "fifty moves without progress" },
  },
  "zh-Hans": {
    pieces: {
      "own-white k": "白方王",
      "own-white q": "白方后",
      "own-white r": "白方车",
      "own-white b": "白方象",
      "own-white n": "白方马",
      "own-white p": "白方兵",
      "own-black k": "黑方王",
      "own-black q": "黑方后",
      "own-black r": "黑方车",
      "own-black b": "黑方象",
      "own-black n": "黑方马",
      "own-black p": "黑方兵",
    },
    ends: { "fifty moves": "五十回合未吃子、未动兵" },
  },
  "zh-Hant": {
    pieces: {
      "own-white k": "白方王",
      "own-white q": "白方后",
      "own-white r": "白方城堡",
      "own-white b": "白方主教",
      "own-white n": "白方騎士",
      "own-white p": "白方兵",
      "own-black k": "黑方王",
      "own-black q": "黑方后",
      "own-black r": "黑方城堡",
      "own-black b": "黑方主教",
      "own-black n": "黑方騎士",
      "own-black p": "黑方兵",
    },
    ends: { "fifty moves": "五十回合未吃子、未動兵" },
  },
};
