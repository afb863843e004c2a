/** The texts of the user's own clubs, of their challenges, and of what the server refuses, loaded with them. */

export const ownClubs = {
  title: "Your clubs",
  all: "All clubs",
  none: "You are in no club yet.",
  guest: "Clubs have members, ladders and clocks of their own. Everyone may look; to join one, keep your name.",
  leader: "You lead it",
  invited: "You are invited",
  invitation: (club: string) => `${club} invites you.`,
  look: "Look at it",

  tasks: "Clubs and ladders",
  challenged: (name: string, ladder: string, club: string) => `${name} challenges you on the ${ladder} ladder of ${club}.`,
  waits: (name: string, ladder: string, club: string) => `You have challenged ${name} on the ${ladder} ladder of ${club}.`,
  toBegin: (name: string, ladder: string, club: string) => `Your game against ${name} on the ${ladder} ladder of ${club} has not begun.`,
  answerWithin: (time: string) => `Answer within ${time}`,
  answerDue: (time: string) => `${time} left to answer`,
  beginWithin: (time: string) => `Begin within ${time}`,
  accept: "Accept",
  decline: "Decline",
  declineFor: (name: string) => `Decline the challenge by ${name}`,
  sureDecline: "Lose the place?",
  acceptFor: (name: string) => `Accept the challenge by ${name}`,
  toGame: "To the game",

  presetOf: (club: string, control: string) => `${club}: ${control}`,
  sameName: (preset: string, club: string) => `${preset} (${club})`,

  /** By code; empty: the server's own sentence says more. */
  refusals: {
    not_kept: "Keep your name with a password first.",
    name_taken: "A club has this name or address, or one that looks the same. Choose another one.",
    name_unfit: "A name has letters and digits, at least one, with spaces and - _ . ' between them. Other signs are not possible.",
    name_reserved: "This name sounds like the people who run this server. Choose another one.",
    name_mixed: "A word of this name mixes alphabets, so that it could be taken for another name.",
    list_full: "",
    bad_settings: "",
    bad_control: "",
    not_rated: "Games on these terms cannot be rated: choose a clock that counts, and the usual settings.",
    no_such_club: "There is no such club. It may have been dissolved.",
    no_such_ladder: "This club has no ladder for this game any more.",
    no_such_challenge: "This challenge is over.",
    no_such_person: "Nobody has kept this name.",
    join_closed: "This club takes only people whom its leaders have invited.",
    wrong_code: "This is not the club's code, or the code has expired.",
    member_already: "",
    not_member: "",
    last_leader: "A club needs a leader: make somebody else one first, or dissolve the club.",
    blocked: "One of you has blocked the other.",
    people_only: "A bot cannot be a member.",
    not_permitted: "",
    not_challengeable: "",
    too_late: "This challenge has been answered, or the time for it is over.",
    malformed: "Something is missing or too long.",
  } as Record<string, string>,
};

export type OwnClubTexts = typeof ownClubs;
