// The shortest win against the longest defence, from exact distances.
#pragma once

#include <optional>

#include "zeitnot/concepts.hpp"
#include "zeitnot/exact/retrograde.hpp"

namespace zeitnot {

// Calls `each(move)` for the moves from `position` to the end of play, until `find(position)` has
// no distance or `each` returns false. A drawn position has no moves.
template <Deterministic P, class Find, class Each>
void follow_shortest_line(P position, Find find, Each each) {
    std::optional<Verdict> verdict = find(position);
    while (verdict && verdict->distance.value_or(0) > 0) {
        typename P::Moves moves;
        position.generate(moves);
        const int next_plies = *verdict->distance - 1;
        verdict.reset();
        for (const auto move : moves) {
            P next = position;
            next.play(move);
            const auto after = find(next);
            if (!after || after->distance != next_plies) continue;
            if (!each(move)) return;
            position = next;
            verdict = after;
            break;
        }
    }
}

}  // namespace zeitnot
