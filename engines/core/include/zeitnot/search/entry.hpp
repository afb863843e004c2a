// Alpha-beta's entry in the transposition table: one word.
//
// After a cutoff a score is only a bound, so the entry stores the kind of bound (Greenblatt,
// Eastlake and Crocker, "The Greenblatt chess program", 1967; Slate and Atkin, "Chess 4.5", 1977).
// A score that counts plies to the end counts them from the position, since the position may occur
// at another ply.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "zeitnot/search/move_history.hpp"
#include "zeitnot/table.hpp"

namespace zeitnot {

// `none`: the score is unknown, and only the move is used.
enum class Bound : std::uint8_t { none = 0, lower = 1, upper = 2, exact = 3 };

// The depth of proved scores, which is enough for every search.
inline constexpr int proved_depth = 255;

// The fields and their bits, from bit 0: depth 8, generation 8 (the table's), move 16, ply 6,
// stable depths 2, bound 2, score 22 (signed).
struct Entry {
    int depth;
    std::uint16_t move;  // as its code
    Bound bound;
    Score score;            // counted from this position, see score_to_table
    int ply = 0;            // distance from its search's root, at most 63
    int stable_depths = 0;  // number of successive depths with nearly the same score, at most 3

    [[nodiscard]] Table<1>::Data packed() const {
        const std::uint32_t high = static_cast<std::uint32_t>(score) << 10U |
                                   static_cast<std::uint32_t>(bound) << 8U |
                                   static_cast<std::uint32_t>(stable_depths) << 6U |
                                   static_cast<std::uint32_t>(std::min(ply, 63));
        return {std::uint64_t{high} << 32U | std::uint64_t{move} << 16U |
                static_cast<std::uint64_t>(depth)};
    }

    static Entry unpacked(const Table<1>::Data& data) {
        const auto high = static_cast<std::uint32_t>(data[0] >> 32U);
        return {static_cast<int>(data[0] & 0xFFU),   static_cast<std::uint16_t>(data[0] >> 16U),
                static_cast<Bound>(high >> 8U & 3U), static_cast<std::int32_t>(high) >> 10,
                static_cast<int>(high & 63U),        static_cast<int>(high >> 6U & 3U)};
    }

    static std::optional<Entry> find(const Table<1>& table, Key key) {
        if (const auto data = table.find(key)) return unpacked(*data);
        return std::nullopt;
    }
};

}  // namespace zeitnot
