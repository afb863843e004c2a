// A bot for GAME that plays a legal move at random. Write your own idea into `choose`.
//
//     COMMANDS
//
// The server's page /rules describes the game's positions and moves.

/** Called when it is this bot's turn: returns one of `legal`. */
function choose(position, legal) {
  return legal[Math.floor(Math.random() * legal.length)];
}

/** The answer to one line of standard input. The first one has all requests so far. */
function answer(line) {
  const message = JSON.parse(line);
  const request = message.requests ? message.requests.at(-1) : message;
  const response = choose(request.position, request.legal);
  return `${JSON.stringify({ response })}\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<`;
}

let unread = "";
process.stdin.setEncoding("utf8").on("data", (text) => {
  const lines = (unread + text).split("\n");
  unread = lines.pop();
  for (const line of lines) console.log(answer(line));
});
