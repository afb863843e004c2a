/** The texts of the page Bots, loaded with it. */
export const bots = {
  title: "Bots",
  online: "Online now",
  none: "No bot is online. The server's own comes with it; if it was started with --no-bots, start one as below.",
  levels: (count: number) => (count > 0 ? `${count} levels and full strength` : "one strength"),
  house: "the server's own",
  owner: (name: string) => `owner: ${name}`,
  free: "free",
  busy: "is at its limit of games",
  recent: "Its games",
  challenge: "Play against it",
  explain: "How it plays",
};

export type BotsTexts = typeof bots;
