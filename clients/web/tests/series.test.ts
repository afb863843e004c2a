import { expect, test } from "vitest";

import { nextOfSeries, seriesFact } from "../src/app/words/series";
import type { Finished, Series, Setup } from "../src/protocol";
import { en } from "../src/texts/en";

const third: Series = { games: 10, number: 3, scores: [1.5, 0.5] };
const setup = (series: Series | null): Setup => ({ moves: [], series }) as unknown as Setup;
const ended = (scores: number[] | null): Finished => ({ type: "finished", scores }) as unknown as Finished;

test("a game of a series says its number and the points before it", () => {
  expect(seriesFact(third, en)).toBe("game 3 of 10, 1½–½ before it");
  expect(seriesFact({ games: 10 } as Series, en)).toBe("a series of 10 games");
  expect(seriesFact(null, en)).toBe("");
});

test("the next game of a series follows a game with a result, up to the last", () => {
  expect(nextOfSeries({ setup: setup(third), finished: ended([1, 0]) })).toEqual([4, 10]);
  expect(nextOfSeries({ setup: setup(third), finished: ended(null) })).toBeNull();
  expect(nextOfSeries({ setup: setup({ ...third, number: 10 }), finished: ended([1, 0]) })).toBeNull();
  expect(nextOfSeries({ setup: setup(null), finished: ended([1, 0]) })).toBeNull();
  expect(nextOfSeries({ setup: null, finished: null })).toBeNull();
});
