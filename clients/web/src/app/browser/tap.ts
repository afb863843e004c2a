/** For this long after something new has appeared, a tap may have been meant for what was there before (ms). */
export const TAP_DELAY_MS = 500;
