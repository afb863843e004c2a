/** The names of roles in English. */

import type { Role } from "../../protocol";

export const roles: Readonly<Record<Role, string>> = { player: "", teacher: "Teacher", organiser: "Organiser", admin: "Admin" };
