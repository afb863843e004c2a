import type { Texts } from "./en";
import { en } from "./en";
export const zhHant: Texts = en;
