import { afterEach, describe, expect, it, vi } from "vitest";

import { ApiError, api } from "../../src/app/server/api";
import { isTransient } from "../../src/app/server/retry";
import { failureText } from "../../src/app/words/format";
import { texts } from "../../src/texts";

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

describe("a request that only a balancer answers", () => {
  const problem = (status: number, code: string) => Response.json({ title: "Bad", status, code, detail: "No node can answer." }, { status });
  const answers: [string, Response][] = [
    ["503 of HAProxy", problem(503, "busy")],
    ["502 of HAProxy", problem(502, "retry")],
    ["502 of another proxy", new Response("<html>Bad Gateway</html>", { status: 502 })],
    ["504 of another proxy", new Response("", { status: 504 })],
  ];

  it.each(answers)("%s: says so in the user's language, and is repeated", async (_, response) => {
    vi.stubGlobal("fetch", () => Promise.resolve(response));
    const failure = await api.catalogue().catch((error: unknown) => error as ApiError);
    if (!(failure instanceof ApiError)) throw new Error("no failure");
    for (const t of Object.values(texts)) expect(failureText(failure, t)).toBe(t.errors.codes.busy);
    expect(isTransient(failure)).toBe(true);
  });

  it("keeps the seconds of Retry-After", async () => {
    const refusal = { title: "Too Many Requests", status: 429, code: "too_fast", detail: "Try again in 120 s." };
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(refusal, { status: 429, headers: { "retry-after": "120" } })));
    const failure = (await api.catalogue().catch((error: unknown) => error)) as ApiError;
    expect(failure.retryAfter).toBe(120);
  });

  it("is not repeated where the server itself has refused it", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(problem(404, "no_such_game")));
    const failure = (await api.catalogue().catch((error: unknown) => error)) as ApiError;
    expect([failure.code, isTransient(failure)]).toEqual(["no_such_game", false]);
  });
});
