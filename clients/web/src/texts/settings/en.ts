/** The texts of the panel of settings in English. */

export const settings = {
  language: "Language",
  theme: "Theme",
  themes: { auto: "System default", light: "Light", dark: "Dark" },
  board: "Colours of boards",
  boards: { classic: "Wood, green, paper", "blue-grey": "Blue-grey", contrast: "High contrast" },
  coordinates: "Coordinates",
  where: { off: "None", edge: "At the edge", inside: "In every cell" },
  pieces: "Chinese pieces",
  sets: { characters: "Characters", international: "Pictures" },
  sounds: { title: "Sounds", volume: "Volume", percent: (share: number) => `${share} %` },
  premove: {
    title: "Premoves",
    hint: "Choose your next move while the other side thinks. It is played if it is legal then.",
  },
  challenges: {
    title: "Bots may ask me for games",
    hint: "Bots that you have played with, while this page is open. Declining one stops it and its owner's other bots for a day.",
  },
  confirm: {
    title: "Confirm stones",
    when: { always: "Always", phones: "On touch screens", never: "Never" },
  },
};

export type SettingTexts = typeof settings;
