/** The names of roles in Simplified Chinese. */

import type { Role } from "../../protocol";

export const roles: Readonly<Record<Role, string>> = { player: "", teacher: "教师", organiser: "组织者", admin: "管理员" };
