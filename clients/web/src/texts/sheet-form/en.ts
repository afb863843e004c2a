/** The texts of the form for a new game. */
export const sheetForm = {
  who: "Who plays",
  bot: "Against a bot",
  bots: "With bots",
  seat: "Open seat",
  link: "Invite by link",
  player: (number: number) => `Player ${number}`,
  person: "A person",
  fill: "Fill with bots",
  guests: "How people join the other seats",
  levelOf: (level: number) => `Level ${level}`,
  openSeats: (count: number) => `${count} seats are open.`,
  level: "Level",
  levelHint: (levels: number) => `1 is the easiest of ${levels}. Full, the bot's whole strength, is the hardest.`,
  full: "Full",
  fullHint: "Full strength",
  clock: "Clock",
  side: "Your side",
  random: "Random",
  startSeat: "Open the seat",
  startLink: "Make the link",
  seatHint: "Anyone can take the seat; if somebody already waits on these terms, you join them. Your game is listed on the front page while you wait.",
  linkHint: "You get a link to send. Anyone who opens it can take the seat with one click.",
  noBot: "No bot that plays this game is online.",
  botBusy: (bot: string) => `${bot} is at its limit of games. Try again in a minute.`,
};

export type SheetFormTexts = typeof sheetForm;
