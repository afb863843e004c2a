// Repetition inside a search; values that depend on the path are not stored in the table.
//
// A position that recurs on the path of the search counts as a draw. Values that follow from this
// are valid for this path only, so each value has the lowest ply that it depends on, and a node
// stores its value only if that is not above the node itself (the graph history
// interaction problem: Kishimoto and Müller, "A general solution to the graph history interaction
// problem", AAAI 2004).
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "zeitnot/history.hpp"
#include "zeitnot/search/score.hpp"

namespace zeitnot {

// `rests_on` of a value that does not depend on the path.
inline constexpr int path_independent = std::numeric_limits<int>::max();

// The outcome of a repetition, and the ply that it depends on.
struct Repetition {
    Outcome outcome;
    int rests_on;
};

// The keys from the root to the current node. Positions that are one occurrence short of the limit
// in the game so far end the game everywhere in the search. The table's keys are salted with them,
// because they differ from game to game.
template <Position P>
class Path {
   public:
    void begin(const History<P>& root) {
        if constexpr (Repeating<P>) {
            collect(root);
            reversible_since_[0] = 0;
        }
    }

    [[nodiscard]] Key salt() const { return salt_; }

    void enter(const P& position, int ply, bool in_check) {
        if constexpr (Repeating<P>) keys_[index(ply)] = position.hash();
        if constexpr (JudgingRepetition<P>) checks_[index(ply)] = in_check;
    }

    void leave_by(const P& position, typename P::Move move, int ply) {
        if constexpr (Repeating<P>) {
            reversible_since_[index(ply + 1)] =
                position.irreversible(move) ? ply + 1 : reversible_since_[index(ply)];
        }
    }

    // Leaves a node by a null move: no repetition is detected across it.
    void leave_by_passing(int ply) {
        if constexpr (Repeating<P>) reversible_since_[index(ply + 1)] = ply + 1;
    }

    // Whether the position at `ply` > 0 ends the game by repetition. If the sides alternate, only
    // every second position can be the same.
    [[nodiscard]] std::optional<Repetition> repeats(const P& position, int ply) const {
        if constexpr (Repeating<P>) {
            const Key key = position.hash();
            if (!twofold_keys_.empty()) {
                if (const auto ended = repeats_twofold(position, key, ply)) return ended;
            }
            constexpr int step = Alternating<P> ? 2 : 1;
            for (int earlier = ply - step; earlier >= reversible_since_[index(ply)];
                 earlier -= step) {
                if (keys_[index(earlier)] != key) continue;
                return Repetition{repetition_outcome(position, checked(position, earlier, ply)),
                                  earlier};
            }
        }
        return std::nullopt;
    }

   private:
    // A position one occurrence short of the limit, and which seats have given check with every
    // move since its first occurrence.
    struct TwofoldKey {
        Key key;
        std::array<bool, 2> checked;
        friend bool operator<(const TwofoldKey& a, const TwofoldKey& b) { return a.key < b.key; }
    };

    static std::size_t index(int ply) { return static_cast<std::size_t>(ply); }

    [[nodiscard]] std::optional<Repetition> repeats_twofold(const P& position, Key key,
                                                            int ply) const {
        const auto at =
            std::lower_bound(twofold_keys_.begin(), twofold_keys_.end(), TwofoldKey{key, {}});
        if (at == twofold_keys_.end() || at->key != key) return std::nullopt;
        if constexpr (!JudgingRepetition<P>)
            return Repetition{repetition_outcome(position, {}), path_independent};
        // The checks on the way back count, so this depends on the path from the root.
        if (reversible_since_[index(ply)] > 0) return std::nullopt;
        const auto here = checked(position, 0, ply);
        return Repetition{
            repetition_outcome(position, {at->checked[0] && here[0], at->checked[1] && here[1]}),
            0};
    }

    // Which seats have given check with every move from the position at `earlier` to that at `ply`.
    [[nodiscard]] std::array<bool, 2> checked(const P& position, int earlier, int ply) const {
        PerpetualChecks checkers;
        if constexpr (JudgingRepetition<P>) {
            checkers.add(position.turn(), position.in_check());
            for (int at = ply - 1; at > earlier; --at) {
                const int turn = (ply - at) % 2 == 0 ? position.turn() : position.turn() ^ 1;
                checkers.add(turn, checks_[index(at)]);
            }
        }
        return checkers.always;
    }

    void collect(const History<P>& root) {
        twofold_keys_.clear();
        salt_ = 0;
        for (const auto& [key, first] : root.one_occurrence_short()) {
            const auto checked = root.checked_since(first);
            twofold_keys_.push_back({key, checked});
            Key state = key + checked[0] + 2 * checked[1];
            salt_ ^= splitmix64(state);
        }
        std::sort(twofold_keys_.begin(), twofold_keys_.end());
    }

    std::vector<TwofoldKey> twofold_keys_;
    Key salt_ = 0;
    std::array<Key, max_ply + 1> keys_{};
    std::array<int, max_ply + 2> reversible_since_{};
    std::array<bool, max_ply + 1> checks_{};
};

}  // namespace zeitnot
