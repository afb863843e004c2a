/**
 * Debounces absences: a player is shown as away only after two seconds, because reconnecting pages disappear for a moment.
 * A return is shown at once, and a re-sync changes nothing.
 */

/** The time for which a player has to be absent before it is shown. */
export const SHOWN_AFTER_MS = 2000;

export type Schedule = (run: () => void, ms: number) => () => void;

const browser: Schedule = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

export class Absences {
  /** By seat, cancels the timer after which it is shown as away. */
  private readonly cancelTimers = new Map<number, () => void>();
  private seats: ReadonlySet<number> = new Set();

  /** `onchange` is called with the seats that are shown as away. */
  constructor(
    private readonly onchange: (seats: ReadonlySet<number>) => void,
    private readonly schedule: Schedule = browser,
  ) {}

  /** Updates the absences after the server has sent which seats are connected. */
  note(connected: readonly boolean[]): void {
    connected.forEach((isHere, seat) => (isHere ? this.returned(seat) : this.left(seat)));
  }

  close(): void {
    for (const cancel of this.cancelTimers.values()) cancel();
    this.cancelTimers.clear();
  }

  private left(seat: number): void {
    if (this.seats.has(seat) || this.cancelTimers.has(seat)) return;
    this.cancelTimers.set(
      seat,
      this.schedule(() => {
        this.cancelTimers.delete(seat);
        this.show(new Set([...this.seats, seat]));
      }, SHOWN_AFTER_MS),
    );
  }

  private returned(seat: number): void {
    this.cancelTimers.get(seat)?.();
    this.cancelTimers.delete(seat);
    if (this.seats.has(seat)) this.show(new Set([...this.seats].filter((other) => other !== seat)));
  }

  private show(seats: ReadonlySet<number>): void {
    this.seats = seats;
    this.onchange(seats);
  }
}
