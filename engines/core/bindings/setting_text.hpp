// Conversion between a game's Settings struct and maps of names to values.
#pragma once

#include <algorithm>
#include <string>

#include "any_game.hpp"

namespace zeitnot {

// A setting's value as callers see it: its word, or the number itself.
template <class S>
SettingValue public_value(const Setting<S>& setting, int number) {
    if (setting.is_word()) return std::string(setting.words[static_cast<std::size_t>(number)]);
    return number;
}

template <class P>
std::vector<SettingInfo> setting_infos() {
    std::vector<SettingInfo> infos;
    for (const auto& setting : P::setting_table) {
        SettingInfo info{std::string(setting.name),
                         public_value(setting, typename P::Settings{}.*setting.field),
                         {}};
        for (const int number : setting.choices())
            info.choices.push_back(public_value(setting, number));
        const auto preset = std::find(info.choices.begin(), info.choices.end(), info.preset);
        std::rotate(info.choices.begin(), preset, preset + 1);  // the default comes first
        infos.push_back(std::move(info));
    }
    return infos;
}

template <class P>
SettingMap setting_map(const typename P::Settings& settings) {
    SettingMap map;
    for (const auto& setting : P::setting_table)
        map.emplace(setting.name, public_value(setting, settings.*setting.field));
    return map;
}

// The allowed values for people: listed, or a range of many by its ends.
template <class S>
std::string choices_text(const Setting<S>& setting) {
    static constexpr std::size_t many = 12;
    const std::vector<int> choices = setting.choices();
    const bool is_range = !setting.is_word() && choices.front() == setting.range.least;
    if (is_range && choices.size() > many) {
        const int step = setting.range.step;
        return "from " + std::to_string(choices.front()) + " to " + std::to_string(choices.back()) +
               (step == 1 ? "" : " in steps of " + std::to_string(step));
    }
    std::string text;
    for (const int number : choices) {
        if (!text.empty()) text += ", ";
        text += setting.is_word() ? std::string(setting.words[static_cast<std::size_t>(number)])
                                  : std::to_string(number);
    }
    return "one of " + text;
}

template <class S>
Parsed<int> parse_value(const Setting<S>& setting, const SettingValue& value) {
    for (const int number : setting.choices()) {
        if (public_value(setting, number) == value) return number;
    }
    return Error{"The setting " + std::string(setting.name) + " must be " + choices_text(setting) +
                 "."};
}

template <class P>
Parsed<typename P::Settings> read_settings(const SettingMap& given) {
    typename P::Settings settings;
    std::size_t used = 0;
    for (const auto& setting : P::setting_table) {
        const auto found = given.find(std::string(setting.name));
        if (found == given.end()) continue;
        const Parsed<int> number = parse_value(setting, found->second);
        if (!number) return Error{number.error()};
        settings.*setting.field = *number;
        ++used;
    }
    if (used == given.size()) return settings;
    for (const auto& [name, value] : given) {
        const auto same = [&name](const auto& setting) { return setting.name == name; };
        if (std::none_of(P::setting_table.begin(), P::setting_table.end(), same))
            return Error{std::string(P::name) + " has no setting " + quoted(name) + "."};
    }
    return settings;
}

}  // namespace zeitnot
