/** Offers between the seats: open, accepted, declined. Pure. */

import type * as p from "../../protocol";
import { isPending, withoutType } from "./pending";
import { type RoomState, isPlayer, isSynced, newNotice } from "./room";

/** The seat whose offer of this kind waits for your answer; null: none. */
export function offerFrom(state: RoomState, what: p.What): number | null {
  const offer = state.offers[what];
  const awaitsYou = offer && state.you !== null && isPlayer(state) && offer.seat !== state.you && !offer.agreed.includes(state.you);
  return awaitsYou ? offer.seat : null;
}

/** An offer was made. A pending answer to an older offer, which did not arrive before the connection broke, is dropped. */
export function applyOffered(state: RoomState, event: p.Offered): RoomState {
  const what = event.what ?? "draw";
  const offers = { ...state.offers, [what]: { seat: event.seat, agreed: [] } };
  const isMissedOffer = !isSynced(state) && event.seat !== state.you;
  if (!isMissedOffer || what === "resume" || !isPending(state, what)) return { ...state, offers };
  return { ...state, offers, pending: withoutType(state.pending, what), notice: newNotice(state, "answer_given_up", "") };
}

/** An offer was accepted by one seat, or declined; the seat that made it gets a notice of a decline. */
export function applyAnswered(state: RoomState, event: p.Answered): RoomState {
  const what = event.what ?? "draw";
  const offer = state.offers[what];
  if (event.accept && offer) {
    return { ...state, offers: { ...state.offers, [what]: { ...offer, agreed: [...offer.agreed, event.seat] } } };
  }
  const isOwn = offer !== undefined && offer.seat === state.you;
  const notice = isOwn ? newNotice(state, what === "draw" ? "declined" : `${what}_declined`, "") : state.notice;
  return { ...state, offers: withoutOffer(state.offers, what), notice };
}

/** The offers that remain open after a move, which declines all takebacks, and the offers of others that the mover has not
 * accepted. */
export function offersAfterMove(offers: RoomState["offers"], mover: number): RoomState["offers"] {
  const open = Object.entries(offers).filter(([, offer]) => offer.seat === mover || offer.agreed.includes(mover));
  return withoutOffer(Object.fromEntries(open), "takeback");
}

/** The offers without the one of this kind. */
export function withoutOffer(offers: RoomState["offers"], what: p.What): RoomState["offers"] {
  return Object.fromEntries(Object.entries(offers).filter(([kind]) => kind !== what));
}
