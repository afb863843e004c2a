// What engines that play mixed strategies share: `cfr` and `blueprint`.
#pragma once

#include <algorithm>
#include <optional>

#include "any_engine.hpp"
#include "zeitnot/search/mixed_choice.hpp"

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

// The limits of a search that has its answer at any time: the soft limit ends it as the hard one.
inline Limits ended_by_soft(Limits limits) {
    if (limits.soft && (!limits.time || *limits.soft < *limits.time)) limits.time = limits.soft;
    return limits;
}

// Completes a report with the lines of a strategy, the chosen one first; its value is their mean.
// The error if there is none.
[[nodiscard]] inline std::optional<Error> choose_mixed(TextReport& report,
                                                       std::vector<TextLine> lines, auto& random) {
    if (lines.empty()) return Error{"The strategy knows no move here."};
    report.value = choose_line(lines, random);
    report.best = lines.front().move;
    report.pv = lines.front().pv;
    report.lines = std::move(lines);
    return std::nullopt;
}

}  // namespace zeitnot
