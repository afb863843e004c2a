// Compares Go's board with a twin by flood fill in random games on boards of several sizes. The
// argument is the number of games per size; returns 0 if every check passes.
#include <cstdio>
#include <cstdlib>
#include <random>
#include <type_traits>

#include "games/go/board.hpp"
#include "tests/games/go/twin_flood.hpp"
#include "zeitnot/fixed_list.hpp"

namespace zeitnot::go {
namespace {

static_assert(std::is_trivially_copyable_v<Board>);
static_assert(is_eye(0x0000, Colour::black) && !is_eye(0x0000, Colour::white));

using twins::GoFlood;

int failures = 0;

void expect(bool holds, const char* what, const Board& board) {
    if (holds) return;
    if (++failures > 20) return;
    std::printf("failed: %s\n", what);
    for (int row = board.size() - 1; row >= 0; --row) {
        for (int column = 0; column < board.size(); ++column)
            std::putchar("xo.#"[static_cast<int>(board.at(point(column, row)))]);
        std::putchar('\n');
    }
}

GoFlood::Spot spot(Point p) { return {column_of(p), row_of(p)}; }
char letter(Cell cell) { return "xo.#"[static_cast<int>(cell)]; }
char letter(Colour colour) { return letter(cell_of(colour)); }

// The key of the twin's stones, computed from scratch.
Key key_of(const GoFlood& twin) {
    Key key = 0;
    for_each_point(twin.size, [&](Point p) {
        const char c = twin.at(spot(p));
        if (c != GoFlood::empty) key ^= stone_key(p, c == 'x' ? Colour::black : Colour::white);
    });
    return key;
}

void check_stones(const Board& board, const GoFlood& twin) {
    std::size_t empties = 0;
    for_each_point(board.size(), [&](Point p) {
        expect(letter(board.at(p)) == twin.at(spot(p)), "a stone", board);
        for (std::size_t d = 0; d < 8; ++d) {
            expect(neighbour_cell(board.stones().neighbourhood(p), d) == board.at(neighbour(p, d)),
                   "a neighbour", board);
        }
        if (board.at(p) == Cell::empty) return static_cast<void>(++empties);
        const auto liberties = twin.liberties(spot(p));
        expect(board.liberties(p) == static_cast<int>(liberties.size()), "liberties", board);
        expect(board.in_atari(p) == (liberties.size() == 1), "atari", board);
        if (liberties.size() == 1) {
            expect(spot(board.stones().last_liberty(p)) == *liberties.begin(), "last liberty",
                   board);
        }
        std::set<GoFlood::Spot> chain;
        board.for_each_in_chain(p, [&](Point stone) { chain.insert(spot(stone)); });
        expect(chain == twin.region(spot(p)).points, "a chain", board);
        expect(board.stones().stones_in_chain(p) == static_cast<int>(chain.size()), "its stones",
               board);
    });
    std::set<Point> listed(board.stones().empty_points().begin(),
                           board.stones().empty_points().end());
    expect(listed.size() == empties && board.stones().empty_points().size() == empties, "empties",
           board);
    expect(board.hash() == key_of(twin), "the key", board);
    expect(board.captured(Colour::black) == twin.black_captured, "captured black", board);
    expect(board.captured(Colour::white) == twin.white_captured, "captured white", board);
    expect(board.area_margin() == twin.area_margin(), "area", board);
}

// Checks which moves are legal, and the keys after them. `before` is the board one move ago; the ko
// rule forbids the one move that restores it.
void check_moves(const Board& board, const GoFlood& twin, const GoFlood& before, Colour colour) {
    for (const Colour side : {colour, other(colour)}) {
        for_each_point(board.size(), [&](Point p) {
            const auto next = twin.after(spot(p), letter(side));
            const bool retakes = next && side == colour && next->grid == before.grid;
            expect(board.is_legal(p, side) == (next && !retakes), "a legal move", board);
            expect((board.ko() == p && board.ko_colour() == side) == retakes, "the ko", board);
            if (next) expect(board.hash_after(p, side) == key_of(*next), "the next key", board);
        });
    }
}

// A board set up stone by stone, in random order and with some points set twice, equals `board`.
void check_setting(const Board& board, std::mt19937& rng) {
    Board set(board.size());
    for (int round = 0; round < 3; ++round) {
        for_each_point(board.size(), [&](Point p) {
            if (round < 2 && rng() % 3 == 0) return set.set(p, static_cast<Cell>(rng() % 3));
            if (rng() % 2 == 0 || round == 2) set.set(p, board.at(p));
        });
    }
    set.set_ko(board.ko(), board.ko_colour());
    for (const Colour side : {Colour::black, Colour::white})
        set.set_captured(side, board.captured(side));
    expect(set == board && set.hash() == board.hash(), "a board that was set up", board);
    for_each_point(board.size(), [&](Point p) {
        for (const Colour side : {Colour::black, Colour::white})
            expect(set.is_legal(p, side) == board.is_legal(p, side), "its moves", board);
        if (is_stone(board.at(p)))
            expect(set.liberties(p) == board.liberties(p), "its liberties", board);
    });
}

void play(int size, std::mt19937& rng) {
    Board board(size);
    GoFlood twin(size), before(size);
    before.put({0, 0}, '?');  // equal to no board, so that the first move is no ko
    Colour colour = Colour::black;
    for (int ply = 0; ply < 3 * size * size; ++ply) {
        // The twin is slow on large boards.
        if (ply % (1 + size * size * size / 64) == 0) {
            check_stones(board, twin);
            check_moves(board, twin, before, colour);
            check_setting(board, rng);
        }
        FixedList<Point, max_points> moves;
        for (const Point p : board.stones().empty_points()) {
            // Eyes are filled now and then, because otherwise large chains are hardly ever
            // captured.
            const bool eye = is_eye(board.stones().neighbourhood(p), colour);
            if (board.is_legal(p, colour) && (!eye || rng() % 16 == 0)) moves.push(p);
        }
        before = twin;
        if (moves.empty()) {
            board.pass();
            before.put({0, 0}, '?');
        } else {
            const Point p = moves[rng() % moves.size()];
            const int captured_before = board.captured(other(colour));
            const int taken = board.play(p, colour);
            expect(board.captured(other(colour)) == captured_before + taken, "taken stones", board);
            twin = *twin.after(spot(p), letter(colour));
        }
        colour = other(colour);
    }
}

// Two stones that have just captured one may be captured at once (snapback): this is no ko.
void check_snapback() {
    Board board(5);
    // Black is on A1, white on A3 and B1; white captures A1 with A2.
    for (const Point p : {point(0, 0), point(0, 3), point(1, 1), point(1, 2)})
        board.set(p, Cell::black);
    for (const Point p : {point(0, 2), point(1, 0)}) board.set(p, Cell::white);
    expect(board.play(point(0, 1), Colour::white) == 1, "one stone is taken", board);
    expect(board.ko() == no_point && board.is_legal(point(0, 0), Colour::black), "no ko", board);
    expect(board.play(point(0, 0), Colour::black) == 2, "two are taken back", board);
}

}  // namespace
}  // namespace zeitnot::go

int main(int count, char** words) {
    const int games = count > 1 ? std::atoi(words[1]) : 3;
    zeitnot::go::check_snapback();
    std::mt19937 rng(9);
    for (const int size : {2, 3, 4, 5, 7, 9, 13, 19}) {
        for (int game = 0; game < (size < 13 ? games : 1); ++game) zeitnot::go::play(size, rng);
    }
    std::printf("%d failures\n", zeitnot::go::failures);
    return zeitnot::go::failures == 0 ? 0 : 1;
}
