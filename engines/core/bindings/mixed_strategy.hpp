// What engines that play mixed strategies share: `cfr` and `blueprint`.
#pragma once

#include <algorithm>
#include <random>

#include "any_engine.hpp"

namespace zeitnot {

// Whether the request lets this move be played.
inline bool allows(const Request& request, const std::string& move) {
    const auto& only = request.only;
    return only.empty() || std::find(only.begin(), only.end(), move) != only.end();
}

// The error in a request for a search from this history, if any.
inline std::optional<Error> error_of_mixed(const AnyHistory& root, const Request& request) {
    if (root.ending()) return Error{"The game is over."};
    for (const std::string& text : request.only) {
        const auto legal = root.legal();
        if (std::find(legal.begin(), legal.end(), text) == legal.end())
            return Error{quoted(text) + " is not a legal move here."};
    }
    return std::nullopt;
}

// Completes a report: chooses a move at random by the lines' probabilities, puts its line first and
// sorts the others by probability; the value is the mean over all lines. If the strategy plays none
// of them, they are equally likely.
inline void choose_mixed(TextReport& report, std::vector<TextLine> lines, auto& random) {
    double sum = 0;
    for (const TextLine& line : lines) sum += *line.probability;
    std::vector<double> weights;
    for (const TextLine& line : lines) {
        weights.push_back(sum > 0 ? *line.probability / sum
                                  : 1 / static_cast<double>(lines.size()));
        report.value += weights.back() * line.value;
    }
    std::discrete_distribution<std::ptrdiff_t> choice(weights.begin(), weights.end());
    std::swap(lines.front(), lines[static_cast<std::size_t>(choice(random))]);
    std::sort(lines.begin() + 1, lines.end(),
              [](const TextLine& a, const TextLine& b) { return *a.probability > *b.probability; });
    report.best = lines.front().move;
    report.pv = lines.front().pv;
    report.lines = std::move(lines);
}

}  // namespace zeitnot
