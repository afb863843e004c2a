// Conversion between a game's Settings struct and maps of names to values.
#pragma once

#include <string_view>
#include <vector>

#include "any_game.hpp"

namespace zeitnot {

// A setting as callers see it: a value is a word or a number.
SettingInfo setting_info(const SettingSpec& setting, int default_number);
SettingValue public_value(const SettingSpec& setting, int number);

// Overrides the default `numbers` by the values; an error for a bad value or an unknown name.
Parsed<std::vector<int>> read_numbers(std::string_view game,
                                      const std::vector<SettingSpec>& settings,
                                      std::vector<int> numbers, const SettingMap& values);

template <class P>
std::vector<SettingSpec> setting_specs() {
    return {P::setting_table.begin(), P::setting_table.end()};
}

// The values of the settings, in the order of the game's table.
template <class P>
std::vector<int> setting_numbers(const typename P::Settings& settings) {
    std::vector<int> numbers;
    for (const auto& setting : P::setting_table) numbers.push_back(settings.*setting.field);
    return numbers;
}

template <class P>
std::vector<SettingInfo> setting_infos() {
    std::vector<SettingInfo> infos;
    for (const auto& setting : P::setting_table)
        infos.push_back(setting_info(setting, typename P::Settings{}.*setting.field));
    return infos;
}

template <class P>
SettingMap setting_map(const typename P::Settings& settings) {
    SettingMap map;
    for (const auto& setting : P::setting_table)
        map.emplace(setting.name, public_value(setting, settings.*setting.field));
    return map;
}

template <class P>
Parsed<typename P::Settings> read_settings(const SettingMap& values) {
    typename P::Settings settings;
    const auto numbers =
        read_numbers(P::name, setting_specs<P>(), setting_numbers<P>(settings), values);
    if (!numbers) return Error{numbers.error()};
    std::size_t i = 0;
    for (const auto& setting : P::setting_table) settings.*setting.field = (*numbers)[i++];
    return settings;
}

}  // namespace zeitnot
