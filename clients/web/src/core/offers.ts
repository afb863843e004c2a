/** Offers between the seats: open, accepted, declined. Pure. */

import type * as p from "../protocol";
import { isPending, withoutType } from "./pending";
import { type RoomState, newNotice, synced } from "./room";

/** The seat whose offer of this kind waits for your answer; null: none. */
export function offerFrom(state: RoomState, what: p.What): number | null {
  const offer = state.offers[what];
  const open = offer && state.you !== null && offer.seat !== state.you && !offer.agreed.includes(state.you);
  return open ? offer.seat : null;
}

/** An offer made. An answer to an older one that was on its way when the connection broke is given up. */
export function offered(state: RoomState, event: p.Offered): RoomState {
  const what = event.what ?? "draw";
  const offers = { ...state.offers, [what]: { seat: event.seat, agreed: [] } };
  const news = !synced(state) && event.seat !== state.you;
  if (!news || what === "resume" || !isPending(state, what)) return { ...state, offers };
  return { ...state, offers, pending: withoutType(state.pending, what), notice: newNotice(state, "answer_given_up", "") };
}

/** An offer declined, which is shown to its maker, or accepted by one of several. */
export function answered(state: RoomState, event: p.Answered): RoomState {
  const what = event.what ?? "draw";
  const offer = state.offers[what];
  if (event.accept && offer) {
    return { ...state, offers: { ...state.offers, [what]: { ...offer, agreed: [...offer.agreed, event.seat] } } };
  }
  const mine = offer !== undefined && offer.seat === state.you;
  const notice = mine ? newNotice(state, what === "draw" ? "declined" : `${what}_declined`, "") : state.notice;
  return { ...state, offers: withoutOffer(state.offers, what), notice };
}

/** The offers that are open after a move: it declines the others' that the mover has not accepted, and any
 * takeback. */
export function stillOpen(offers: RoomState["offers"], mover: number): RoomState["offers"] {
  const kept = Object.entries(offers).filter(([, offer]) => offer.seat === mover || offer.agreed.includes(mover));
  return withoutOffer(Object.fromEntries(kept), "takeback");
}

/** The offers without the one of this kind. */
export function withoutOffer(offers: RoomState["offers"], what: p.What): RoomState["offers"] {
  return Object.fromEntries(Object.entries(offers).filter(([open]) => open !== what));
}
