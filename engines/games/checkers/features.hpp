// The features of checkers' evaluation, as sets of squares.
#pragma once

#include <array>

#include "games/checkers/moves.hpp"

namespace zeitnot::checkers {

// The phase of the game: 16 in the opening, 0 in the ending.
struct Phase {
    int opening;
    [[nodiscard]] int blend(int early, int late) const {
        return (early * opening + late * (16 - opening)) / 16;
    }
};

constexpr Board set_of(std::initializer_list<int> squares_of_set) {
    Board set = 0;
    for (const int square : squares_of_set) set |= board_of(bit_of(square));
    return set;
}

inline constexpr Board centre = set_of({10, 11, 14, 15, 18, 19, 22, 23});
inline constexpr Board edges = set_of({4, 5, 12, 13, 20, 21, 28, 29});

// Row `line` in this seat's numbering; 0 is its back row.
template <int seat>
constexpr Board row_of(int line) {
    return row << bit_of(4 * (seat == 0 ? line : 7 - line) + 1);
}

// The men on the back row as a number. The lowest bit is the corner at the player's right hand.
template <int seat>
constexpr std::size_t back_row_of(Board men) {
    const auto set = static_cast<std::size_t>(men >> bit_of(seat == 0 ? 1 : 29) & row);
    if (seat == 0) return set;
    return (set & 1) << 3 | (set & 2) << 1 | (set & 4) >> 1 | (set & 8) >> 3;
}

// All squares one step in front of a set, in this seat's direction.
template <int seat>
constexpr Board ahead_of(Board set) {
    return (seat == 0 ? step<0>(set) | step<1>(set) : step<2>(set) | step<3>(set)) & valid;
}
// The squares that have one of the set directly behind them.
template <int seat>
constexpr Board behind(Board set) {
    return ahead_of<seat>(set);
}
constexpr Board around(Board set) {
    return (step<0>(set) | step<1>(set) | step<2>(set) | step<3>(set)) & valid;
}

// The empty squares on which a piece of this seat could be jumped at once.
template <int seat>
constexpr Board attacked(Board enemy, Board kings, Board free) {
    const Board enemy_kings = enemy & kings;
    const Board down = seat == 0 ? enemy_kings : enemy, up = seat == 0 ? enemy : enemy_kings;
    return (step<0>(down) & step<2>(free)) | (step<1>(down) & step<3>(free)) |
           (step<2>(up) & step<0>(free)) | (step<3>(up) & step<1>(free));
}

// Men with an enemy directly in front and an empty square behind on that diagonal.
template <int seat>
constexpr Board exposed_men(Board men, Board enemy, Board free) {
    if constexpr (seat == 0) {
        return men & ((step<2>(enemy) & step<0>(free)) | (step<3>(enemy) & step<1>(free)));
    } else {
        return men & ((step<0>(enemy) & step<2>(free)) | (step<1>(enemy) & step<3>(free)));
    }
}

// What must be empty for a man on a square to be a runaway: the squares that it may cross, and, of
// enemies, the squares from which one could approach it on the way.
struct RunawayPath {
    Board crossed = 0, reach = 0;
};

template <int seat>
inline constexpr auto runaway_paths = [] {
    std::array<RunawayPath, bits> all{};
    for (int square = 1; square <= squares; ++square) {
        const int line = (square - 1) / 4;
        Board front = board_of(bit_of(square)), crossed = 0, reach = front;
        for (int rows_left = seat == 0 ? 7 - line : line; rows_left > 0; --rows_left) {
            front = ahead_of<seat>(front);
            crossed |= front;
            reach |= around(reach);
        }
        all[index(bit_of(square))] = {crossed, reach};
    }
    return all;
}();

// The rows from which a man can count as a runaway.
template <int seat>
inline constexpr Board can_race =
    row_of<seat>(2) | row_of<seat>(3) | row_of<seat>(4) | row_of<seat>(5) | row_of<seat>(6);

// The men that no enemy can stop: the triangle in front of them is empty, and no enemy is near it.
template <int seat>
constexpr Board runaway_men(Board men, Board all, Board enemy) {
    Board found = 0;
    for (; men != 0; men &= men - 1) {
        const RunawayPath& path = runaway_paths<seat>[index(first_bit(men))];
        if ((path.crossed & all) == 0 && (path.reach & enemy) == 0) found |= men & -men;
    }
    return found;
}

// Men in the dog hole: on 28 with an enemy on 32, or on 5 with an enemy on 1.
template <int seat>
constexpr Board trapped_in_dog_hole(Board men, Board enemy) {
    constexpr Board hole = set_of({seat == 0 ? 28 : 5}), keeper = set_of({seat == 0 ? 32 : 1});
    return (enemy & keeper) != 0 ? men & hole : 0;
}

// Whether the side to move has the opposition ("the move"): an odd number of all pieces is on every
// second row, beginning with its back row.
inline bool has_the_move(const Sides& sides, int seat) {
    constexpr Board odd_rows[2] = {
        row << bit_of(1) | row << bit_of(9) | row << bit_of(17) | row << bit_of(25),
        row << bit_of(5) | row << bit_of(13) | row << bit_of(21) | row << bit_of(29)};
    return std::popcount((sides.own | sides.enemy) & odd_rows[seat]) % 2 == 1;
}

}  // namespace zeitnot::checkers
