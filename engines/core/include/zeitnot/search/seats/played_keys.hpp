// Repetition in a search of many seats: the keys of the game and of the search's own path.
//
// A position that has been once on the path, or as often in the game as leaves one occurrence to
// the limit, counts as the end that the limit brings (see path.hpp). The values of such nodes
// depend on the path; the table keeps those of their parents all the same, which costs accuracy in
// games that go in circles and nothing in races.
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
            for (const auto& occurred : root.one_occurrence_short()) last_.push_back(occurred.key);
            std::sort(last_.begin(), last_.end());
        }
    }

    void enter(Key key) { path_.push_back(key); }
    void leave() { path_.pop_back(); }

    // The end of a position, not entered yet, that counts as repeated.
    [[nodiscard]] std::optional<Outcome> repetition([[maybe_unused]] const P& position) const {
        if constexpr (Repeating<P>) {
            if (repeats(position.hash())) return judged_repetition(position, {});
        }
        return std::nullopt;
    }

   private:
    [[nodiscard]] bool repeats(Key key) const {
        return std::find(path_.begin(), path_.end(), key) != path_.end() ||
               std::binary_search(last_.begin(), last_.end(), key);
    }

    std::vector<Key> last_, path_;
};

}  // namespace zeitnot
