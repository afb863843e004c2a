/** The texts of rematches and waiting rooms in English. */
export const meeting = {
  withdraw: "Withdraw the request",
  decline: "Decline",
  declinedBy: (name: string) => `${name} wants no rematch.`,
  youDeclined: "You declined the rematch. You can still ask for one.",
};

export type MeetingTexts = typeof meeting;
