/** The description of a position for screen readers. */

import type { Listener, PositionDescription } from "../boards/description";
import { parsePosition, pieceOf, sorted, trickState } from "./cards";
import { spokenTexts } from "./texts";

export function describePosition(text: string, { viewer, language, settings, nameOf, pieceName }: Listener): PositionDescription {
  const t = spokenTexts[language];
  const { hands, trick, leader, won } = parsePosition(text);
  const cardName = (card: string): string => pieceName(pieceOf(card));
  const { ended } = trickState(text);
  const own = (viewer ?? 0) % 2;
  const tricks = (viewer === null ? t.tricks : t.yourTricks)(won[own] ?? 0, won[1 - own] ?? 0);
  const table = trick.map((card, index) => t.played(nameOf((leader + index) % hands.length), cardName(card)));
  const trump = String(settings.trump ?? "none");
  return {
    happened: ended ? [t.takes(nameOf(ended.winner)), tricks] : [],
    visible: [
      t.hold(sorted(hands[viewer ?? 0] ?? []).map(cardName)),
      ...(trump === "none" ? [] : [t.trumps(trump)]),
      table.length > 0 ? t.table(table) : t.lead,
    ],
  };
}
