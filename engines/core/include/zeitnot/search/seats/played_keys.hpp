// Repetition in a multi-player search: the keys of the game and of the search's path.
//
// A position that is already on the path, or is one occurrence short of the limit in the game,
// counts as repeated (see path.hpp). The values of such nodes depend on the path. The table stores
// the values of their parents anyway, which costs accuracy in games with cycles, but not in races.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "zeitnot/history.hpp"

namespace zeitnot {

template <Position P>
class PlayedKeys {
   public:
    explicit PlayedKeys(const History<P>& root) {
        if constexpr (Repeating<P>) {
            for (const auto& occurred : root.one_occurrence_short())
                nearly_repeated_.push_back(occurred.key);
            std::sort(nearly_repeated_.begin(), nearly_repeated_.end());
        }
    }

    void enter(Key key) { path_.push_back(key); }
    void leave() { path_.pop_back(); }

    // The outcome if a position, which must not be entered yet, counts as repeated.
    [[nodiscard]] std::optional<Outcome> repetition([[maybe_unused]] const P& position) const {
        if constexpr (Repeating<P>) {
            if (repeats(position.hash())) return repetition_outcome(position, {});
        }
        return std::nullopt;
    }

   private:
    [[nodiscard]] bool repeats(Key key) const {
        return std::find(path_.begin(), path_.end(), key) != path_.end() ||
               std::binary_search(nearly_repeated_.begin(), nearly_repeated_.end(), key);
    }

    std::vector<Key> nearly_repeated_, path_;
};

}  // namespace zeitnot
