import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

let page: EventTarget & { hidden: boolean };
let browser: EventTarget;
let retryLater: (again: () => void) => () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  browser = new EventTarget();
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  vi.stubGlobal("removeEventListener", browser.removeEventListener.bind(browser));
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.resetModules(); // the pauses are remembered
  ({ retryLater } = await import("../../src/app/server/retry"));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("a request that could not be answered", () => {
  it("is repeated once, after pauses that grow to a limit and start over after a minute without failures", () => {
    const again = vi.fn();
    const pauses = Array.from({ length: 6 }, () => {
      const [calls, start] = [again.mock.calls.length, performance.now()];
      retryLater(again);
      while (again.mock.calls.length === calls) vi.advanceTimersByTime(500);
      return performance.now() - start;
    });
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
    vi.advanceTimersByTime(60_000);
    retryLater(again);
    vi.advanceTimersByTime(1000);
    expect(again).toHaveBeenCalledTimes(7);
  });

  it("is repeated at once when the browser reports a network", () => {
    const again = vi.fn();
    retryLater(again);
    browser.dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(60_000);
    expect(again).toHaveBeenCalledTimes(1);
  });

  it("waits while the page is hidden, also when it becomes so", () => {
    const again = vi.fn();
    retryLater(again);
    page.hidden = true;
    page.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(60_000);
    expect(again).not.toHaveBeenCalled();
    page.hidden = false;
    page.dispatchEvent(new Event("visibilitychange"));
    expect(again).toHaveBeenCalledTimes(1);
  });

  it("is not repeated when it is cancelled", () => {
    const again = vi.fn();
    retryLater(again)();
    browser.dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(60_000);
    expect(again).not.toHaveBeenCalled();
  });
});
