// Tricks that need no search: those that the leader's side can cash at once, and those that the
// other side always takes. Each count comes with the ranks on which it depends.
#pragma once

#include "games/whist/open_cards.hpp"

namespace zeitnot::whist {

template <int Seats>
class SureTricks {
   public:
    SureTricks(const OpenCards<Seats>& cards, int trump) : cards_(cards), trump_(trump) {}

    // The tricks that the side of `leader` can cash one after another.
    int cashable_by_leader(int leader, int tricks_left, Relevant& relevant) const {
        const bool drawn = draws_trumps(leader);
        Relevant own;
        int cashed = 0;
        for (int suit = 0; suit < suits; ++suit)
            cashed += cashable_from_hand(leader, suit, drawn, own);
        if constexpr (Seats == 4) {
            if (cashed < tricks_left && !opponents_ruff(leader))
                cashed += cashable_by_partner(leader, own);
        }
        if (cashed > 0) relevant.add(own);
        return std::min(cashed, tricks_left);
    }

    // The tricks that the other side is sure of.
    int sure_for_opponents(int leader, Relevant& relevant) const {
        if (trump_ >= 0 && cards_.left[at(trump_)] != 0) return top_trumps(leader, relevant);
        Relevant tops;
        for (int suit = 0; suit < suits; ++suit) {
            if (cards_.hand[at(leader)][at(suit)] == 0) continue;
            const int top = highest(cards_.left[at(suit)]);
            if (!has(next(leader), suit, top) && !(Seats == 4 && has(before(leader), suit, top)))
                return 0;
            tops.add(suit, top);
        }
        relevant.add(tops);
        return 1;
    }

   private:
    static constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }
    static constexpr int next(int seat) { return (seat + 1) % Seats; }
    static constexpr int before(int seat) { return (seat + Seats - 1) % Seats; }
    [[nodiscard]] bool has(int seat, int suit, int rank) const {
        return (cards_.hand[at(seat)][at(suit)] >> rank & 1) != 0;
    }
    [[nodiscard]] int length(int seat, int suit) const {
        return size_of(cards_.hand[at(seat)][at(suit)]);
    }
    [[nodiscard]] int opponents_length(int seat, int suit) const {
        return std::max(length(next(seat), suit), length(before(seat), suit));
    }
    [[nodiscard]] int others_length(int seat, int suit) const {
        const int opponents = opponents_length(seat, suit);
        return Seats == 4 ? std::max(opponents, length((seat + 2) % Seats, suit)) : opponents;
    }

    // How many of the highest cards of the suit the seat has.
    [[nodiscard]] int tops(int seat, int suit) const {
        Ranks left = cards_.left[at(suit)];
        int count = 0;
        for (; left != 0 && has(seat, suit, highest(left)); ++count)
            left ^= static_cast<Ranks>(1U << highest(left));
        return count;
    }
    // Adds the `count` highest cards of the suit.
    void add_tops(int suit, int count, Relevant& relevant) const {
        Ranks left = cards_.left[at(suit)];
        for (int i = 1; i < count; ++i) left ^= static_cast<Ranks>(1U << highest(left));
        if (count > 0) relevant.add(suit, highest(left));
    }

    [[nodiscard]] bool opponents_ruff(int seat) const {
        return trump_ >= 0 && opponents_length(seat, trump_) > 0;
    }
    // Whether the seat can draw the opponents' trumps with its own highest.
    [[nodiscard]] bool draws_trumps(int seat) const {
        return trump_ >= 0 && tops(seat, trump_) >= opponents_length(seat, trump_);
    }

    // The tricks that this hand can cash in the suit while it leads; `drawn`: after it has drawn
    // the opponents' trumps.
    int cashable_from_hand(int seat, int suit, bool drawn, Relevant& relevant) const {
        const int highest_cards = tops(seat, suit), all = length(seat, suit);
        const int others = others_length(seat, suit);
        if (all == 0 || (highest_cards == 0 && others > 0)) return 0;
        int tricks = highest_cards >= others ? all : highest_cards;
        if (suit != trump_ && trump_ >= 0 && opponents_ruff(seat)) {
            if (!drawn) tricks = std::min(tricks, before_ruff(seat, suit));
            if (drawn) add_tops(trump_, opponents_length(seat, trump_), relevant);
        }
        if (tricks > 0) add_tops(suit, std::min({highest_cards, others, tricks}), relevant);
        return tricks;
    }
    // How often opponents with trumps must follow suit before they can ruff.
    [[nodiscard]] int before_ruff(int seat, int suit) const {
        int rounds = ranks;
        for (const int other : {next(seat), before(seat)})
            if (length(other, trump_) > 0) rounds = std::min(rounds, length(other, suit));
        return rounds;
    }

    // The tricks that the partner can cash after the leader's, if it has an entry: a suit in which
    // the partner has the highest card and the leader has a card.
    int cashable_by_partner(int leader, Relevant& relevant) const {
        const int partner = (leader + 2) % Seats;
        bool has_entry = false;
        int tricks = 0;
        Relevant theirs;
        for (int suit = 0; suit < suits; ++suit) {
            if (tops(partner, suit) == 0 && others_length(partner, suit) > 0) continue;
            has_entry |= tops(partner, suit) > 0 && length(leader, suit) > 0;
            tricks += cashable_from_hand(partner, suit, true, theirs);
        }
        if (!has_entry) return 0;
        relevant.add(theirs);
        return tricks;
    }

    // The highest trumps in one hand of the other side, each of which always takes a trick.
    int top_trumps(int leader, Relevant& relevant) const {
        const int seat = tops(next(leader), trump_) > 0 ? next(leader) : before(leader);
        const int count = tops(seat, trump_);
        add_tops(trump_, count, relevant);
        return count;
    }

    const OpenCards<Seats>& cards_;
    int trump_;
};

}  // namespace zeitnot::whist
