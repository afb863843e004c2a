// The common parts of the engines that play mixed strategies: `cfr` and `blueprint`.
#pragma once

#include <algorithm>
#include <optional>

#include "any_engine.hpp"
#include "zeitnot/search/mixed_choice.hpp"

namespace zeitnot {

// Whether the request allows this move.
inline bool allows(const Request& request, const std::string& move) {
    const auto& allowed = request.searchmoves;
    return allowed.empty() || std::find(allowed.begin(), allowed.end(), move) != allowed.end();
}

// The error in a request for a search from this history, if any.
inline std::optional<Error> mixed_request_error(const AnyHistory& root, const Request& request) {
    if (root.ending()) return Error{"The game is over."};
    for (const std::string& text : request.searchmoves) {
        const auto legal = root.legal();
        if (std::find(legal.begin(), legal.end(), text) == legal.end())
            return Error{quoted(text) + " is not a legal move here."};
    }
    return std::nullopt;
}

// The limits of a search that can answer at any time, so that the soft limit is as good as the hard
// one.
inline Limits with_soft_as_hard_limit(Limits limits) {
    if (limits.soft && (!limits.time || *limits.soft < *limits.time)) limits.time = limits.soft;
    return limits;
}

// Adds the lines of a strategy to a report, with a randomly chosen one first; the report's value is
// their mean. Returns an error if there are no lines.
[[nodiscard]] inline std::optional<Error> add_mixed_lines(TextReport& report,
                                                          std::vector<TextLine> lines,
                                                          auto& random) {
    if (lines.empty()) return Error{"The strategy knows no move here."};
    report.value = choose_line(lines, random);
    report.best = lines.front().move;
    report.pv = lines.front().pv;
    report.lines = std::move(lines);
    return std::nullopt;
}

}  // namespace zeitnot
