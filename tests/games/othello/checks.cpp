// Compares Othello's two sets of inner loops, portable and AVX2, with each other and with plain
// walks in positions of random games. The argument is the number of games; returns 0 if every check
// passes.
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>

#include "games/othello/evaluation.hpp"
#include "package_weights.hpp"

namespace zeitnot::othello {
namespace {

int failures = 0;

const Weights& weights() {
    static const auto shared = package_weights<Othello>();
    return shared->patterns;
}

void expect(bool holds, const char* what, const Othello& position) {
    if (holds) return;
    ++failures;
    std::printf("failed: %s in %s\n", what, position.text().c_str());
}

// The flipped discs, found by walking from square to square as the rules describe.
Board flips_by_walking(int square, Board own, Board enemy) {
    Board flipped = 0;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            Board line = 0;
            int x = square % 8 + dx, y = square / 8 + dy;
            const auto holds = [&](Board b) {
                return x >= 0 && x < 8 && y >= 0 && y < 8 && (b >> (8 * y + x) & 1) != 0;
            };
            for (; (dx != 0 || dy != 0) && holds(enemy); x += dx, y += dy)
                line |= disc_on(8 * y + x);
            if (holds(own)) flipped |= line;
        }
    }
    return flipped;
}

void check_boards(const Othello& position) {
    const Board own = position.own(), enemy = position.enemy();
    Board moves = 0;
    for (Board empty = position.squares() & ~(own | enemy); empty != 0; empty &= empty - 1) {
        const int square = std::countr_zero(empty);
        const Board flipped = flips_by_walking(square, own, enemy);
        if (flipped != 0) moves |= disc_on(square);
        expect(flips(square, own, enemy) == flipped, "flips", position);
        expect(!has_avx2() || avx2::flips(square, own, enemy) == flipped, "AVX2 flips", position);
    }
    expect(mobility(own, enemy, position.squares()) == moves, "mobility", position);
    expect(!has_avx2() || avx2::mobility(own, enemy, position.squares()) == moves, "AVX2 mobility",
           position);
}

int minimax(const Othello& position) {
    if (const auto end = position.result())
        return position.turn() == 0 ? end->margins[0] : -end->margins[0];
    Othello::Moves moves;
    position.generate(moves);
    int best = minus_infinity;
    for (const auto move : moves) {
        Othello next = position;
        next.play(move);
        best = std::max(best, -minimax(next));
    }
    return best;
}

template <class Solver>
void check_solver(const Othello& position, int value, const char* what) {
    const StopToken never_stopped;
    Control control(Limits{}, never_stopped);
    Meter meter(control);
    Table<1> small = Table<1>::tiny(4);
    Solver solver(small, meter, weights());
    const SolverPosition at{position.own(), position.enemy(),
                            position.squares() & ~(position.own() | position.enemy())};
    expect(solver.solve(at, -64, 64) == value, what, position);
    expect(solver.solve(at, value - 1, value) >= value, what, position);
    expect(solver.solve(at, value, value + 1) <= value, what, position);
}

void play(int size, std::mt19937& rng, int max_empty) {
    Othello position(OthelloSettings{size});
    Board stable_before[2]{};
    while (!position.over()) {
        check_boards(position);
        if (size == 8) {
            expect((stable_before[position.turn()] & ~position.own()) == 0, "stable discs",
                   position);
            stable_before[position.turn()] =
                stable(position.own(), position.own() | position.enemy());
        }
        const Board empty = position.squares() & ~(position.own() | position.enemy());
        if (std::popcount(empty) <= max_empty) {
            const int value = minimax(position);
            check_solver<portable::EndgameSolver>(position, value, "ending");
            if (has_avx2()) check_solver<avx2::EndgameSolver>(position, value, "AVX2 ending");
        }
        Othello::Moves moves;
        position.generate(moves);
        position.play(moves[rng() % moves.size()]);
    }
}

// Verifies that the solver, stopped from another thread during a solution that would take years,
// ends within a few hundred nodes, because it checks the token at intervals.
void check_stop() {
    Othello position;
    std::mt19937 rng(30);
    while (std::popcount(position.squares() & ~(position.own() | position.enemy())) > 40) {
        Othello::Moves moves;
        position.generate(moves);
        position.play(moves[rng() % moves.size()]);
    }
    StopToken token;
    Control control(Limits{}, token);
    Meter meter(control);
    Table<1> table(1);
    OthelloEndings endings(table, meter, weights());
    bool interrupted = false;
    std::thread solver([&] {
        try {
            (void)endings.solve(position, 60, -infinite_score, infinite_score);
        } catch (const Interrupted&) {
            interrupted = true;
        }
        meter.flush();
    });
    while (control.nodes() < 100'000) std::this_thread::yield();
    token.stop();
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const std::uint64_t nodes_at_stop = control.nodes();
    solver.join();
    expect(interrupted, "the solver stops", position);
    expect(control.nodes() - nodes_at_stop <= 512, "the solver stops soon", position);
    std::printf("%d nodes after stop\n", static_cast<int>(control.nodes() - nodes_at_stop));
}

}  // namespace
}  // namespace zeitnot::othello

int main(int count, char** words) {
    const int games = count > 1 ? std::atoi(words[1]) : 20;
    std::mt19937 rng(4);
    for (int game = 0; game < games; ++game)
        zeitnot::othello::play(game % 4 == 0 ? 6 : 8, rng, game % 10 == 0 ? 8 : 6);
    zeitnot::othello::check_stop();
    std::printf("%d failures\n", zeitnot::othello::failures);
    return zeitnot::othello::failures == 0 ? 0 : 1;
}
