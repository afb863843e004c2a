// The two cards of a player: all 1,326 pairs by number, and their 169 classes, equal up to suits,
// before the flop.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/holdem/hand_value.hpp"

namespace zeitnot::holdem {

inline constexpr std::size_t pair_count = 1326, class_count = 169;

// Two cards, `high` above `low`. Pairs are numbered by the higher card, then by the lower.
struct Holding {
    std::uint8_t high, low;

    [[nodiscard]] constexpr Cards cards() const { return Cards{1} << high | Cards{1} << low; }
    [[nodiscard]] constexpr std::size_t number() const {
        return static_cast<std::size_t>(high) * (high - 1U) / 2 + low;
    }
    // The index in a square of ranks: suited hands above the diagonal of pairs, offsuit ones below.
    [[nodiscard]] constexpr std::size_t suit_class() const {
        const unsigned upper = high / 4U, lower = low / 4U;
        return high % 4 == low % 4 ? upper * 13U + lower : lower * 13U + upper;
    }
};

// Requires two cards.
constexpr Holding holding_of(Cards two) {
    return {static_cast<std::uint8_t>(std::bit_width(two) - 1),
            static_cast<std::uint8_t>(std::countr_zero(two))};
}

inline constexpr std::array<Holding, pair_count> holdings = [] {
    std::array<Holding, pair_count> all{};
    for (std::uint8_t high = 1; high < card_count; ++high) {
        for (std::uint8_t low = 0; low < high; ++low) {
            const Holding each{high, low};
            all[each.number()] = each;
        }
    }
    return all;
}();

}  // namespace zeitnot::holdem
