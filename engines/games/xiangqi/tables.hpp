// Compile-time tables of the moves of each xiangqi piece from each square.
//
// Lines are looked up: the occupancy of a rank or file, at most 10 bits, is the index into a table
// of the squares that a chariot and a cannon reach. Steps, and the squares that block them, have an
// entry for each square.
#pragma once

#include "games/xiangqi/bits.hpp"

namespace zeitnot::xiangqi {

// Codes of three bits. The highest bit: the piece may cross the river. The lowest bit of a line
// piece: it needs no screen (the general attacks along an open file like a chariot).
enum Type : unsigned {
    none,
    general,
    adviser,
    elephant,
    soldier,
    horse,
    cannon,
    chariot,
};

// For a line of n squares: from a square and an occupancy, the squares up to and including the
// first piece on either side (`slide`), and the second piece on either side (`jump`).
template <int n>
struct LineTable {
    std::array<std::array<std::uint16_t, 1 << n>, n> slide{};
    std::array<std::array<std::uint16_t, 1 << n>, n> jump{};

    constexpr LineTable() {
        for (int from = 0; from < n; ++from) {
            for (unsigned occupied = 0; occupied < 1U << n; ++occupied) {
                fill_direction(from, occupied, 1);
                fill_direction(from, occupied, -1);
            }
        }
    }

   private:
    constexpr void fill_direction(int from, unsigned occupied, int step) {
        auto& reached = slide[at(from)][occupied];
        int pieces = 0;
        for (int to = from + step; to >= 0 && to < n && pieces < 2; to += step) {
            const auto target = static_cast<std::uint16_t>(1U << to);
            if (pieces == 0) reached |= target;
            if ((occupied >> to & 1) && ++pieces == 2) jump[at(from)][occupied] |= target;
        }
    }
};

inline constexpr LineTable<files> along_rank;
inline constexpr LineTable<ranks> along_file;

// The squares strictly between two squares of a line.
inline constexpr std::array<std::array<std::uint16_t, ranks>, ranks> between = [] {
    std::array<std::array<std::uint16_t, ranks>, ranks> between{};
    for (int a = 0; a < ranks; ++a) {
        for (int b = a + 2; b < ranks; ++b) {
            const auto inner = static_cast<std::uint16_t>((1U << b) - (2U << a));
            between[at(a)][at(b)] = between[at(b)][at(a)] = inner;
        }
    }
    return between;
}();

template <class F>
constexpr std::array<Bits, numbers> relation(F is_related) {
    std::array<Bits, numbers> sets{};
    for (int from = 0; from < files * ranks; ++from) {
        for (int to = 0; to < files * ranks; ++to) {
            const int x = from % files, y = from / files, to_x = to % files, to_y = to / files;
            if (from != to && is_related(x, y, to_x, to_y))
                sets[at(square(x, y))] |= bit(square(to_x, to_y));
        }
    }
    return sets;
}

constexpr int distance(int a, int b) { return a < b ? b - a : a - b; }
constexpr bool in_palace(int x, int y) { return x >= 3 && x <= 5 && (y <= 2 || y >= 7); }

inline constexpr auto lines =
    relation([](int x, int y, int to_x, int to_y) { return x == to_x || y == to_y; });
inline constexpr auto general_steps = relation([](int x, int y, int to_x, int to_y) {
    return in_palace(x, y) && in_palace(to_x, to_y) && distance(x, to_x) + distance(y, to_y) == 1;
});
inline constexpr auto adviser_steps = relation([](int x, int y, int to_x, int to_y) {
    return in_palace(x, y) && in_palace(to_x, to_y) && distance(x, to_x) == 1 &&
           distance(y, to_y) == 1;
});
// The squares from which an unblocked horse attacks a square.
inline constexpr auto horse_sources = relation(
    [](int x, int y, int to_x, int to_y) { return distance(x, to_x) * distance(y, to_y) == 2; });
// The legs of those horses: the squares on which a piece blocks them.
inline constexpr auto horse_legs = relation([](int x, int y, int to_x, int to_y) {
    return distance(x, to_x) == 1 && distance(y, to_y) == 1;
});

// Red (0) moves up; beyond the river soldiers also move sideways.
constexpr bool is_soldier_step(int seat, int x, int y, int to_x, int to_y) {
    const bool crossed = seat == 0 ? y >= 5 : y <= 4;
    if (y == to_y) return crossed && distance(x, to_x) == 1;
    return x == to_x && to_y == y + (seat == 0 ? 1 : -1);
}

inline constexpr std::array<std::array<Bits, numbers>, 2> soldier_steps{
    relation([](int x, int y, int to_x, int to_y) { return is_soldier_step(0, x, y, to_x, to_y); }),
    relation(
        [](int x, int y, int to_x, int to_y) { return is_soldier_step(1, x, y, to_x, to_y); })};
// The squares from which this seat's soldiers attack a square.
inline constexpr std::array<std::array<Bits, numbers>, 2> soldier_sources{
    relation([](int x, int y, int to_x, int to_y) { return is_soldier_step(0, to_x, to_y, x, y); }),
    relation(
        [](int x, int y, int to_x, int to_y) { return is_soldier_step(1, to_x, to_y, x, y); })};

// Steps that a piece next to the square can block: the horse's by the four squares beside it, in
// the order left, right, down, up; the elephant's by the four diagonal ones. `to[i]` are the
// targets if the squares in the bits of i are occupied.
struct BlockableSteps {
    std::array<int, 4> blockers{nowhere, nowhere, nowhere, nowhere};
    std::array<Bits, 16> to{};
};

constexpr void add_step(BlockableSteps& steps, std::size_t direction, int blocker, int target) {
    steps.blockers[direction] = blocker;
    for (unsigned i = 0; i < 16; ++i) {
        if (!(i >> direction & 1)) steps.to[i] |= bit(target);
    }
}

inline constexpr std::array<BlockableSteps, numbers> horse_steps = [] {
    std::array<BlockableSteps, numbers> all{};
    constexpr std::array<std::array<int, 2>, 4> sides{{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};
    for (int y = 0; y < ranks; ++y) {
        for (int x = 0; x < files; ++x) {
            for (std::size_t i = 0; i < 4; ++i) {
                const auto [dx, dy] = sides[i];
                for (int side = -1; side <= 1; side += 2) {
                    const int to_x = x + 2 * dx + side * dy, to_y = y + 2 * dy + side * dx;
                    if (!on_board(to_x, to_y)) continue;
                    add_step(all[at(square(x, y))], i, square(x + dx, y + dy), square(to_x, to_y));
                }
            }
        }
    }
    return all;
}();

inline constexpr std::array<BlockableSteps, numbers> elephant_steps = [] {
    std::array<BlockableSteps, numbers> all{};
    constexpr std::array<std::array<int, 2>, 4> sides{{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};
    for (int y = 0; y < ranks; ++y) {
        for (int x = 0; x < files; ++x) {
            for (std::size_t i = 0; i < 4; ++i) {
                const auto [dx, dy] = sides[i];
                const int to_x = x + 2 * dx, to_y = y + 2 * dy;
                if (!on_board(to_x, to_y) || y / 5 != to_y / 5) continue;
                add_step(all[at(square(x, y))], i, square(x + dx, y + dy), square(to_x, to_y));
            }
        }
    }
    return all;
}();

// The square that blocks a horse going from one square to the other.
constexpr int horse_leg(int from, int to) {
    const int x = square_info[at(from)].x, y = square_info[at(from)].y;
    const int dx = square_info[at(to)].x - x, dy = square_info[at(to)].y - y;
    return square(x + dx / 2, y + dy / 2);
}

}  // namespace zeitnot::xiangqi
