// Checks of backgammon's networks and bear-off tables: a few training games reach every class of
// positions, the outcome probabilities are consistent, and the distributions add up to 1.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "games/backgammon/evaluation.hpp"
#include "games/backgammon/td.hpp"
#include "games/backgammon/trial.hpp"
#include "package_weights.hpp"

namespace {

using namespace zeitnot::backgammon;

void expect(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "wrong: %s\n", what);
    std::exit(1);
}

bool is_ordered(double greater, double smaller) { return greater >= smaller && smaller >= 0; }

void check_chances(const Networks& nets) {
    std::mt19937_64 rng(5);
    const auto die = [&rng] { return static_cast<int>(rng() % 6) + 1; };
    for (int game = 0; game < 4; ++game) {
        Board board = Board::start();
        for (int seat = 0; !board.has_borne_off(seat ^ 1); seat ^= 1) {
            const Chances chances = learnt_chances(nets, board.side(seat), board.side(seat ^ 1));
            expect(is_ordered(1, chances.win), "a chance to win");
            expect(is_ordered(chances.win, chances.win_gammon), "gammons won");
            expect(is_ordered(chances.win_gammon, chances.win_backgammon), "backgammons won");
            expect(is_ordered(1 - chances.win, chances.lose_gammon), "gammons lost");
            expect(is_ordered(chances.lose_gammon, chances.lose_backgammon), "backgammons lost");
            board = best_after(board, seat, die(), die(),
                               [&rng](const Board&) { return static_cast<double>(rng() >> 40); });
        }
    }
}

void check_distributions() {
    for (const Home& home : HomeNumbers<checkers>::all()) {
        double total = 0, first_total = 0;
        for (const float chance : one_sided_bear_off().rolls(home))
            total += static_cast<double>(chance);
        for (const float chance : one_sided_bear_off().rolls_for_first(home))
            first_total += static_cast<double>(chance);
        expect(std::abs(total - 1) < 1e-5, "rolls until all checkers are off");
        expect(std::abs(first_total - 1) < 1e-5, "rolls until the first checker is off");
    }
}

// A complete weights file can be read, a truncated one cannot.
void check_weights_file(zeitnot::Bytes file) {
    const auto found = zeitnot::read_weights_file(file);
    expect(found && found->game == "backgammon", "a weights file");
    expect(unpack(found->body) != nullptr, "weights that can be read");
    for (std::size_t size = 0; size < found->body.size(); size += 997) {
        expect(unpack(found->body.first(size)) == nullptr, "too few weights");
        expect(!zeitnot::read_weights_file(file.first(size)), "a file cut short");
    }
}

}  // namespace

int main() {
    check_distributions();
    check_chances(*zeitnot::package_weights<zeitnot::Backgammon>());
    TdLearner learner(1);
    for (std::uint64_t game = 1; game <= 8; ++game) learner.play(game, 0.03F);
    check_chances(learner.nets());
    check_weights_file(packed_networks(learner.nets()));
    expect(std::abs(trial(learner.mean(), 2).first) <= 3, "points of a game");
    std::puts("backgammon: all well");
    return 0;
}
