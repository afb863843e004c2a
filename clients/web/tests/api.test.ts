import { afterEach, describe, expect, it, vi } from "vitest";

import { ApiError, api } from "../src/shell/api";

/** A server whose first answers say that another node has the game. */
function relocatedTimes(count: number): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    const problem = { title: "Misdirected Request", status: 421, code: "relocated", detail: "Node two has this room.", node: "two" };
    return Promise.resolve(asked.length > count ? Response.json({ ok: true }) : Response.json(problem, { status: 421 }));
  });
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a request about a room that another node has", () => {
  it("is sent again to that node", async () => {
    const asked = relocatedTimes(1);
    expect(await api.values("x", 3, new AbortController().signal)).toEqual({ ok: true });
    expect(asked).toEqual(["/api/v1/games/x/values?ply=3", "/api/v1/games/x/values?ply=3&node=two"]);
  });

  it("fails after five nodes", async () => {
    const asked = relocatedTimes(9);
    await expect(api.record("x")).rejects.toEqual(new ApiError("relocated", "Node two has this room."));
    expect(asked.length).toBe(6);
  });
});
