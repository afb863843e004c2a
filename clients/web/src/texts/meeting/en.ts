/** The texts of rematches and waiting rooms in English. */
export const meeting = {
  withdraw: "Withdraw the request",
  decline: "Decline",
  declinedBy: (name: string) => `${name} wants no rematch.`,
  youDeclined: "You declined the rematch. You can still ask for one.",
  newOpponent: "New opponent",
  calledOff: "The game was aborted before the first move and does not count. You can look for another opponent.",
  calledOffWatcher: "The game was aborted before the first move and does not count.",
  calledOffLadder: "The game was aborted before the first move. The ladder shows what this means for the places.",
  frontPage: "Other games",
  botsFill: "If somebody leaves during the game, a bot takes the place.",
  comings: "Who came and left",
  came: (name: string) => `${name} joined.`,
  went: (name: string) => `${name} left.`,
  comesWithin: (name: string, time: string) => (time ? `${name} has ${time} to join.` : `${name} did not join in time.`),
  declinedNext: "Look for another opponent, or wait here: the seat is open to anybody who has the link.",
  declinedKept: "Look for another opponent, or wait here: the seat is still kept.",
  declinedOpen: "The seat is open now: send the link to somebody else.",
};

export type MeetingTexts = typeof meeting;
