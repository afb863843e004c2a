// Repetition inside a search, so that values which rest on the path never reach the table.
//
// A position that recurs on the search's own path counts as a draw; what follows from that holds
// for this path only, so each value carries the lowest ply it rests on, and a node stores its value
// only if that is not above the node itself (the graph history interaction problem: Kishimoto and
// Müller, "A general solution to the graph history interaction problem", AAAI 2004).
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "zeitnot/history.hpp"
#include "zeitnot/search/score.hpp"

namespace zeitnot {

// Rests on no ply of the path.
inline constexpr int unbound = std::numeric_limits<int>::max();

// The keys from the root to the node searched. Positions which already stand one short of the limit
// in the game itself are draws for the whole search, as if by rule; the table's keys are salted
// with them, since another game's past may hold others.
template <Position P>
class Path {
   public:
    void begin(const History<P>& root) {
        if constexpr (Repeating<P>) {
            collect(root);
            since_[0] = 0;
        }
    }

    [[nodiscard]] Key salt() const { return salt_; }

    void enter(const P& position, int ply) {
        if constexpr (Repeating<P>) keys_[index(ply)] = position.hash();
    }

    void leave_by(const P& position, typename P::Move move, int ply) {
        if constexpr (Repeating<P>) {
            since_[index(ply + 1)] = position.irreversible(move) ? ply + 1 : since_[index(ply)];
        }
    }

    // The ply the draw rests on, if the position at `ply` > 0 is drawn by repetition.
    [[nodiscard]] std::optional<int> repeats(const P& position, int ply) const {
        if constexpr (Repeating<P>) {
            const Key key = position.hash();
            if (std::binary_search(worn_.begin(), worn_.end(), key)) return unbound;
            for (int earlier = ply - 1; earlier >= since_[index(ply)]; --earlier) {
                if (keys_[index(earlier)] == key) return earlier;
            }
        }
        return std::nullopt;
    }

   private:
    static std::size_t index(int ply) { return static_cast<std::size_t>(ply); }

    void collect(const History<P>& root) {
        std::vector<Key> keys(root.past().begin(), root.past().end());
        keys.push_back(root.position().hash());
        std::sort(keys.begin(), keys.end());
        worn_.clear();
        for (auto run = keys.begin(); run != keys.end();) {
            const auto end = std::upper_bound(run, keys.end(), *run);
            if (end - run >= P::repetition_limit - 1) worn_.push_back(*run);
            run = end;
        }
        salt_ = 0;
        for (Key key : worn_) salt_ ^= splitmix64(key);
    }

    std::vector<Key> worn_;
    Key salt_ = 0;
    std::array<Key, max_ply + 1> keys_{};
    std::array<int, max_ply + 2> since_{};
};

}  // namespace zeitnot
