// A game's settings: a plain struct of ints for the game, and a table of the allowed values.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "zeitnot/zobrist.hpp"

namespace zeitnot {

// The integers from `min` to `max` in steps of `step`.
struct Range {
    int min = 0;
    int max = -1;
    int step = 1;
};

// The name and the allowed values of a setting, without the struct field that holds it.
struct SettingSpec {
    std::string_view name;
    std::array<std::string_view, 24> words{};
    std::array<int, 10> numbers{};
    Range range{};
    bool only_start = false;

    [[nodiscard]] bool is_word() const { return !words[0].empty(); }
    // A value of the field as text.
    [[nodiscard]] std::string text(int value) const {
        return is_word() ? std::string(words[static_cast<std::size_t>(value)])
                         : std::to_string(value);
    }
    // All allowed values of the field.
    [[nodiscard]] std::vector<int> choices() const {
        std::vector<int> all;
        for (std::size_t i = 0; i < words.size() && !words[i].empty(); ++i)
            all.push_back(static_cast<int>(i));
        std::size_t count = numbers.size();
        while (count > 0 && numbers[count - 1] == 0) --count;
        for (std::size_t i = 0; i < count; ++i) all.push_back(numbers[i]);
        for (int number = range.min; number <= range.max; number += range.step)
            all.push_back(number);
        return all;
    }
    // What a value contributes to a game's keys if it is not the default.
    [[nodiscard]] Key key(int value) const {
        return text_key(std::string(name) + "=" + text(value));
    }
};

// One setting: a word out of `words` (the field holds its index), or a number out of `numbers` or
// `range`. Unused elements at the end of a list are empty or 0, which cannot be the last number.
// The default is the struct's initial value. `only_start`: it says where the game starts and
// nothing about its rules, so it is no part of the keys of positions. The members of SettingSpec
// are repeated, since designated initialisers cannot name those of a base.
template <class S>
struct Setting {
    std::string_view name;
    int S::* field;
    std::array<std::string_view, 24> words{};
    std::array<int, 10> numbers{};
    Range range{};
    bool only_start = false;

    operator SettingSpec() const { return {name, words, numbers, range, only_start}; }
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
        const int value = settings.*setting.field;
        if (setting.only_start) continue;
        if (value != typename P::Settings{}.*setting.field) key ^= SettingSpec(setting).key(value);
    }
    return key;
}

}  // namespace zeitnot
