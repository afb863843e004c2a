// A load generator for Zeitnot: thousands of clients on one core. Prints `go` when the measurement
// begins and one JSON object when it is over; errors go to stderr, exit code 1.
//
//   load play      --port N --plan FILE --seconds S [--rate MOVES_PER_SECOND] [--rematch yes|no]
//                  [--watchers N] [--changes yes|no] [--together yes|no] [--query QUERY]
//   load broadcast --port N --plan FILE --seconds S --rate R --sockets SPECTATORS
//   load echo      --port N --seconds S --sockets N
//
// A plan has one game on each line: its id and its two players' tokens. With `--together yes`, for
// several processes that measure at the same time, a process waits after `go` for a line on its
// input, and keeps its sockets open until the input ends.
#include <cstdio>
#include <exception>
#include <stdexcept>

#include "broadcast.hpp"
#include "echo.hpp"
#include "games.hpp"

namespace {

template <typename Mode>
void measure(const load::Options& options) {
    Mode mode(options);
    mode.run();
    mode.report();
}

void run(const load::Options& options) {
    if (options.mode == "play") return measure<load::Games>(options);
    if (options.mode == "broadcast") return measure<load::Broadcast>(options);
    if (options.mode == "echo") return measure<load::Echo>(options);
    throw std::runtime_error("unknown mode " + options.mode);
}

}  // namespace

int main(int count, char** arguments) {
    try {
        run(load::read_options(count, arguments));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "load: %s\n", error.what());
        return 1;
    }
    return 0;
}
