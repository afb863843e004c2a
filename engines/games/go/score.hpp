// The result of area scoring: the winner and the margin.
#pragma once

#include <array>
#include <cstdlib>
#include <string_view>

#include "zeitnot/outcome.hpp"

namespace zeitnot::go {

// The largest lead in half points: the whole board of 19x19, and a komi of 10.
inline constexpr int max_half_points = 2 * (19 * 19 + 10);

// A result as SGF and GTP write it: `B+3.5`, `W+12`; a draw is `0`.
struct ResultWord {
    std::array<char, 8> letters{};
    std::size_t length = 0;

    constexpr void add(char letter) { letters[length++] = letter; }
    [[nodiscard]] constexpr std::string_view view() const { return {letters.data(), length}; }
};

constexpr ResultWord result_word(int half_points) {
    ResultWord word;
    if (half_points == 0) {
        word.add('0');
        return word;
    }
    word.add(half_points > 0 ? 'B' : 'W');
    word.add('+');
    const int lead = half_points > 0 ? half_points : -half_points;
    const int points = lead / 2;
    if (points >= 100) word.add(static_cast<char>('0' + points / 100));
    if (points >= 10) word.add(static_cast<char>('0' + points / 10 % 10));
    word.add(static_cast<char>('0' + points % 10));
    if (lead % 2 == 1) {
        word.add('.');
        word.add('5');
    }
    return word;
}

// All possible words, because an outcome has only a view of its word, which must outlive it.
inline constexpr auto result_words = [] {
    std::array<ResultWord, static_cast<std::size_t>(2 * max_half_points + 1)> words{};
    for (int lead = -max_half_points; lead <= max_half_points; ++lead)
        words[static_cast<std::size_t>(lead + max_half_points)] = result_word(lead);
    return words;
}();

// The outcome for black's lead in half points, after komi. Margins are whole points, rounded up so
// that every win has a margin; the word is exact.
inline Outcome outcome_of(int half_points) {
    const int sign = (half_points > 0) - (half_points < 0);
    const int margin = sign * ((std::abs(half_points) + 1) / 2);
    const auto& word = result_words[static_cast<std::size_t>(half_points + max_half_points)];
    return Outcome{(1 + sign) / 2.0, margin, word.view()};
}

}  // namespace zeitnot::go
