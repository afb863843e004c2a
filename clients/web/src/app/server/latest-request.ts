import { ApiError } from "./api";

export type Answer<T> = { read: T; failure: null } | { read: null; failure: ApiError };

/** Requests for the same place of a page, of which only the newest counts. */
export class LatestRequest {
  private number = 0;

  /** What was read, or why nothing was; null: a newer request has been sent meanwhile. A request of several steps can ask
   * between them whether it is still the newest. */
  async send<T>(request: (isNewest: () => boolean) => Promise<T>): Promise<Answer<T> | null> {
    const number = ++this.number;
    const isNewest = (): boolean => number === this.number;
    const answer = await answerTo(() => request(isNewest));
    return isNewest() ? answer : null;
  }
}

async function answerTo<T>(request: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { read: await request(), failure: null };
  } catch (error) {
    return { read: null, failure: error instanceof ApiError ? error : new ApiError("page", String(error)) };
  }
}
