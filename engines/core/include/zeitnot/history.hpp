// A position with as much of its past as its future depends on: the keys of the positions since the
// last irreversible move. It alone judges repetition, for server and search alike.
#pragma once

#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "zeitnot/concepts.hpp"

namespace zeitnot {

enum class Reason { rules, repetition };

// The end of a game and why.
struct Ending {
    Outcome outcome;
    Reason reason;
    friend bool operator==(const Ending&, const Ending&) = default;
};

inline constexpr Outcome drawn_by_repetition{0.5, 0, "repetition"};

// A regular value: copies are independent. Equal histories have the same future; the number of
// plies played is not part of that.
template <Position P>
class History {
   public:
    using Move = typename P::Move;

    History() = default;
    explicit History(P start) : position_(std::move(start)) {}

    [[nodiscard]] const P& position() const { return position_; }
    // Moves played since this history was begun; throws are not plies.
    [[nodiscard]] int ply() const { return ply_; }

    // Earlier positions since the last irreversible move, oldest first, without the present one.
    [[nodiscard]] std::span<const Key> past() const {
        if constexpr (Repeating<P>) return past_;
        return {};
    }

    // How often the present position has stood on the board, now included.
    [[nodiscard]] int occurrences() const {
        const auto keys = past();
        return 1 + static_cast<int>(std::count(keys.begin(), keys.end(), position_.hash()));
    }

    [[nodiscard]] std::optional<Ending> ending() const {
        if (const auto outcome = position_.result()) return Ending{*outcome, Reason::rules};
        if constexpr (Repeating<P>) {
            if (occurrences() >= P::repetition_limit)
                return Ending{drawn_by_repetition, Reason::repetition};
        }
        return std::nullopt;
    }

    // Unchecked, as Position::play.
    void play(Move move) {
        if constexpr (Repeating<P>) {
            if (position_.irreversible(move)) {
                past_.clear();
            } else {
                past_.push_back(position_.hash());
            }
        }
        position_.play(move);
        ++ply_;
    }

    void apply(auto outcome)
        requires Stochastic<P>
    {
        position_.apply(outcome);
    }

    friend bool operator==(const History& a, const History& b) {
        return a.position_ == b.position_ && a.past_ == b.past_;
    }

   private:
    struct Nothing {
        friend bool operator==(const Nothing&, const Nothing&) = default;
    };

    P position_{};
    int ply_ = 0;
    [[no_unique_address]] std::conditional_t<Repeating<P>, std::vector<Key>, Nothing> past_{};
};

}  // namespace zeitnot
