// The shape that a stone makes on one line, from a table of all neighbourhoods of eleven cells.
//
// A five that contains the stone lies within four cells of it, and a fifth cell on either side
// distinguishes a five from an overline. A cell is the side's own, blocked (the enemy's or off the
// board) or empty, so there are 3^10 neighbourhoods. Each shape is defined by the best shape after
// one more stone on the line: a four becomes a five, an open three an open four.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace zeitnot::gomoku {

// From the weakest to the strongest. A four has one cell that makes five, an open four two or more.
// An open three can become an open four, a three only a four, and so on down.
enum class Shape : std::uint8_t {
    none,      // five can no longer be made here
    one,       // one more stone makes a two
    open_one,  // an open two
    two,
    open_two,
    three,
    open_three,
    four,
    open_four,
    five,
};
inline constexpr std::size_t shapes = 10;

// Whether more than five in a row also win.
enum class Overline : std::uint8_t { wins, does_not_win };

class ShapeTable {
   public:
    static constexpr int reach = 5;  // cells of a neighbourhood on either side

    explicit ShapeTable(Overline overline) : overline_(overline), table_(neighbourhoods) {
        // More stones first, because a shape is defined by shapes with one more stone.
        std::vector<std::uint32_t> order(neighbourhoods);
        for (std::uint32_t i = 0; i < neighbourhoods; ++i) order[i] = i;
        std::stable_sort(order.begin(), order.end(), [](std::uint32_t a, std::uint32_t b) {
            return std::popcount(neighbourhood_of(a).own) > std::popcount(neighbourhood_of(b).own);
        });
        for (const std::uint32_t index : order) table_[index] = define(neighbourhood_of(index));
    }

    // The shape of a stone in the middle, bit `reach`, of these eleven cells.
    [[nodiscard]] Shape operator()(std::uint32_t own, std::uint32_t blocked) const {
        return table_[ternary[own] + 2U * ternary[blocked]];
    }

    static const ShapeTable& of(Overline overline) {
        static const ShapeTable winning(Overline::wins), exact(Overline::does_not_win);
        return overline == Overline::wins ? winning : exact;
    }

   private:
    static constexpr int width = 2 * reach + 1, five = 5;
    static constexpr std::uint32_t sets = 1U << width, middle = 1U << reach;
    static constexpr std::uint32_t neighbourhoods = 59049;  // 3^10

    struct Neighbourhood {
        std::uint32_t own, blocked;
    };

    // A digit for each cell but the middle one. The two at the ends have the highest digits so that
    // the entries that freestyle uses are contiguous.
    static constexpr std::array<std::uint32_t, width> digits{19683, 1,   3,   9,    27,  0,
                                                             81,    243, 729, 2187, 6561};
    static constexpr std::array<std::uint16_t, sets> ternary = [] {
        std::array<std::uint16_t, sets> sums{};
        for (std::uint32_t set = 0; set < sets; ++set) {
            std::uint32_t sum = 0;
            for (std::size_t i = 0; i < width; ++i) sum += (set >> i & 1U) * digits[i];
            sums[set] = static_cast<std::uint16_t>(sum);
        }
        return sums;
    }();

    static Neighbourhood neighbourhood_of(std::uint32_t index) {
        Neighbourhood cells{0, 0};
        for (std::size_t i = 0; i < width; ++i) {
            const std::uint32_t digit = digits[i] == 0 ? 0 : index / digits[i] % 3;
            if (digit == 1) cells.own |= 1U << i;
            if (digit == 2) cells.blocked |= 1U << i;
        }
        return cells;
    }

    // Whether the stones, including the middle one, make five.
    [[nodiscard]] bool has_five(std::uint32_t stones) const {
        const int before = std::countl_one(stones << (32 - reach)),
                  after = std::countr_one(stones >> (reach + 1));
        const int run = before + 1 + after;
        return overline_ == Overline::wins ? run >= five : run == five;
    }

    [[nodiscard]] Shape define(Neighbourhood cells) const {
        if (has_five(cells.own | middle)) return Shape::five;
        int fives = 0;
        auto best = Shape::none;
        for (int at = 1; at < width - 1; ++at) {  // a stone at the ends is in no five of the middle
            const std::uint32_t cell = 1U << at;
            if (((cells.own | cells.blocked | middle) & cell) != 0) continue;
            const Shape next = (*this)(cells.own | cell, cells.blocked);
            fives += next == Shape::five;
            best = std::max(best, next);
        }
        if (fives > 0) return fives > 1 ? Shape::open_four : Shape::four;
        static constexpr std::array<Shape, shapes> below{
            Shape::none, Shape::none,     Shape::none,  Shape::one,        Shape::open_one,
            Shape::two,  Shape::open_two, Shape::three, Shape::open_three, Shape::four};
        return below[static_cast<std::size_t>(best)];
    }

    Overline overline_;
    std::vector<Shape> table_;
};

}  // namespace zeitnot::gomoku
