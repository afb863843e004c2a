// When a search takes a game as over.
//
// Some games go on until the players agree on the result, as Go does while dead stones are marked.
// A search need not play that: `settled()` is the outcome if nobody adds anything but agreement.
#pragma once

#include <optional>

#include "zeitnot/history.hpp"

namespace zeitnot {

// The outcome by the position alone.
template <Position P>
std::optional<Outcome> settled_outcome(const P& position) {
    if constexpr (Settles<P>) {
        if (auto outcome = position.settled()) return outcome;
    }
    return position.result();
}

// The outcome, also by repetition.
template <Position P>
std::optional<Outcome> settled_outcome(const History<P>& history) {
    if constexpr (Settles<P>) {
        if (auto outcome = history.position().settled()) return outcome;
    }
    if (const auto ending = history.ending()) return ending->outcome;
    return std::nullopt;
}

}  // namespace zeitnot
