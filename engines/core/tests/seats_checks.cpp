// Tests of multi-player searches on random positions of a small race: paranoid and max^n find the
// values of reference recursions, with any table and despite pruning. If positions occur at several
// plies, the search is as deep as the game is long, so that the depth does not matter. Takes the
// number of positions for each number of seats; returns 0 if all pass.
#include <cstdio>
#include <cstdlib>
#include <random>

#include "runners.hpp"
#include "zeitnot/search/seats/engine.hpp"

namespace zeitnot {
namespace {

int failures = 0;

template <class P>
void expect(bool is_true, const char* what, const P& position, int depth) {
    if (is_true) return;
    ++failures;
    std::printf("failed: %s at depth %d of %s\n", what, depth, position.text().c_str());
}

template <class P, class F>
void each_next(const P& position, F f) {
    typename P::Moves moves;
    position.generate(moves);
    for (const auto move : moves) {
        P next = position;
        next.play(move);
        f(next);
    }
}

template <class P>
SeatScores leaf(const P& position, int ply) {
    if (const auto end = position.result()) return end_scores(*end, ply);
    return expected_scores(Evaluation<P>{}, position);
}

// Max^n by its definition. `ties`: whether a seat had a choice between equals.
template <class P>
SeatScores reference_maxn(const P& position, const Alliance& alliance, int depth, int ply,
                          bool& ties) {
    if (depth == 0 || position.result()) return leaf(position, ply);
    std::optional<SeatScores> best;
    double best_utility = 0;
    each_next(position, [&](const P& next) {
        const SeatScores found = reference_maxn(next, alliance, depth - 1, ply + 1, ties);
        auto values = PerSeat<double>::all(found.size(), 0);
        for (int seat = 0; seat < values.size(); ++seat) values[seat] = found[seat];
        const double utility = alliance.utility(position.turn(), values);
        ties = ties || (best && utility == best_utility && found != *best);
        if (best && utility <= best_utility) return;
        best = found;
        best_utility = utility;
    });
    return *best;
}

template <class P>
Score reference_paranoid(const P& position, int seat, int depth, int ply) {
    if (depth == 0 || position.result()) return leaf(position, ply)[seat];
    const bool is_own = position.turn() == seat;
    Score best = is_own ? -infinite_score : infinite_score;
    each_next(position, [&](const P& next) {
        const Score found = reference_paranoid(next, seat, depth - 1, ply + 1);
        best = is_own ? std::max(best, found) : std::min(best, found);
    });
    return best;
}

template <class P>
P random_position(int seats, std::mt19937& random) {
    P position({seats});
    for (auto plies = random() % (8U * static_cast<unsigned>(seats)); plies > 0; --plies) {
        typename P::Moves moves;
        position.generate(moves);
        P next = position;
        next.play(moves[random() % moves.size()]);
        if (next.result()) break;
        position = next;
    }
    // A search of a single move ends immediately.
    typename P::Moves moves;
    position.generate(moves);
    return moves.size() > 1 ? position : random_position<P>(seats, random);
}

template <class M, class P>
Report<P> searched(const P& position, const Options& options, int depth) {
    SeatsEngine<P, M> engine(options);
    const Task<P> task{History<P>(position), 1, {}};
    return engine.search(task, {depth, {}, {}, {}}, StopToken{}, nullptr);
}

bool near(double a, double b) { return std::abs(a - b) < 1e-9; }

// An upper bound of the plies left.
template <class P>
int max_plies(const P& position) {
    int sum = 0;
    for (int seat = 0; seat < position.seat_count(); ++seat) sum += position.left(seat);
    return sum;
}

// Deepening does not change the values of positions that occur at only one ply, because entries of
// lower depth are not used.
template <class P>
void check_position(const P& position, const Options& options, int depth) {
    const auto paranoid = searched<ParanoidMethod<P>>(position, options, depth);
    const Score expected = reference_paranoid(position, position.turn(), depth, 0);
    expect(near(paranoid.value, expected_result(expected)), "paranoid", position, depth);

    for (const Alliance& alliance : {Alliance{}, Alliance{{0, 1}, {}}, Alliance{{1}, {0}}}) {
        bool ties = false;
        const SeatScores all = reference_maxn(position, alliance, depth, 0, ties);
        if (ties) continue;
        Options allied = options;
        allied.alliance = alliance;
        const auto maxn = searched<MaxNMethod<P>>(position, allied, depth);
        for (int seat = 0; seat < all.size(); ++seat)
            expect(near((*maxn.seats)[seat], expected_result(all[seat])), "max^n", position, depth);
    }
}

}  // namespace
}  // namespace zeitnot

int main(int count, char** arguments) {
    using namespace zeitnot;
    const int positions = count > 1 ? std::atoi(arguments[1]) : 20;
    std::mt19937 random(1);
    int compared = 0;
    for (const int seats : {2, 3, 4, 6}) {
        for (int number = 0; number < positions; ++number) {
            Options options;
            if (number % 3 == 1) options.hash_slots = 2;
            if (number % 3 == 2) options.hash_mb = 0;
            const auto position = random_position<Runners>(seats, random);
            for (const int depth : {1, 2, 3, 5, 7}) {
                check_position(position, options, depth);
                ++compared;
            }
        }
    }
    for (const int seats : {2, 3}) {
        for (int number = 0; number < 10 * positions; ++number) {
            const auto position = random_position<TransposingRunners>(seats, random);
            const int plies = max_plies(position);
            if (plies > 11) continue;
            check_position(position, {}, plies);
            ++compared;
        }
    }
    std::printf("%d compared, %d failures\n", compared, failures);
    return failures == 0 ? 0 : 1;
}
