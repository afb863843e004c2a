/** The effects of moves, so that the page can show them before the server has answered. */

import { capturedBy, connected } from "./chains";
import { type Position, type Side, pointOf, read, write } from "./position";

/** The point of a move that places a stone; null: another kind of move. */
export function stonePoint(move: string, size = 19): number | null {
  return /^[A-T]\d+$/.test(move) ? pointOf(move, size) : null;
}

export function moveSpots(move: string): string[] {
  if (move.startsWith("dead ")) return [move.slice(5)];
  return stonePoint(move) === null ? [] : [move];
}

function otherSide(side: Side): Side {
  return side === 0 ? 1 : 0;
}

function withStone(position: Position, index: number): Position {
  const taken = capturedBy(position, index, position.side);
  const stones = position.stones.map((stone, point) => (point === index ? position.side : taken.includes(point) ? null : stone));
  const other = otherSide(position.side);
  const captured = position.captured.map((count, side) => (side === other ? count + taken.length : count)) as Position["captured"];
  return { ...position, stones, captured, side: other, ko: null, passes: 0 };
}

function withMark(position: Position, name: string): Position {
  const index = pointOf(name, position.size);
  if (index === null || !position.marking) return position;
  const chain = connected(position, index);
  const { dead } = position.marking;
  const others = dead.filter((point) => !chain.includes(point));
  const newDead = dead.includes(index) ? others : [...others, ...chain].sort((a, b) => a - b);
  return { ...position, marking: { ...position.marking, done: [false, false], dead: newDead } };
}

function withDone(position: Position): Position {
  if (!position.marking) return position;
  const done = position.marking.done.map((agreed, side) => agreed || side === position.side) as [boolean, boolean];
  return { ...position, side: otherSide(position.side), marking: { ...position.marking, done } };
}

/** The position after a move, as far as it is drawn: without the ko point, and without a marking, which the server begins. */
export function positionAfter(text: string, move: string): string {
  const position = read(text);
  const index = stonePoint(move, position.size);
  if (index !== null) return write(withStone(position, index));
  if (move.startsWith("dead ")) return write(withMark(position, move.slice(5)));
  if (move === "done") return write(withDone(position));
  if (move === "resume") return write({ ...position, side: position.marking?.next ?? position.side, passes: 0, resumed: true, marking: null });
  return write({ ...position, side: otherSide(position.side), ko: null, passes: position.passes + 1 });
}
