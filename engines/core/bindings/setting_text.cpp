#include "setting_text.hpp"

#include <algorithm>
#include <string>

namespace zeitnot {
namespace {

// The allowed values as text: a list, or for a long range its ends.
std::string choices_text(const SettingSpec& setting) {
    static constexpr std::size_t max_listed = 12;
    const std::vector<int> choices = setting.choices();
    const bool is_range = !setting.is_word() && choices.front() == setting.range.min;
    if (is_range && choices.size() > max_listed) {
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

Parsed<int> parse_value(const SettingSpec& setting, const SettingValue& value) {
    for (const int number : setting.choices()) {
        if (public_value(setting, number) == value) return number;
    }
    return Error{"The setting " + std::string(setting.name) + " must be " + choices_text(setting) +
                 "."};
}

}  // namespace

SettingInfo setting_info(const SettingSpec& setting, int default_number) {
    SettingInfo info{std::string(setting.name), public_value(setting, default_number), {}};
    for (const int number : setting.choices())
        info.choices.push_back(public_value(setting, number));
    const auto first = std::find(info.choices.begin(), info.choices.end(), info.default_value);
    std::rotate(info.choices.begin(), first, first + 1);  // the default comes first
    return info;
}

SettingValue public_value(const SettingSpec& setting, int number) {
    if (setting.is_word()) return setting.text(number);
    return number;
}

Parsed<std::vector<int>> read_numbers(std::string_view game,
                                      const std::vector<SettingSpec>& settings,
                                      std::vector<int> numbers, const SettingMap& values) {
    std::size_t used = 0;
    for (std::size_t i = 0; i < settings.size(); ++i) {
        const auto found = values.find(std::string(settings[i].name));
        if (found == values.end()) continue;
        const Parsed<int> number = parse_value(settings[i], found->second);
        if (!number) return Error{number.error()};
        numbers[i] = *number;
        ++used;
    }
    if (used == values.size()) return numbers;
    for (const auto& entry : values) {
        const auto same = [&](const SettingSpec& setting) { return setting.name == entry.first; };
        if (std::none_of(settings.begin(), settings.end(), same))
            return Error{std::string(game) + " has no setting " + quoted(entry.first) + "."};
    }
    return numbers;
}

}  // namespace zeitnot
