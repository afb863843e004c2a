// What alpha-beta keeps of a position: one word in the table.
#pragma once

#include <cstdint>
#include <optional>

#include "zeitnot/search/ordering.hpp"
#include "zeitnot/table.hpp"

namespace zeitnot {

enum class Bound : std::uint8_t { lower = 1, upper = 2, exact = 3 };

// A depth that serves every search: no estimate went into the score.
inline constexpr int proved_depth = 255;

// From bit 0: depth 8, generation 8 (the table's), move 16, bound 2, score 30 (signed).
struct Entry {
    int depth;
    std::uint16_t move;
    Bound bound;
    Score score;  // counted from this position, see to_table

    [[nodiscard]] Table<1>::Data packed() const {
        const auto signed_score = static_cast<std::uint32_t>(score) << 2U;
        return {static_cast<std::uint64_t>(signed_score | static_cast<std::uint32_t>(bound))
                    << 32U |
                static_cast<std::uint64_t>(move) << 16U | static_cast<std::uint64_t>(depth)};
    }

    static Entry unpacked(const Table<1>::Data& data) {
        const auto high = static_cast<std::uint32_t>(data[0] >> 32U);
        return {static_cast<int>(data[0] & 0xFFU), static_cast<std::uint16_t>(data[0] >> 16U),
                static_cast<Bound>(high & 3U), static_cast<std::int32_t>(high) >> 2};
    }

    static std::optional<Entry> find(const Table<1>& table, Key key) {
        if (const auto data = table.find(key)) return unpacked(*data);
        return std::nullopt;
    }
};

}  // namespace zeitnot
