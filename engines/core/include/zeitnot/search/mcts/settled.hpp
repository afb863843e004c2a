// Decides when a search treats a game as over.
//
// Some games continue until the players agree on the result, such as Go while dead stones are
// marked. A search need not play that: `settled()` is the outcome if only agreement is missing.
#pragma once

#include <optional>

#include "zeitnot/history.hpp"

namespace zeitnot {

// The outcome that depends only on the position.
template <Position P>
std::optional<Outcome> settled_outcome(const P& position) {
    if constexpr (Settles<P>) {
        if (auto outcome = position.settled()) return outcome;
    }
    return position.result();
}

// The outcome, including by repetition.
template <Position P>
std::optional<Outcome> settled_outcome(const History<P>& history) {
    if constexpr (Settles<P>) {
        if (auto outcome = history.position().settled()) return outcome;
    }
    if (const auto ending = history.ending()) return ending->outcome;
    return std::nullopt;
}

}  // namespace zeitnot
