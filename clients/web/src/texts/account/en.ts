/** The texts of one's name, sessions and tokens in English. */
export const account = {
  title: "Sessions and tokens",
  intro: "Anyone who has one of these tokens can act as you, or as your bot. Revoke those that you do not recognise or need; their connections are closed at once.",
  kinds: { session: "Browser", bot: "Bot", former: "Former secret" } as Record<string, string>,
  made: "Made",
  used: "Last used",
  expires: "Expires",
  never: "never",
  here: "this browser",
  revoke: "Revoke",
  sure: "Really revoke",
  signOut: "Sign out",
  signOutHint: "A guest has no password: after signing out you cannot return to this account, and running games are lost on time.",
  sureOut: "Really sign out",
  loading: "Loading …",
  yourName: "Your name",
  save: "Save the name",
  saved: (name: string) => `You are now ${name}.`,
  nameRules: "Up to 32 letters and digits of any script, with spaces and - _ . ' between them.",
  nameKept: "Games that you have joined keep the old name; they stay yours.",
  refusals: {
    name_taken: "A bot has this name, or one that looks the same. Choose another one.",
    name_reserved: "This name sounds like the people who run this server, or like its bot. Choose another one.",
    name_mixed: "A word of this name mixes alphabets, so that it could be taken for another name.",
    name_unfit: "A name has letters and digits, at least one, with spaces and - _ . ' between them. Other signs are not possible.",
    name_fixed: "The operator has given this account its name, so it cannot be changed.",
    muted: "You are muted, so you cannot change your name now.",
    too_many_requests: "You have changed your name too often. Try again in an hour.",
    malformed: "A name has 1 to 32 characters.",
  } as Record<string, string>,
};

export type AccountTexts = typeof account;
