/** Cancels an open game of the user without showing its page. */

import { randomHex } from "../../app/browser/random";
import { command, helloMessages } from "../../app/room/commands";
import { unknownRoom } from "../../app/room/room";
import { ApiError } from "../../app/server/api";
import { Channel } from "../../app/server/socket";
import type * as p from "../../protocol";

/** Resolves when the server has ended the game. Throws ApiError if it refuses. */
export function cancelGame(game: string): Promise<void> {
  const [room, hello] = helloMessages(unknownRoom(game));
  const id = randomHex();
  // Only a seated player can abort, and the user may have left before taking the reserved seat. If already seated, this is refused.
  const [, sit] = command(room, { type: "sit" }, randomHex());
  const [, abort] = command(room, { type: "abort" }, id);
  return new Promise((resolve, reject) => {
    const end = (error?: ApiError): void => {
      channel.close();
      if (error) reject(error);
      else resolve();
    };
    const channel = new Channel<p.RoomIn, p.RoomOut>(`/ws/games/${game}`, {
      // A new connection sends the commands again with the same ids, so they are executed once.
      openingMessages: () => [...hello, sit, abort],
      receive: (message) => {
        if (message.type === "ack" && message.id === id) end();
        else if (message.type === "error" && message.id === id) end(new ApiError(message.code, message.message));
      },
      status: () => {},
      dismissed: (reason) => end(new ApiError("page", reason)),
    });
  });
}
