/** The HTTP API for teachers and admins. Every failure is an `ApiError`. */

import { withQuery } from "../../app/browser/router";
import { get, post, send, withBody } from "../../app/server/api";
import type * as p from "../../protocol";

function at(name: string): string {
  return `people/${encodeURIComponent(name)}`;
}

/** Whom a list has: those whose accounts the user has made, those with a role, or all who keep a name. */
export type Whom = "made" | "roles" | "everyone";

export const classApi = {
  list: (of: Whom, cursor?: string) => get<p.ListedPeople>(withQuery("people", { of, cursor })),
  make: (people: p.NewPeople) => post<p.MadePeople>("people", people),
  newCode: (name: string) => post<p.ResetCode>(`${at(name)}/reset-code`, {}),
  giveRole: (name: string, role: p.Role) => send(`${at(name)}/role`, withBody("PUT", { role } satisfies p.NewRole)),
};
