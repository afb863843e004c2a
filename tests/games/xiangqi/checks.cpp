// Checks of xiangqi in random games: moves are compared with four textbook boards, and the
// functions that the search uses with simpler ones.
//
//   xiangqi_checks GAMES    plays GAMES random games; prints the number of failed checks
#include <cstdlib>
#include <string>
#include <vector>

#include "board_checks.hpp"
#include "games/xiangqi/evaluation.hpp"
#include "tests/games/xiangqi/twin_boards.hpp"

namespace {

using namespace zeitnot;
using namespace zeitnot::checks;

template <class Board>
std::vector<std::string> texts_on(const std::string& fen) {
    using Twin = twins::XiangqiTwin<Board>;
    std::vector<std::string> texts;
    twins::each_legal(Twin(fen), [&](auto from, auto to, const auto&) {
        texts.push_back(Twin::text(from) + Twin::text(to));
    });
    return sorted(std::move(texts));
}

void check_boards(const Xiangqi& position) {
    if (position.early_result()) return;
    const std::string fen = position.text();
    const auto ours = texts_of(position);
    check(ours == texts_on<twins::XiangqiArray>(fen), "moves as on the array", fen);
    check(ours == texts_on<twins::XiangqiLine>(fen), "moves as on the line", fen);
    check(ours == texts_on<twins::Xiangqi13x14>(fen), "moves as on 13 by 14", fen);
    check(ours == texts_on<twins::Xiangqi16x16>(fen), "moves as on 16 by 16", fen);
    check(position.count() == ours.size(), "the count of moves", fen);
    check(position.result().has_value() == ours.empty(), "whether there is a move", fen);
}

// Verifies that `captures` lists exactly the captures.
void check_captures(const Xiangqi& position) {
    Xiangqi::Moves all, captures, expected;
    position.generate(all);
    position.captures(captures);
    for (const auto move : all) {
        if (position.is_capture(move)) expected.push(move);
    }
    check(texts_of(position, captures) == texts_of(position, expected), "captures",
          position.text());
}

std::string mirrored(const std::string& fen) {
    const auto fields = split_words(fen);
    return mirrored_board(fields[0]) + (fields[1] == "w" ? " b - - " : " w - - ") +
           std::string(fields[4]) + ' ' + std::string(fields[5]);
}

struct ExchangeRules {
    static int to(Xiangqi::Move move) { return xiangqi::to_of(move); }
    static int rank(const Xiangqi& position, Xiangqi::Move move) {
        return xiangqi::exchange_values[position.board().type_at(xiangqi::from_of(move))];
    }
    static bool counts(Xiangqi::Move) { return true; }
};

// Counted by hand: soldier 150, adviser and elephant 200, horse 420, cannon 450, chariot 1000.
void check_exchanges_by_hand() {
    check_known_exchanges<Xiangqi>({
        {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", "b2b9",
         420 - 450},
        {"4k4/9/4r4/9/4p4/9/9/4R4/9/3K5 w - - 0 1", "e2e5", 150 - 1000},
        {"4k4/9/4r4/9/4p4/4R4/9/4R4/9/3K5 w - - 0 1", "e4e5", 150},
        // The cannon behind loses its screen; in the second position it has another.
        {"3k5/9/9/4r4/9/4n4/9/4R4/9/4CK3 w - - 0 1", "e2e4", 420 - 1000},
        {"3k5/9/9/4r4/9/4n4/9/4R4/4A4/4CK3 w - - 0 1", "e2e4", 420},
        // The general may not capture a protected piece.
        {"3k5/3r5/3P5/3R5/9/9/9/9/9/4K4 w - - 0 1", "d7d8", 1000},
        {"3k5/3r5/3P5/9/9/9/9/9/9/4K4 w - - 0 1", "d7d8", 1000 - 150},
    });
}

}  // namespace

int main(int count, char** arguments) {
    const int games = count > 1 ? std::atoi(arguments[1]) : 10;
    const Evaluation<Xiangqi> evaluation;
    Tally tally;
    Key rng = 1;
    check_exchanges_by_hand();
    for (int i = 0; i < games; ++i) {
        play_game<Xiangqi>(rng, [&](const Xiangqi& position) {
            check_boards(position);
            check_captures(position);
            check_checks(position);
            check_pass(position);
            check_losses(position);
            check_symmetry(position, evaluation, mirrored(position.text()));
            compare_exchanges<ExchangeRules>(position, tally);
        });
    }
    // At least 90 % agree; others differ because a piece is pinned or the general may not capture.
    return verdict(tally, 90);
}
