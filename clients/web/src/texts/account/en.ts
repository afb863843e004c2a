/** The texts of one's name, sessions and tokens in English. */

import { roles } from "../roles/en";

/** What a guest has brought into an account: its name, and how much of each. */
export interface Brought {
  name: string;
  games: number;
  bots: number;
  imports: number;
}

function count(number: number, one: string, many: string): string {
  return number === 0 ? "" : `${number} ${number === 1 ? one : many}`;
}

export const account = {
  guest: "a guest, whom only this browser knows",
  keepTitle: "Keep your name",
  keepIntro: "A password lets you sign in on any device. You keep your games, bots and settings, and nobody else can take the name.",
  keptName: "Name",
  newPassword: "New password",
  password: "Password",
  currentPassword: "Present password",
  passwordRules: "At least 8 characters.",
  show: "Show",
  hide: "Hide",
  keep: "Keep this name",
  kept: (name: string) => `The name ${name} is yours now. Sign in with it on other devices.`,
  signInTitle: "Sign in",
  bring: (guest: string) => `Bring along the games and bots of ${guest}`,
  signIn: "Sign in",
  signedIn: (name: string, brought: Brought | null) =>
    !brought
      ? `You are ${name}.`
      : `You are ${name}. From ${brought.name} you bring ${[count(brought.games, "game", "games"), count(brought.bots, "bot", "bots"), count(brought.imports, "imported game", "imported games")].filter(Boolean).join(", ")}.`,
  forgotten: "Forgotten? An admin or your teacher can give you a code.",
  changeTitle: "Change the password",
  endsElsewhere: "You are signed out everywhere else, and your own tokens end.",
  changeIntro: (passkeys: boolean) => `You are signed out everywhere else, and your own tokens end.${passkeys ? " Your passkeys stay." : ""}`,
  change: "Change it",
  passwordChanged: "The password is changed.",
  rename: "Only change the name",
  haveCode: "I have a code from an admin or my teacher",
  codeTitle: "Sign in by a code",
  codeIntro: (passkeys: boolean) => `The code sets a new password, and ends your other sessions.${passkeys ? " It removes your passkeys." : ""}`,
  code: "Code",
  linkTitle: "Sign in by this link",
  linkIntro: (passkeys: boolean) => `The link works once.${passkeys ? " A new password removes your passkeys." : ""}`,
  newPasswordIfAny: "New password, if you want one",
  joinCode: "Code to join, from the people who run this server",
  closed: "On this server only an admin or a teacher makes accounts.",
  showOnline: "Show when I am online",
  showOnlineHint: "On your profile, and with your games to those who follow you. Public games are listed in any case.",
  exportData: "Download your account, ratings and finished games (ZIP)",
  deleteSummary: "Delete the account",
  deleteTitle: "Delete the account for good",
  deleteIntro: "Running games are resigned. Your games stay, under another name; your bots end. This cannot be undone.",
  deleteForGood: "Delete it",
  roles,
  lookAfter: { teacher: "Your class: accounts and codes", admin: "People: accounts, codes, roles" },
  signOutElsewhere: "Sign out everywhere else",
  sureElsewhere: "Really sign out there",
  title: "Sessions and tokens",
  intro: "Anyone who has one of these tokens can act as you, or as your bot. Revoke those that you do not recognise or need; their connections are closed at once.",
  kinds: { session: "Browser", personal: "Personal token", bot: "Bot", former: "Former secret" } as Record<string, string>,
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
  passkeys: "Passkeys",
  passkeysIntro: "You sign in by finger, face or PIN, without name and password. Your password works too. Remove passkeys that you do not recognise.",
  passkeySignIn: "Sign in with a passkey",
  addPasskey: "Add a passkey",
  addPasskeyIntro: "Your browser asks where to save it: on this device, on a phone or on a security key.",
  add: "Add it",
  passkeyName: "Name of the passkey, if you want one",
  passkeyAdded: (name: string) => `The passkey ${name} is added.`,
  renamePasskey: "Rename",
  saveName: "Save",
  remove: "Remove",
  sureRemove: "Really remove",
  onlyAt: "Only at",
  wrongCurrent: "That is not your current password.",
  /** In all forms. */
  refusals: {
    wrong_password: "The name or password is wrong.",
    password_unfit: "Choose another password: at least 8 characters, not your name, and not one of the most common passwords.",
    wrong_code: "This code is wrong, used or expired.",
    kept_already: "You already have an account. Reload the page.",
    passkey_cancelled: "No passkey was used. You have cancelled, or waited too long.",
    passkey_exists: "This device has a passkey of your account already.",
    passkey_failed: "The browser could not use a passkey here.",
    wrong_passkey: "This passkey is not valid here any more, or it took too long. Try again.",
    no_passkeys: "There are no passkeys at this address.",
    too_many_passkeys: "You have ten passkeys. Remove one first.",
  } as Record<string, string>,
  /** In forms that give a name. */
  nameRefusals: {
    name_taken: "Somebody has this name, or one that looks the same. Choose another one.",
    name_reserved: "This name sounds like the people who run this server, or like its bot. Choose another one.",
    name_mixed: "A word of this name mixes alphabets, so that it could be taken for another name.",
    name_unfit: "A name has letters and digits, at least one, with spaces and - _ . ' between them. Other signs are not possible.",
    name_fixed: "The operator has given this account its name, so it cannot be changed.",
    muted: "You are muted, so you cannot change your name now.",
  } as Record<string, string>,
  /** In forms that only change the name. */
  renameRefusals: {
    too_many_requests: "You have changed your name too often. Try again in an hour.",
    malformed: "A name has 1 to 32 characters.",
  } as Record<string, string>,
};

export type AccountTexts = typeof account;
