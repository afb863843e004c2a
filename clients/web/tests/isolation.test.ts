/** Test files share one instance of each module, but for those of isolated/ and `*.isolated.test.ts`: only those may change state that others see. */

import { expect, it } from "vitest";

const TOGETHER: Record<string, string> = import.meta.glob(["./**/*.test.ts", "../src/**/*.test.ts", "!./isolated/**", "!../src/**/*.isolated.test.ts"], { query: "?raw", import: "default", eager: true });
/** The page's state; the router, the way back and `commitments` have none. */
const STATE = /src\/(app\/(browser|server|state)|features\/session)\/(?!router"|way-back"|commitments")|from "[^"]*\.svelte"/;
/** Replacements of modules, globals and the clock. */
const CHANGES = /\bvi\.(mock|doMock|stub|spyOn|hoisted|useFakeTimers|setSystemTime)/;

it.each(Object.entries(TOGETHER).filter(([file]) => file !== "./isolation.test.ts"))("%s changes nothing that others see", (_, text) => {
  expect(text).not.toMatch(STATE);
  expect(text).not.toMatch(CHANGES);
});
