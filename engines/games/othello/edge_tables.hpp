// Othello's edge tables, the "play book" of the commands: values of edges and corners counted from
// games (counts.hpp), combined with the rest of an evaluation.
//
// The values are not simply added up, because a mean margin is not due to the pattern only: the
// side with the better corner also has more moves. The evaluation of each stage is a constant, plus
// a multiple of a base evaluation without counts, plus a multiple of each shape's sum. These few
// factors are fitted (fit_factors.hpp). Buro, "Statistical feature combination for
// the evaluation of game positions", JAIR 3, 1995, combines counted features likewise.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/othello/patterns.hpp"

namespace zeitnot::othello {

inline constexpr std::uint32_t edge_weight_count = first_weight[edge_shapes];
// By stage, then by configuration, `edge_weight_count` for each stage; a step is half a disc.
using EdgeValues = std::vector<std::int8_t>;
inline constexpr int edge_unit = 50;  // hundredths of a disc

// The parts of an evaluation, in hundredths of a disc: a constant, the base, and the sum of each
// shape's values.
inline constexpr std::size_t part_count = 2 + edge_shapes;
using Parts = std::array<int, part_count>;
inline constexpr int constant_part = 100, factor_unit = 4096;
using Factors = std::array<std::array<std::int16_t, part_count>, stages>;

// The base evaluation: handcrafted mobility, or the learnt patterns.
enum class Base : std::uint8_t { plain, patterns };
inline constexpr std::array bases{Base::plain, Base::patterns};

struct EdgeTables {
    std::array<Factors, bases.size()> factors{};  // in 1 / factor_unit
    EdgeValues values;
};

// Calls f(shape, index of the configuration) for the edges and corners of a position.
template <class F>
void for_each_edge_feature(Board own, Board enemy, const F& f) {
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

// Calls f(index, index of its mirror image) for the pairs of the edge tables, the smaller one
// first.
template <class F>
void for_each_edge_pair(const F& f) {
    for_each_pair([&f](std::uint32_t i, std::uint32_t mirror) {
        if (i < edge_weight_count) f(i, mirror);
    });
}

// `base`: the base evaluation, in hundredths of a disc.
inline Parts parts_of(const EdgeValues& values, Board own, Board enemy, int base) {
    Parts parts{constant_part, base};
    const auto* const stage =
        values.data() +
        static_cast<std::size_t>(stage_of(64 - std::popcount(own | enemy))) * edge_weight_count;
    for_each_edge_feature(own, enemy, [&](std::size_t shape, std::uint32_t i) {
        parts[2 + shape] += edge_unit * stage[i];
    });
    return parts;
}

// The value of a position on 8 by 8, in hundredths of a disc.
inline int edge_table_value(const EdgeTables& edges, Base kind, Board own, Board enemy, int base) {
    const Parts parts = parts_of(edges.values, own, enemy, base);
    const auto stage = static_cast<std::size_t>(stage_of(64 - std::popcount(own | enemy)));
    const auto& factors = edges.factors[static_cast<std::size_t>(kind)][stage];
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < part_count; ++i) sum += std::int64_t{factors[i]} * parts[i];
    return static_cast<int>(sum / factor_unit);
}

}  // namespace zeitnot::othello
