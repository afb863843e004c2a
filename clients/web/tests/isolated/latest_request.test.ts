import { expect, it } from "vitest";

import { ApiError } from "../../src/app/server/api";
import { LatestRequest } from "../../src/app/server/latest-request";

it("answers the newest request, with what was read or why nothing was", async () => {
  const latest = new LatestRequest();
  expect(await latest.send(() => Promise.resolve(7))).toEqual({ read: 7, failure: null });
  const [refused, broken] = [new ApiError("busy", "Later."), new Error("no")];
  expect((await latest.send(() => Promise.reject(refused)))?.failure).toBe(refused);
  expect((await latest.send(() => Promise.reject(broken)))?.failure).toMatchObject({ code: "page", message: "Error: no" });
});

it.each([true, false])("drops an older one, whether it succeeds (%s) or fails", async (succeeds) => {
  const latest = new LatestRequest();
  let end = (): void => {};
  const older = latest.send(async (isNewest) => {
    expect(isNewest()).toBe(true);
    await new Promise<void>((resolve) => (end = resolve));
    expect(isNewest()).toBe(false);
    if (!succeeds) throw new ApiError("busy", "Later.");
    return "old";
  });
  expect((await latest.send(() => Promise.resolve("new")))?.read).toBe("new");
  end();
  expect(await older).toBeNull();
});
