/** The names of chess pieces, by look (`custom-SIDE`, as drawn by Pieces.svelte) and FEN letter. */

import type { Language } from "../../texts";

export const pieceNames: Record<Language, Record<string, string>> = {
  en: {
    "custom-white k": "white king",
    "custom-white q": "white queen",
    "custom-white r": "white rook",
    "custom-white b": "white bishop",
    "custom-white n": "white knight",
    "custom-white p": "white pawn",
    "custom-black k": "black king",
    "custom-black q": "black queen",
    "custom-black r": "black rook",
    "custom-black b": "black bishop",
    "custom-black n": "black knight",
    "custom-black p": "black pawn",
  },
  "zh-Hans": {
    "custom-white k": "白方王",
    "custom-white q": "白方后",
    "custom-white r": "白方车",
    "custom-white b": "白方象",
    "custom-white n": "白方马",
    "custom-white p": "白方兵",
    "custom-black k": "黑方王",
    "custom-black q": "黑方后",
    "custom-black r": "黑方车",
    "custom-black b": "黑方象",
    "custom-black n": "黑方马",
    "custom-black p": "黑方兵",
  },
  "zh-Hant": {
    "custom-white k": "白方王",
    "custom-white q": "白方后",
    "custom-white r": "白方城堡",
    "custom-white b": "白方主教",
    "custom-white n": "白方騎士",
    "custom-white p": "白方兵",
    "custom-black k": "黑方王",
    "custom-black q": "黑方后",
    "custom-black r": "黑方城堡",
    "custom-black b": "黑方主教",
    "custom-black n": "黑方騎士",
    "custom-black p": "黑方兵",
  },
};
