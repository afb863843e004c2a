// A perfect index of the positions of checkers with certain material and black, seat 0, to move.
//
// Black's men are on 1 to 28 and white's on 5 to 32, so the number of squares left for white's men
// depends on the number of black men on 1 to 4. Each such number has a separate range. Sets of
// squares are numbered in the combinatorial number system (Knuth, The Art of Computer Programming,
// volume 4A, 7.2.1.3).
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

#include "games/checkers/board.hpp"

namespace zeitnot::checkers {

// A set of squares with one bit each, without the gaps of a board.
using Squares = std::uint32_t;

constexpr Squares squares_of(Board board) {
    Squares set = 0;
    for (int row_pair = 0; row_pair < 4; ++row_pair)
        set |= static_cast<Squares>(board >> (9 * row_pair) & 0xFFU) << (8 * row_pair);
    return set;
}
constexpr Board board_of_squares(Squares set) {
    Board board = 0;
    for (int row_pair = 0; row_pair < 4; ++row_pair)
        board |= Board{set >> (8 * row_pair) & 0xFFU} << (9 * row_pair);
    return board;
}

inline constexpr auto binomials = [] {
    std::array<std::array<std::size_t, 13>, 33> table{};
    for (std::size_t n = 0; n <= 32; ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k <= 12 && n > 0; ++k)
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
    }
    return table;
}();
constexpr std::size_t binomial(int n, int k) { return binomials[index(n)][index(k)]; }

// The rank of a set among all sets of equally many squares of `allowed`.
inline std::size_t rank_of(Squares set, Squares allowed) {
    std::size_t rank = 0;
    for (int count = 1; set != 0; set &= set - 1, ++count) {
        const Squares below = (set & -set) - 1;
        rank += binomial(std::popcount(allowed & below), count);
    }
    return rank;
}

inline Squares set_of(std::size_t rank, int count, Squares allowed) {
    Squares set = 0;
    int place = std::popcount(allowed);
    for (Squares left = allowed; count > 0; --count) {
        // The largest square with at most `rank` sets below it.
        Squares square;
        do {
            square = std::bit_floor(left);
            left ^= square;
            --place;
        } while (binomial(place, count) > rank);
        rank -= binomial(place, count);
        set |= square;
    }
    return set;
}

// The numbers of pieces of each kind, the side to move first.
struct Material {
    int own_men = 0, own_kings = 0, enemy_men = 0, enemy_kings = 0;

    [[nodiscard]] int pieces() const { return own_men + own_kings + enemy_men + enemy_kings; }
    [[nodiscard]] Material turned() const { return {enemy_men, enemy_kings, own_men, own_kings}; }
    friend auto operator<=>(const Material&, const Material&) = default;

    static Material of(const Sides& sides) {
        return {std::popcount(sides.own & ~sides.kings), std::popcount(sides.own & sides.kings),
                std::popcount(sides.enemy & ~sides.kings),
                std::popcount(sides.enemy & sides.kings)};
    }
};

class MaterialIndex {
   public:
    explicit MaterialIndex(const Material& material) : material_(material) {
        for (int on_first = 0; on_first <= 4; ++on_first) {
            const bool possible = on_first <= material_.own_men &&
                                  material_.own_men - on_first <= 24 &&
                                  material_.enemy_men <= 28 - (material_.own_men - on_first);
            const std::size_t count = possible ? placements(on_first) : 0;
            starts_[index(on_first) + 1] = starts_[index(on_first)] + count;
        }
    }

    [[nodiscard]] const Material& material() const { return material_; }
    [[nodiscard]] std::size_t size() const { return starts_.back(); }

    // `at`: black to move, with this material.
    [[nodiscard]] std::size_t number(const Sides& sides) const {
        const Squares own = squares_of(sides.own), enemy = squares_of(sides.enemy);
        const Squares kings = squares_of(sides.kings), men = own & ~kings;
        const Squares enemy_men = enemy & ~kings;
        const int on_first = std::popcount(men & first_row);
        std::size_t number = rank_of(men & first_row, first_row);
        number =
            number * binomial(24, material_.own_men - on_first) + rank_of(men & middle, middle);
        const Squares for_enemy = ~first_row & ~men;
        number = number * binomial(std::popcount(for_enemy), material_.enemy_men) +
                 rank_of(enemy_men, for_enemy);
        const Squares for_kings = ~men & ~enemy_men;
        number = number * binomial(std::popcount(for_kings), material_.own_kings) +
                 rank_of(own & kings, for_kings);
        const Squares for_last = for_kings & ~(own & kings);
        number = number * binomial(std::popcount(for_last), material_.enemy_kings) +
                 rank_of(enemy & kings, for_last);
        return starts_[index(on_first)] + number;
    }

    [[nodiscard]] Sides position(std::size_t number) const {
        int on_first = 0;
        while (number >= starts_[index(on_first) + 1]) ++on_first;
        number -= starts_[index(on_first)];
        // Decodes the mixed-radix number from the last digit to the first.
        const int men = material_.own_men + material_.enemy_men;
        const std::size_t last =
            take(number, binomial(32 - men - material_.own_kings, material_.enemy_kings));
        const std::size_t kings = take(number, binomial(32 - men, material_.own_kings));
        const int beyond_first = material_.own_men - on_first;
        const std::size_t enemy = take(number, binomial(28 - beyond_first, material_.enemy_men));
        const std::size_t in_middle = take(number, binomial(24, beyond_first));
        const Squares own_men =
            set_of(number, on_first, first_row) | set_of(in_middle, beyond_first, middle);
        const Squares enemy_men = set_of(enemy, material_.enemy_men, ~first_row & ~own_men);
        const Squares own_kings = set_of(kings, material_.own_kings, ~own_men & ~enemy_men);
        const Squares enemy_kings =
            set_of(last, material_.enemy_kings, ~own_men & ~enemy_men & ~own_kings);
        return {board_of_squares(own_men | own_kings), board_of_squares(enemy_men | enemy_kings),
                board_of_squares(own_kings | enemy_kings)};
    }

   private:
    static constexpr Squares first_row = 0xF, middle = 0x0FFF'FFF0;

    [[nodiscard]] std::size_t placements(int on_first) const {
        const int beyond_first = material_.own_men - on_first,
                  men = material_.own_men + material_.enemy_men;
        return binomial(4, on_first) * binomial(24, beyond_first) *
               binomial(28 - beyond_first, material_.enemy_men) *
               binomial(32 - men, material_.own_kings) *
               binomial(32 - men - material_.own_kings, material_.enemy_kings);
    }

    static std::size_t take(std::size_t& number, std::size_t radix) {
        const std::size_t digit = number % radix;
        number /= radix;
        return digit;
    }

    Material material_;
    std::array<std::size_t, 6> starts_{};
};

}  // namespace zeitnot::checkers
