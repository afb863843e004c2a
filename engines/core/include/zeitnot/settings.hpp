// A game's settings: a plain struct of ints for the game, and a table of the allowed values.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "zeitnot/zobrist.hpp"

namespace zeitnot {

// The whole numbers from `least` to `most`, each `step`th.
struct Range {
    int least = 0;
    int most = -1;
    int step = 1;
};

// One setting: a word out of `words` (the field holds its index), or a number out of `numbers` or
// `range`. Unused elements at the end of a list are empty or 0, which cannot be the last number.
// The default is the struct's initial value.
template <class S>
struct Setting {
    std::string_view name;
    int S::* field;
    std::array<std::string_view, 24> words{};
    std::array<int, 10> numbers{};
    Range range{};

    [[nodiscard]] constexpr bool is_word() const { return !words[0].empty(); }
    [[nodiscard]] std::string value(const S& settings) const {
        const auto value_or_index = settings.*field;
        return is_word() ? std::string(words[static_cast<std::size_t>(value_or_index)])
                         : std::to_string(value_or_index);
    }
    // All allowed values of the field.
    [[nodiscard]] std::vector<int> choices() const {
        std::vector<int> all;
        for (std::size_t i = 0; i < words.size() && !words[i].empty(); ++i)
            all.push_back(static_cast<int>(i));
        std::size_t count = numbers.size();
        while (count > 0 && numbers[count - 1] == 0) --count;
        all.insert(all.end(), numbers.begin(), numbers.begin() + static_cast<int>(count));
        for (int number = range.least; number <= range.most; number += range.step)
            all.push_back(number);
        return all;
    }
};

// For a game without settings.
struct NoSettings {
    friend bool operator==(const NoSettings&, const NoSettings&) = default;
};

// The settings' part of a game's keys. Defaults contribute 0, so that adding a setting does not
// change the keys of stored books.
template <class P>
Key settings_key(const typename P::Settings& settings) {
    Key key = 0;
    for (const auto& setting : P::setting_table) {
        if (settings.*setting.field == typename P::Settings{}.*setting.field) continue;
        key ^= text_key(std::string(setting.name) + "=" + setting.value(settings));
    }
    return key;
}

}  // namespace zeitnot
