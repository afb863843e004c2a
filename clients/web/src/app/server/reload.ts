import { api } from "./api";
import { retryLater } from "./retry";

/** A newer page has other files, and some browsers do not ask again for one that failed: once the server can be reached,
 * the page is loaded anew. */
export async function reloadPage(): Promise<void> {
  await api.catalogue().then(() => location.reload(), () => retryLater(() => void reloadPage()));
}
