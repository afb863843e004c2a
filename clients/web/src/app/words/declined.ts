/** How a player declines, in words. Pure. */

import type { Declined } from "../../protocol";
import type { Texts } from "../../texts";

/** Who does not come, and why, with the player's own text. A reason from a newer server is shown as it is. */
export function declinedText({ name, reason, text }: Declined, { declined }: Texts): string {
  if (reason == null) return declined.noAnswer(name);
  const sentence = declined.by(name, (declined.reasons as Record<string, string>)[reason] ?? reason);
  return text ? `${sentence} ${declined.said(text)}` : sentence;
}
