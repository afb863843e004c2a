// The score of a two-seat game that is played in several hands. In the text of a position it is
// "3 -2": the number of the hand, from 1, and seat 0's chips.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "zeitnot/outcome.hpp"

namespace zeitnot {

struct HandScore {
    int finished = 0;  // hands
    int chips = 0;     // seat 0's; seat 1 has lost as many

    [[nodiscard]] std::string text() const {
        return std::to_string(finished + 1) + ' ' + std::to_string(chips);
    }
    // The outcome after the last hand.
    [[nodiscard]] Outcome outcome() const {
        const double score = chips > 0 ? 1.0 : chips < 0 ? 0.0 : 0.5;
        return {score, chips, chips == 0 ? "equal chips" : "most chips"};
    }
    friend bool operator==(const HandScore&, const HandScore&) = default;
};

// Parses an integer in canonical form: "-12", but no "+", "-0" or leading zero.
inline std::optional<int> parse_integer(std::string_view word) {
    int number = 0;
    const char* end = word.data() + word.size();
    const auto [at, error] = std::from_chars(word.data(), end, number);
    const std::string_view digits = word.substr(word.starts_with('-') ? 1 : 0);
    const bool is_canonical = !digits.starts_with('0') || word == "0";
    if (error != std::errc{} || at != end || !is_canonical) return std::nullopt;
    return number;
}

// Parses the two words of a score's text. There are at most `hands` hands, and each wins at most
// `max_gain` chips.
inline std::optional<HandScore> parse_hand_score(std::string_view number, std::string_view chips,
                                                 int hands, int max_gain) {
    const auto n = parse_integer(number), won = parse_integer(chips);
    if (!n || !won || *n < 1 || *n > hands + 1) return std::nullopt;
    const int bound = (*n - 1) * max_gain;
    if (*won < -bound || *won > bound) return std::nullopt;
    return HandScore{*n - 1, *won};
}

}  // namespace zeitnot
