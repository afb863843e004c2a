/** The texts on how to register a bot. */
export const register = {
  register: "Register your own",
  command: "In a terminal:",
  http: "Or with one HTTP call:",
  token: "Both answer with a token, shown once. With it your bot enters the lobby and is invited to games.",
  run: "A bot in under 40 lines is in the source tree:",
};

export type RegisterTexts = typeof register;
