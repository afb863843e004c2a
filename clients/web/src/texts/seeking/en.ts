/** The texts of quick pairing in English. */
export const seekTexts = {
  title: "Looking for an opponent",
  alone: "You will be paired as soon as somebody looks for the same game. You can browse other pages while you wait.",
  nobody: "Nobody else is looking for this game just now. You can wait on, or play a bot.",
  others: (count: number) => (count === 1 ? "1 other player is looking for this game." : `${count} other players are looking for this game.`),
  sameSeat: (count: number, side: string) =>
    count === 1 ? `1 other player waits, but also asks for the side ${side}.` : `${count} other players wait, but all of them also ask for the side ${side}.`,
  eitherSide: "Take either side",
  playBot: (bot: string) => `Play ${bot} now`,
  cancel: "Cancel",
  ended: {
    seek_replaced: "You are looking for an opponent on another page now, so this search has ended.",
    seek_cancelled: "The search has ended.",
    too_many_seeks: "Too many people at your address are looking for an opponent. Try again in a minute, or create a game.",
  } as Record<string, string>,
};

export type SeekTexts = typeof seekTexts;
