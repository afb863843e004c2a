/** The names of roles in Traditional Chinese. */

import type { Role } from "../../protocol";

export const roles: Readonly<Record<Role, string>> = { player: "", teacher: "教師", organiser: "主辦人", admin: "管理員" };
