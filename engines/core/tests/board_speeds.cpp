// Compares the speed of textbook board representations with the engine's: counts the same paths on
// each.
//
//   board_speeds DEPTH    prints a table in Markdown
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "games/chess/position.hpp"
#include "games/xiangqi/position.hpp"
#include "tests/games/chess/twin_0x88.hpp"
#include "tests/games/chess/twin_plain.hpp"
#include "tests/games/xiangqi/twin_boards.hpp"
#include "zeitnot/perft.hpp"

namespace {

using namespace zeitnot;

// Prints a row: paths per second of processor time, the best of three runs.
template <class Count>
void row(const char* name, Count count) {
    double best = 1e9;
    std::uint64_t paths = 0;
    for (int run = 0; run < 3; ++run) {
        const std::clock_t start_time = std::clock();
        paths = count();
        best = std::min(best, static_cast<double>(std::clock() - start_time) / CLOCKS_PER_SEC);
    }
    const double millions = static_cast<double>(paths) / best / 1e6;
    std::printf("| %s | %llu | %.1f |\n", name, static_cast<unsigned long long>(paths), millions);
}

template <class Board>
void xiangqi_row(const char* name, int depth) {
    const twins::XiangqiTwin<Board> start(Xiangqi().text());
    row(name, [&] { return twins::paths(start, depth); });
}

void xiangqi_rows(int depth) {
    xiangqi_row<twins::XiangqiArray>("xiangqi, array of 10 by 9", depth);
    xiangqi_row<twins::XiangqiLine>("xiangqi, line of 90 cells", depth);
    xiangqi_row<twins::Xiangqi13x14>("xiangqi, walled mailbox of 13 by 14", depth);
    xiangqi_row<twins::Xiangqi16x16>("xiangqi, walled mailbox of 16 by 16", depth);
    row("xiangqi, ours", [&] {
        const auto poll = [] {};
        return perft(History<Xiangqi>(Xiangqi()), depth, poll);
    });
}

}  // namespace

int main(int count, char** arguments) {
    const int depth = count > 1 ? std::atoi(arguments[1]) : 5;
    const Chess start;
    const std::string fen = start.text();
    std::printf("| board | paths of %d plies | million a second |\n|---|---|---|\n", depth);
    row("chess, 0x88", [&] { return twins::paths(twins::Chess0x88(fen), depth); });
    row("chess, plain bitboards, multiply and shift",
        [&] { return twins::paths(twins::ChessPlain(fen), depth); });
    row("chess, ours", [&] {
        const auto poll = [] {};
        return perft(History<Chess>(start), depth, poll);
    });
    xiangqi_rows(depth - 1);
    return 0;
}
