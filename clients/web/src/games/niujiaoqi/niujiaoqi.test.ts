import { describe, expect, it } from "vitest";

import { gameView as niujiaoqi } from "./view";
import { pieces } from "../../../tests/drawings";

describe("ox-horn chess", () => {
  const drawing = niujiaoqi.draw("0 8 9 r", null);

  it("places the red piece and the two blue ones", () => {
    expect(pieces(drawing)).toEqual(["blue@8", "blue@9", "red@0"]);
  });

  it("joins each node to the next two by 17 edges", () => {
    const edges = drawing.strokes?.match(/M[^M]+/g) ?? [];
    expect(edges.length).toBe(17);
    const ends = edges.map((edge) => [...edge.matchAll(/[\d.]+ [\d.]+/g)].map(([point]) => point));
    const centres = drawing.spots.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`);
    const joined = ends.map((points) => [points[0], points.at(-1)].map((point) => centres.indexOf(point ?? "")));
    expect(joined).toEqual(centres.flatMap((_, node) => [node + 1, node + 2].filter((next) => next < 10).map((next) => [node, next])));
  });

  it("is drawn only with curves", () => {
    expect(drawing.lines).toEqual([]);
    expect((drawing.strokes ?? "").replaceAll(/[-\d. ]/g, "")).toMatch(/^(MQ)+$/);
    expect((drawing.outline ?? "").replaceAll(/[-\d. ]/g, "")).toMatch(/^MC+Z$/);
  });

  it("reads a move as its two nodes", () => {
    expect(niujiaoqi.moveSpots("8-6")).toEqual(["8", "6"]);
  });
});
