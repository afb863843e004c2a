// Parses texts that are words separated by single spaces, or by another character.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace zeitnot {

// "a b" is {"a", "b"}; two adjacent spaces give an empty word, which is valid nowhere.
inline std::vector<std::string_view> split_words(std::string_view text, char separator = ' ') {
    std::vector<std::string_view> words;
    for (std::size_t at = 0;;) {
        const std::size_t end = text.find(separator, at);
        words.push_back(text.substr(at, end - at));
        if (end == std::string_view::npos) return words;
        at = end + 1;
    }
}

// Parses a number from 0 to `max` (at most 9,999) in canonical form: no sign, no leading zero.
constexpr std::optional<int> parse_number(std::string_view word, int max) {
    if (word.empty() || word.size() > 4 || (word.size() > 1 && word[0] == '0')) return std::nullopt;
    int number = 0;
    for (const char c : word) {
        if (c < '0' || c > '9') return std::nullopt;
        number = 10 * number + (c - '0');
    }
    return number <= max ? std::optional(number) : std::nullopt;
}

}  // namespace zeitnot
