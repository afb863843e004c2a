/** The texts of the form for a new game. */
export const sheetForm = {
  who: "Who plays",
  bot: "Against a bot",
  bots: "With bots",
  seat: "Any opponent",
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
  startSeat: "Find an opponent",
  startLink: "Make the link",
  seatHint: "You are paired with anybody who looks for the same game, or join a game that waits on these terms. With more than two players, or days for a move, your game is listed on the front page while it waits.",
  linkHint: "You get a link to send. Anyone who opens it can take the seat with one click.",
  noBot: "No bot that plays this game is online.",
  botBusy: (bot: string) => `${bot} is at its limit of games. Try again in a minute.`,
};

export type SheetFormTexts = typeof sheetForm;
