// A position with the history that matters for its future: the keys of the positions since the last
// irreversible move. Server and search both detect repetition here.
//
// No position before an irreversible move can recur (in chess FIDE 9.2: the same moves must be
// possible), so few keys are stored.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
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

// Which seats have given check with every move of a sequence.
struct PerpetualChecks {
    std::array<bool, 2> always{true, true};

    // Adds a position after the first: the seat to move, and whether it is in check.
    void add(int turn, bool in_check) { always[static_cast<std::size_t>(turn ^ 1)] &= in_check; }
};

// The outcome at the last allowed occurrence.
template <Repeating P>
Outcome repetition_outcome(const P& position, const std::array<bool, 2>& checked) {
    if constexpr (JudgingRepetition<P>) return position.repeated(checked);
    if constexpr (ScoringRepetition<P>) return position.repeated();
    static_assert(ScoringRepetition<P> || !CountsSeats<P>, "The draw is one of two seats.");
    return drawn_by_repetition;
}

// A regular value: copies are independent. Equal histories have the same future; the number of
// plies played is not part of that.
template <Position P>
class History {
   public:
    using Move = typename P::Move;

    History() = default;
    explicit History(P start) : position_(std::move(start)) {}

    [[nodiscard]] const P& position() const { return position_; }
    // Moves played since this history began; throws are not plies.
    [[nodiscard]] int ply() const { return ply_; }

    // The keys of the earlier positions since the last irreversible move, oldest first, without the
    // current one; in a game with superko, the superko keys of all earlier positions.
    [[nodiscard]] std::span<const Key> past() const {
        if constexpr (has_past) return past_;
        return {};
    }

    // Appends the moves of P::generate except those that superko forbids.
    void moves(typename P::Moves& legal) const {
        if constexpr (Superko<P>) {
            typename P::Moves all;
            position_.generate(all);
            for (const Move move : all) {
                if (!recurs(move)) legal.push(move);
            }
        } else {
            position_.generate(legal);
        }
    }

    // How often the current position has occurred, including now.
    [[nodiscard]] int occurrences() const {
        if constexpr (!Repeating<P>) return 1;
        const auto keys = past();
        return 1 + static_cast<int>(std::count(keys.begin(), keys.end(), position_.hash()));
    }

    [[nodiscard]] std::optional<Ending> ending() const {
        if (const auto outcome = position_.result()) return Ending{*outcome, Reason::rules};
        if constexpr (Repeating<P>) {
            if (occurrences() >= P::repetition_limit)
                return Ending{repetition_outcome(position_, checked()), Reason::repetition};
        }
        return std::nullopt;
    }

    // Which seats have given check with every move since the first occurrence of the current
    // position.
    [[nodiscard]] std::array<bool, 2> checked() const {
        const auto keys = past();
        const auto first = std::find(keys.begin(), keys.end(), position_.hash());
        return checked_since(static_cast<std::size_t>(first - keys.begin()));
    }

    // Like `checked`, but since the position `past()[at]`.
    [[nodiscard]] std::array<bool, 2> checked_since(std::size_t at) const {
        PerpetualChecks checkers;
        if constexpr (JudgingRepetition<P>) {
            checkers.add(position_.turn(), position_.in_check());
            for (std::size_t i = at + 1; i < checks_.size(); ++i) {
                const bool same = (checks_.size() - i) % 2 == 0;
                checkers.add(same ? position_.turn() : position_.turn() ^ 1, checks_[i] != 0);
            }
        }
        return checkers.always;
    }

    // The positions whose next occurrence ends the game: each key, and the index of its first
    // occurrence in `past()` followed by the current position.
    struct OccurredPosition {
        Key key;
        std::size_t first;
    };
    [[nodiscard]] std::vector<OccurredPosition> one_occurrence_short() const
        requires Repeating<P>
    {
        std::vector<Key> keys(past_.begin(), past_.end());
        keys.push_back(position_.hash());
        std::vector<OccurredPosition> found;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const auto here = keys.begin() + static_cast<std::ptrdiff_t>(i);
            const bool is_first = std::find(keys.begin(), here, *here) == here;
            if (is_first && std::count(here, keys.end(), *here) >= P::repetition_limit - 1)
                found.push_back({*here, i});
        }
        return found;
    }

    // Does not check that the move is legal, like Position::play.
    void play(Move move) {
        if constexpr (Repeating<P>) {
            const bool cleared = position_.irreversible(move);
            if (cleared) past_.clear();
            if (!cleared) past_.push_back(position_.hash());
            if constexpr (JudgingRepetition<P>) {
                if (cleared) checks_.clear();
                if (!cleared) checks_.push_back(position_.in_check());
            }
        } else if constexpr (Superko<P>) {
            past_.push_back(position_.superko_key());
        }
        position_.play(move);
        ++ply_;
    }

    void apply(auto outcome)
        requires Stochastic<P>
    {
        position_.apply(outcome);
    }

    // The seat leaves and the others play on. Earlier positions can no longer recur, unless the
    // seat had already left or finished and nothing changes.
    void withdraw(int seat)
        requires PlaysOn<P>
    {
        P after = position_;
        after.withdraw(seat);
        if (after == position_) return;
        past_ = {};
        checks_ = {};
        position_ = std::move(after);
    }

    friend bool operator==(const History& a, const History& b) {
        return a.position_ == b.position_ && a.past_ == b.past_ && a.checks_ == b.checks_;
    }

   private:
    static constexpr bool has_past = Repeating<P> || Superko<P>;
    struct NoPast {
        friend bool operator==(const NoPast&, const NoPast&) = default;
    };

    // Whether the move leads to an earlier position.
    [[nodiscard]] bool recurs(Move move) const
        requires Superko<P>
    {
        if (!position_.may_recur(move)) return false;
        const Key key = superko_key_after(move);
        return key == position_.superko_key() || std::ranges::find(past_, key) != past_.end();
    }

    [[nodiscard]] Key superko_key_after(Move move) const
        requires Superko<P>
    {
        if constexpr (KnowsSuperkoKey<P>) return position_.superko_key_after(move);
        P after = position_;
        after.play(move);
        return after.superko_key();
    }

    P position_{};
    int ply_ = 0;
    [[no_unique_address]] std::conditional_t<has_past, std::vector<Key>, NoPast> past_{};
    // Whether the side to move was in check, for each of `past_`.
    struct NoChecks : NoPast {};
    [[no_unique_address]] std::conditional_t<JudgingRepetition<P>, std::vector<std::uint8_t>,
                                             NoChecks> checks_{};
};

}  // namespace zeitnot
