/** The numbers of the start positions of Chess960 (R. Scharnagl, 2003). */

/** The settings of the classical start, and of one that is drawn when the game begins. */
export const CLASSICAL = 518;
export const DRAWN = 960;

const PAWNS = "pppppppp/8/8/8/8/PPPPPPPP";
/** The places of the knights among the five squares that are free for them, by the last part of the number. */
const KNIGHTS = ["01", "02", "03", "04", "12", "13", "14", "23", "24", "34"];

/** The number of the start position that a FEN is; null: it is none. */
export function startNumber(fen: string): number | null {
  const [placement = "", side, rights] = fen.split(" ");
  const rank = placement.slice(0, 8);
  if (side !== "w" || rights !== "KQkq" || placement !== `${rank}/${PAWNS}/${rank.toUpperCase()}`) return null;
  const bishops = [...rank].flatMap((piece, file) => (piece === "b" ? [file] : []));
  const [dark, light] = [bishops.find((file) => file % 2 === 0), bishops.find((file) => file % 2 === 1)];
  const others = rank.replaceAll("b", "");
  const withoutQueen = others.replace("q", "");
  const knights = KNIGHTS.indexOf([...withoutQueen].flatMap((piece, place) => (piece === "n" ? [place] : [])).join(""));
  if (dark === undefined || light === undefined || knights < 0 || withoutQueen.replaceAll("n", "") !== "rkr") return null;
  return 96 * knights + 16 * others.indexOf("q") + 4 * (dark / 2) + (light - 1) / 2;
}
