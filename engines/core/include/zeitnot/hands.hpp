// Games of two seats that are played in several hands: how many are over and what they have won, as
// the texts of positions have it, "3 -2": the number of the hand, from 1, and seat 0's chips.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "zeitnot/outcome.hpp"

namespace zeitnot {

struct HandScore {
    int over = 0;   // finished hands
    int chips = 0;  // seat 0's; seat 1 has lost as many

    [[nodiscard]] std::string text() const {
        return std::to_string(over + 1) + ' ' + std::to_string(chips);
    }
    // The outcome after the last hand.
    [[nodiscard]] Outcome outcome() const {
        const double score = chips > 0 ? 1.0 : chips < 0 ? 0.0 : 0.5;
        return {score, chips, chips == 0 ? "equal chips" : "most chips"};
    }
    friend bool operator==(const HandScore&, const HandScore&) = default;
};

// A whole number in canonical form, "-12", no "+", "-0" or leading zero.
inline std::optional<int> whole_number(std::string_view word) {
    int number = 0;
    const char* end = word.data() + word.size();
    const auto [at, error] = std::from_chars(word.data(), end, number);
    const std::string_view digits = word.substr(word.starts_with('-') ? 1 : 0);
    const bool is_canonical = !digits.starts_with('0') || word == "0";
    if (error != std::errc{} || at != end || !is_canonical) return std::nullopt;
    return number;
}

// Reads the two words; at most `hands` hands, none of which wins more than `max_gain` chips.
inline std::optional<HandScore> hand_score(std::string_view number, std::string_view chips,
                                           int hands, int max_gain) {
    const auto n = whole_number(number), won = whole_number(chips);
    if (!n || !won || *n < 1 || *n > hands + 1) return std::nullopt;
    const int most = (*n - 1) * max_gain;
    if (*won < -most || *won > most) return std::nullopt;
    return HandScore{*n - 1, *won};
}

}  // namespace zeitnot
