// Compares Go's playouts with plain code: patterns with their texts, tactics with moves played by
// flood fill, and complete playouts. The argument is the number of games per size; returns 0 if
// every check passes.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "games/go/board.hpp"
#include "games/go/ownership.hpp"
#include "games/go/policy.hpp"
#include "tests/games/go/twin_flood.hpp"

namespace zeitnot::go {
namespace {

using twins::GoFlood;

int failures = 0;

void expect(bool holds, const char* what, int where = 0) {
    if (holds) return;
    if (++failures < 20) std::printf("failed: %s (%d)\n", what, where);
}

GoFlood::Spot spot(Point p) { return {column_of(p), row_of(p)}; }
char letter(Colour colour) { return colour == Colour::black ? 'x' : 'o'; }

GoFlood twin_of(const Stones& stones) {
    GoFlood twin(stones.size());
    for (int row = 0; row < stones.size(); ++row) {
        for (int column = 0; column < stones.size(); ++column) {
            const Cell cell = stones.at(point(column, row));
            if (is_stone(cell)) twin.put({column, row}, letter(colour_of(cell)));
        }
    }
    return twin;
}

// ── patterns ──

// The eight neighbours as nine characters, the upper row first: `x`, `o`, `.`, and `#` off the
// board.
std::string square_text(Neighbourhood bits) {
    std::string text(9, '?');
    const int place[8] = {5, 3, 1, 7, 2, 6, 0, 8};  // in the order of `directions`
    for (std::size_t d = 0; d < 8; ++d)
        text[static_cast<std::size_t>(place[d])] =
            "xo.#"[static_cast<int>(neighbour_cell(bits, d))];
    return text;
}

std::string turned(const std::string& s) {
    return {s[6], s[3], s[0], s[7], s[4], s[1], s[8], s[5], s[2]};
}
std::string mirrored(const std::string& s) {
    return {s[2], s[1], s[0], s[5], s[4], s[3], s[8], s[7], s[6]};
}

bool agrees(std::string_view pattern, const std::string& square, char x) {
    const char o = x == 'x' ? 'o' : 'x';
    for (std::size_t i = 0; i < 9; ++i) {
        if (i == 4) continue;
        const char expected = pattern[i], found = square[i];
        if (expected == 'X' && found != x) return false;
        if (expected == 'O' && found != o) return false;
        if (expected == 'x' && (found == x || found == '#')) return false;
        if (expected == 'o' && (found == o || found == '#')) return false;
        if (expected == '.' && found != '.') return false;
        if (expected == ' ' && found != '#') return false;
    }
    return true;
}

bool matches_text(Neighbourhood bits, Colour mover) {
    std::string square = square_text(bits);
    for (int side = 0; side < 2; ++side, square = mirrored(square)) {
        for (int turn = 0; turn < 4; ++turn, square = turned(square)) {
            for (const Pattern& pattern : playout_patterns) {
                for (const char x : {'x', 'o'}) {
                    const bool mover_is_x = letter(mover) == x;
                    if (pattern.mover == (mover_is_x ? 'O' : 'X')) continue;
                    if (agrees(pattern.rows, square, x)) return true;
                }
            }
        }
    }
    return false;
}

void check_patterns() {
    int found = 0;
    for (unsigned bits = 0; bits < 65536; bits += 3) {
        for (const Colour mover : {Colour::black, Colour::white}) {
            const auto square = static_cast<Neighbourhood>(bits);
            const bool matches = playout_pattern_table().matches(square, mover);
            expect(matches == matches_text(square, mover), "a pattern", static_cast<int>(bits));
            found += matches;
        }
    }
    expect(found > 1000 && found < 30000, "the number of patterns", found);
}

// ── tactics ──

void check_liberties(const Stones& stones, const GoFlood& twin, Point p, Colour colour) {
    const auto next = twin.after(spot(p), letter(colour));
    const Liberties found = liberties_after(stones, p, colour);
    const int taken = captured_by(stones, p, colour);
    expect((found == Liberties::none) == !next, "suicide", p);
    if (!next) return;
    const int before = twin.black_captured + twin.white_captured;
    expect(next->black_captured + next->white_captured - before == taken, "captured stones", p);
    expect(chain_size_after(stones, p, colour) ==
               static_cast<int>(next->region(spot(p)).points.size()),
           "the chain", p);
    if (taken > 1) return expect(found == Liberties::more, "room by captures", p);
    expect((found == Liberties::one) == (next->liberties(spot(p)).size() == 1), "self-atari", p);
}

void check_escapes(const Stones& stones, const GoFlood& twin, Point chain, Colour colour) {
    Candidates moves;
    add_escapes(stones, chain, colour, moves);
    for (const Point p : moves) {
        expect(stones.is_legal(p, colour), "a legal escape", p);
        const auto next = twin.after(spot(p), letter(colour));
        const bool captures = captured_by(stones, p, colour) > 0;
        expect(captures || (next && next->liberties(spot(chain)).size() >= 2), "an escape", p);
    }
    // Every move that gives the chain two liberties is listed.
    for (const Point p : stones.empty_points()) {
        const auto next = twin.after(spot(p), letter(colour));
        if (!next || !stones.is_legal(p, colour)) continue;
        if (next->liberties(spot(chain)).size() < 2) continue;
        bool listed = false;
        for (const Point move : moves) listed |= move == p;
        expect(listed, "an escape that was not found", p);
    }
}

void check_position(const Stones& stones, Colour colour) {
    const GoFlood twin = twin_of(stones);
    for (const Point p : stones.empty_points()) check_liberties(stones, twin, p, colour);
    for (int row = 0; row < stones.size(); ++row) {
        for (int column = 0; column < stones.size(); ++column) {
            const Point p = point(column, row);
            if (stones.at(p) == cell_of(colour) && stones.in_atari(p))
                check_escapes(stones, twin, p, colour);
        }
    }
}

// ── playouts ──

template <class Policy>
void check_playout(int size, const Policy& policy, Random& random, bool check_positions) {
    Board board(size);
    Stones stones(size);
    int passes = 0, moves = 0;
    const auto note = [&](Point p, Colour colour) {
        if (check_positions && moves % (size * 2) == 0) check_position(stones, colour);
        ++moves;
        passes = p == pass_point ? passes + 1 : 0;
        if (p == pass_point) return board.pass();
        expect(board.is_legal(p, colour), "a legal move of a playout", p);
        expect(!is_eye(board.stones().neighbourhood(p), colour), "no own eye is filled", p);
        board.play(p, colour);
    };
    const int count = play_out(stones, Colour::black, 0, no_mercy, policy, random, note);
    expect(count == moves, "the number of moves", count);
    for (Point p = 0; p < padded_points; ++p)
        expect(board.at(p) == stones.at(p), "the last position", p);
    expect(passes == 2 || count == 3 * size * size, "two passes", passes);
    if (passes == 2 && moves > size)
        expect(settled_margin(stones) == twin_of(stones).area_margin(), "the score", size);
}

// Playouts with the same seed are equal; with different seeds they differ.
void check_seeds() {
    const auto moves = [](std::uint64_t seed) {
        Random random(seed);
        Stones stones(9);
        std::string text;
        play_out(stones, Colour::black, 0, no_mercy, PatternPolicy{}, random,
                 [&](Point p, Colour) { text += static_cast<char>('0' + p % 64); });
        return text;
    };
    expect(moves(3) == moves(3) && moves(3) != moves(4), "seeds");
}

// All points of an empty board are about equally likely: 1,000 of 81,000 moves each.
void check_uniform() {
    Random random(5);
    const Stones stones(9);
    std::array<int, padded_points> counts{};
    for (int i = 0; i < 81'000; ++i) ++counts[UniformPolicy{}(stones, Colour::black, random)];
    for (const Point p : stones.empty_points())
        expect(counts[p] > 850 && counts[p] < 1150, "a uniform move", counts[p]);
}

// ── ownership ──

// Black owns the left side, with a dead white stone in it, white the right; both have two eyes.
void check_ownership() {
    const char* rows[] = {
        "..x.xo.o.",  //
        ".xxxxoooo",  //
        "....xo...",  //
        ".o..xo...",  //
        "....xo.oo",  //
        "xxxxxoooo",  //
        "....xo...",  //
        ".xx.xo.o.",  //
        "..x.xo.o.",
    };
    Board board(9);
    for (int row = 0; row < 9; ++row) {
        for (int column = 0; column < 9; ++column) {
            const char c = rows[8 - row][column];
            if (c != '.') board.set(point(column, row), c == 'x' ? Cell::black : Cell::white);
        }
    }
    Random random(1);
    const Ownership shares = ownership(board.stones(), Colour::black, 400, random);
    for (int row = 0; row < 9; ++row) {
        expect(shares[point(4, row)] > 0.9, "black's wall", row);
        expect(shares[point(5, row)] < 0.1, "white's wall", row);
    }
    const auto dead = dead_chains(board.stones(), shares);
    expect(dead.size() == 1 && dead[0] == point(1, 5), "the dead stone",
           static_cast<int>(dead.size()));
}

}  // namespace
}  // namespace zeitnot::go

int main(int count, char** words) {
    using namespace zeitnot::go;
    const int games = count > 1 ? std::atoi(words[1]) : 20;
    check_patterns();
    check_seeds();
    check_uniform();
    check_ownership();
    zeitnot::Random random(9);
    for (const int size : {2, 3, 5, 7, 9, 13, 19}) {
        for (int game = 0; game < games; ++game) {
            check_playout(size, UniformPolicy{}, random, false);
            check_playout(size, PatternPolicy{}, random, size < 13);
        }
    }
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
