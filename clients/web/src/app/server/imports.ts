/** The messages of an import. They will be part of the protocol. */

/** POST imports. `text`: games or a position, 1 MB at most; `game_type`: the game, where the text does not say it. */
export interface NewImport {
  text: string;
  game_type?: string;
}

/** `players`: by seat, empty without a name; `moves`: the number of plies; `result`: as the file has it. */
export interface ImportedGame {
  id: string;
  url: string;
  game_type: string;
  players: string[];
  moves: number;
  result?: string | null;
}

/** `problems`: what could not be read, as `text:12: what; expected what`; `notes`: what was read otherwise than written. */
export interface ImportAnswer {
  games: ImportedGame[];
  problems: string[];
  notes: string[];
}
