#include "setting_text.hpp"

#include <algorithm>
#include <string>

namespace zeitnot {
namespace {

// The allowed values for people: listed, or a range of many by its ends.
std::string choices_text(const SettingFacts& setting) {
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
        text += setting.text(number);
    }
    return "one of " + text;
}

Parsed<int> parse_value(const SettingFacts& setting, const SettingValue& value) {
    for (const int number : setting.choices()) {
        if (public_value(setting, number) == value) return number;
    }
    return Error{"The setting " + std::string(setting.name) + " must be " + choices_text(setting) +
                 "."};
}

}  // namespace

SettingInfo setting_info(const SettingFacts& setting, int preset) {
    SettingInfo info{std::string(setting.name), public_value(setting, preset), {}};
    for (const int number : setting.choices())
        info.choices.push_back(public_value(setting, number));
    const auto first = std::find(info.choices.begin(), info.choices.end(), info.preset);
    std::rotate(info.choices.begin(), first, first + 1);  // the default comes first
    return info;
}

SettingValue public_value(const SettingFacts& setting, int number) {
    if (setting.is_word()) return setting.text(number);
    return number;
}

Parsed<std::vector<int>> read_numbers(std::string_view game,
                                      const std::vector<SettingFacts>& settings,
                                      std::vector<int> presets, const SettingMap& given) {
    std::size_t used = 0;
    for (std::size_t i = 0; i < settings.size(); ++i) {
        const auto found = given.find(std::string(settings[i].name));
        if (found == given.end()) continue;
        const Parsed<int> number = parse_value(settings[i], found->second);
        if (!number) return Error{number.error()};
        presets[i] = *number;
        ++used;
    }
    if (used == given.size()) return presets;
    for (const auto& entry : given) {
        const auto same = [&](const SettingFacts& setting) { return setting.name == entry.first; };
        if (std::none_of(settings.begin(), settings.end(), same))
            return Error{std::string(game) + " has no setting " + quoted(entry.first) + "."};
    }
    return presets;
}

}  // namespace zeitnot
