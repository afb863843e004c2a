// Checks of the searches of many seats on random positions of a small race: paranoid and max^n find
// the values of plain recursions, whatever their tables and their pruning.
// Takes the number of positions for each number of seats; returns 0 if all is well.
#include <cstdio>
#include <cstdlib>
#include <random>

#include "runners.hpp"
#include "zeitnot/search/seats/engine.hpp"

namespace zeitnot {
namespace {

int failures = 0;

void expect(bool holds, const char* what, const Runners& position, int depth) {
    if (holds) return;
    ++failures;
    std::printf("failed: %s at depth %d of %s\n", what, depth, position.text().c_str());
}

template <class F>
void each_next(const Runners& position, F f) {
    Runners::Moves moves;
    position.generate(moves);
    for (const auto move : moves) {
        Runners next = position;
        next.play(move);
        f(next);
    }
}

SeatScores leaf(const Runners& position, int ply) {
    if (const auto end = position.result()) return end_scores(*end, ply);
    return Evaluation<Runners>{}(position);
}

// Max^n by its definition. `ties`: whether a seat had a choice between equals.
SeatScores plain_maxn(const Runners& position, const Alliance& alliance, int depth, int ply,
                      bool& ties) {
    if (depth == 0 || position.result()) return leaf(position, ply);
    std::optional<SeatScores> best;
    double most = 0;
    each_next(position, [&](const Runners& next) {
        const SeatScores found = plain_maxn(next, alliance, depth - 1, ply + 1, ties);
        auto values = PerSeat<double>::all(found.size(), 0);
        for (int seat = 0; seat < values.size(); ++seat) values[seat] = found[seat];
        const double wanted = alliance.utility(position.turn(), values);
        ties = ties || (best && wanted == most && found != *best);
        if (best && wanted <= most) return;
        best = found;
        most = wanted;
    });
    return *best;
}

Score plain_paranoid(const Runners& position, int seat, int depth, int ply) {
    if (depth == 0 || position.result()) return leaf(position, ply)[seat];
    const bool is_own = position.turn() == seat;
    Score best = is_own ? -infinite_score : infinite_score;
    each_next(position, [&](const Runners& next) {
        const Score found = plain_paranoid(next, seat, depth - 1, ply + 1);
        best = is_own ? std::max(best, found) : std::min(best, found);
    });
    return best;
}

Runners random_position(int seats, std::mt19937& random) {
    Runners position({seats});
    for (auto plies = random() % (8U * static_cast<unsigned>(seats)); plies > 0; --plies) {
        Runners::Moves moves;
        position.generate(moves);
        Runners next = position;
        next.play(moves[random() % moves.size()]);
        if (next.result()) break;
        position = next;
    }
    // A search of a single move ends at once.
    Runners::Moves moves;
    position.generate(moves);
    return moves.size() > 1 ? position : random_position(seats, random);
}

template <class M>
Report<Runners> searched(const Runners& position, const Options& options, int depth) {
    SeatsEngine<Runners, M> engine(options);
    const Task<Runners> task{History<Runners>(position), 1, {}};
    return engine.search(task, {depth, {}, {}, {}}, StopToken{}, nullptr);
}

bool near(double a, double b) { return std::abs(a - b) < 1e-9; }

// Positions count their plies, so one search meets a position at one depth only; deepening does not
// disturb this, since an entry of less depth is not used.
void check_position(const Runners& position, const Options& options, int depth) {
    const auto paranoid = searched<ParanoidMethod<Runners>>(position, options, depth);
    const Score plain = plain_paranoid(position, position.turn(), depth, 0);
    expect(near(paranoid.value, expected_of(plain)), "paranoid", position, depth);

    for (const Alliance& alliance : {Alliance{}, Alliance{{0, 1}, {}}, Alliance{{1}, {0}}}) {
        bool ties = false;
        const SeatScores all = plain_maxn(position, alliance, depth, 0, ties);
        if (ties) continue;
        Options with = options;
        with.alliance = alliance;
        const auto maxn = searched<MaxNMethod<Runners>>(position, with, depth);
        for (int seat = 0; seat < all.size(); ++seat)
            expect(near((*maxn.seats)[seat], expected_of(all[seat])), "max^n", position, depth);
    }
}

}  // namespace
}  // namespace zeitnot

int main(int count, char** words) {
    using namespace zeitnot;
    const int positions = count > 1 ? std::atoi(words[1]) : 20;
    std::mt19937 random(1);
    int compared = 0;
    for (const int seats : {2, 3, 4, 6}) {
        for (int number = 0; number < positions; ++number) {
            Options options;
            if (number % 3 == 1) options.hash_slots = 2;
            if (number % 3 == 2) options.hash_mb = 0;
            const Runners position = random_position(seats, random);
            for (const int depth : {1, 2, 3, 5, 7}) {
                check_position(position, options, depth);
                ++compared;
            }
        }
    }
    std::printf("%d compared, %d failures\n", compared, failures);
    return failures == 0 ? 0 : 1;
}
