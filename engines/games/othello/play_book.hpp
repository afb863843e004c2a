// Othello's play book: the values of edges and corners counted from games (counts.hpp), and how
// they go together with the rest of an evaluation.
//
// A mean margin is not the pattern's own part of it: the side with the better corner has more
// moves, too. So the counted values are not simply added up. The evaluation is, for each stage, a
// constant, a multiple of a base evaluation that knows no counts, and a multiple of each shape's
// sum; these few factors are fitted (combination.hpp). Buro, "Statistical feature combination for
// the evaluation of game positions", JAIR 3, 1995, combines counted features likewise.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/othello/patterns.hpp"

namespace zeitnot::othello {

inline constexpr std::uint32_t book_size = first_weight[book_shapes];
// By stage, then by configuration, `book_size` for each stage; a step is half a disc.
using BookValues = std::vector<std::int8_t>;
inline constexpr int book_unit = 50;  // hundredths of a disc

// The parts of an evaluation, in hundredths of a disc: a constant, the base, and the sum of each
// shape's values.
inline constexpr std::size_t part_count = 2 + book_shapes;
using Parts = std::array<int, part_count>;
inline constexpr int constant_part = 100, factor_unit = 4096;
using Factors = std::array<std::array<std::int16_t, part_count>, stages>;

// What the counted values are added to: handcrafted mobility, or the learnt patterns.
enum class Base : std::uint8_t { plain, patterns };
inline constexpr std::array bases{Base::plain, Base::patterns};

struct PlayBook {
    std::array<Factors, bases.size()> factors{};  // in 1 / factor_unit
    BookValues values;
};

// Calls f(shape, index of the configuration) for the edges and corners of a position.
template <class F>
void for_each_book_feature(Board own, Board enemy, const F& f) {
    constexpr std::array<std::size_t, 4> shape{0, 1, 2, 2};
    for (int view = 0; view < 4; ++view) {
        const View mine(own), theirs(enemy);
        for (std::size_t i = 0; i < shape.size(); ++i) {
            f(shape[i], pattern_index(shape[i], mine.bits[i], theirs.bits[i]));
        }
        own = rotated(own);
        enemy = rotated(enemy);
    }
}

// Calls f(index, index of its mirror image) for the pairs of the play book, the smaller one first.
template <class F>
void for_each_book_pair(const F& f) {
    for_each_pair([&f](std::uint32_t i, std::uint32_t mirror) {
        if (i < book_size) f(i, mirror);
    });
}

// `base`: the base evaluation, in hundredths of a disc.
inline Parts parts_of(const BookValues& values, Board own, Board enemy, int base) {
    Parts parts{constant_part, base};
    const auto* const stage =
        values.data() +
        static_cast<std::size_t>(stage_of(64 - std::popcount(own | enemy))) * book_size;
    for_each_book_feature(own, enemy, [&](std::size_t shape, std::uint32_t i) {
        parts[2 + shape] += book_unit * stage[i];
    });
    return parts;
}

// The value of a position on 8 by 8, in hundredths of a disc.
inline int book_value(const PlayBook& book, Base kind, Board own, Board enemy, int base) {
    const Parts parts = parts_of(book.values, own, enemy, base);
    const auto stage = static_cast<std::size_t>(stage_of(64 - std::popcount(own | enemy)));
    const auto& factors = book.factors[static_cast<std::size_t>(kind)][stage];
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < part_count; ++i) sum += std::int64_t{factors[i]} * parts[i];
    return static_cast<int>(sum / factor_unit);
}

}  // namespace zeitnot::othello
