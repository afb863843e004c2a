// Lists the moves of the double-dummy search, one for each run of adjacent cards in a hand, in the
// order in which they are tried.
#pragma once

#include "games/whist/open_cards.hpp"
#include "zeitnot/fixed_list.hpp"

namespace zeitnot::whist {

// The highest card of a run, which represents all cards down to `lowest`.
struct OpenMove {
    std::int8_t suit, rank, lowest;
    std::int16_t weight = 0;
};
using OpenMoves = FixedList<OpenMove, ranks>;

// The trick on the table: the suit led, and the card that is winning so far.
struct OpenTrick {
    int played = 0;
    int led = 0;
    int best_seat = 0, best_suit = 0, best_rank = 0;
    std::array<std::int8_t, max_hands> suit{}, rank{};  // the cards, in the order of play

    void add(int seat, int card_suit, int card_rank, int trump) {
        suit[static_cast<std::size_t>(played)] = static_cast<std::int8_t>(card_suit);
        rank[static_cast<std::size_t>(played)] = static_cast<std::int8_t>(card_rank);
        if (played++ == 0) led = card_suit;
        if (played > 1 && !is_beaten_by(card_suit, card_rank, trump)) return;
        best_seat = seat;
        best_suit = card_suit;
        best_rank = card_rank;
    }
    [[nodiscard]] bool is_beaten_by(int card_suit, int card_rank, int trump) const {
        return card_suit == best_suit ? card_rank > best_rank : card_suit == trump;
    }
    // Whether the best card beat another card of its suit; otherwise its rank does not matter.
    [[nodiscard]] bool is_won_by_rank() const {
        int same = 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(played); ++i)
            same += suit[i] == best_suit ? 1 : 0;
        return same > 1;
    }
};

template <int Seats>
class OpenMoveList {
   public:
    OpenMoveList(const OpenCards<Seats>& cards, int trump) : cards_(cards), trump_(trump) {}

    // All moves of the seat, the most promising first.
    void list(const OpenTrick& trick, int seat, OpenMoves& moves) const {
        const auto& hand = cards_.hand[at(seat)];
        const bool follows = trick.played > 0 && hand[at(trick.led)] != 0;
        for (int suit = 0; suit < suits; ++suit)
            if (!follows || suit == trick.led) add_runs(seat, suit, moves);
        for (OpenMove& move : moves) {
            const int weight = trick.played == 0 ? lead_weight(seat, move)
                                                 : follow_weight(trick, seat, follows, move);
            move.weight = static_cast<std::int16_t>(weight);
        }
        std::stable_sort(moves.begin(), moves.end(),
                         [](const OpenMove& a, const OpenMove& b) { return a.weight > b.weight; });
    }

   private:
    static constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }
    static constexpr int next(int seat) { return (seat + 1) % Seats; }
    static constexpr int partner(int seat) { return (seat + Seats / 2) % Seats; }
    static constexpr int before(int seat) { return (seat + Seats - 1) % Seats; }
    [[nodiscard]] Ranks held(int seat, int suit) const { return cards_.hand[at(seat)][at(suit)]; }

    void add_runs(int seat, int suit, OpenMoves& moves) const {
        const Ranks own = held(seat, suit);
        bool in_run = false;
        for (Ranks rest = cards_.left[at(suit)]; rest != 0;) {
            const int rank = highest(rest);
            rest ^= static_cast<Ranks>(1U << rank);
            const bool is_own = (own >> rank & 1) != 0;
            if (is_own && in_run) moves[moves.size() - 1].lowest = static_cast<std::int8_t>(rank);
            if (is_own && !in_run)
                moves.push({static_cast<std::int8_t>(suit), static_cast<std::int8_t>(rank),
                            static_cast<std::int8_t>(rank)});
            in_run = is_own;
        }
    }

    [[nodiscard]] int lead_weight(int seat, const OpenMove& move) const {
        const int suit = move.suit, rank = move.rank;
        const int top = highest(cards_.left[at(suit)]);
        const auto holds = [&](int other, int card) {
            return (held(other, suit) >> card & 1) != 0;
        };
        if constexpr (Seats == 2) {
            if (rank == top) return 40 + size_of(held(seat, suit));
            return 10 + size_of(held(seat, suit)) - rank;
        }
        const int mine = size_of(held(seat, suit)), theirs = size_of(held(partner(seat), suit));
        int weight = mine + theirs;
        const bool ruffs = trump_ >= 0 && suit != trump_;
        const auto can_ruff = [&](int other) {
            return ruffs && held(other, suit) == 0 && held(other, trump_) != 0;
        };
        if (can_ruff(next(seat)) || can_ruff(before(seat))) weight -= 30;
        if (can_ruff(partner(seat))) weight += 25 - rank;
        if (rank == top) return weight + 30;
        if (holds(partner(seat), top)) return weight + 28 - rank;
        // Driving out the opponents' top card makes the rest of the run winners.
        const int second = highest(static_cast<Ranks>(cards_.left[at(suit)] ^ (1U << top)));
        if (rank == second && mine > 1) return weight + 18;
        if (holds(next(seat), top)) return weight + 12 - rank;
        return weight + 4 - rank;
    }

    [[nodiscard]] bool is_partners(const OpenTrick& trick, int seat) const {
        return Seats == 4 && trick.best_seat == partner(seat);
    }

    // Whether a later seat of the other side can beat this card, by a higher one or by a ruff.
    [[nodiscard]] bool will_be_beaten(const OpenTrick& trick, int seat, int suit, int rank) const {
        int other = seat;
        for (int i = trick.played + 1; i < Seats; ++i) {
            other = next(other);
            if ((other ^ seat) % 2 == 0) continue;
            const Ranks follows = held(other, trick.led);
            if (follows != 0) {
                if (suit == trick.led && highest(follows) > rank) return true;
            } else if (trump_ >= 0 && trick.led != trump_) {
                const Ranks trumps = held(other, trump_);
                if (trumps != 0 && (suit != trump_ || highest(trumps) > rank)) return true;
            }
        }
        return false;
    }

    [[nodiscard]] int follow_weight(const OpenTrick& trick, int seat, bool follows,
                                    const OpenMove& move) const {
        const int suit = move.suit, rank = move.rank;
        const bool beats = trick.is_beaten_by(suit, rank, trump_);
        const bool ours = is_partners(trick, seat);
        if (beats) {
            const bool lasts = !will_be_beaten(trick, seat, suit, rank);
            const bool is_needed =
                !ours || will_be_beaten(trick, seat, trick.best_suit, trick.best_rank);
            if (lasts && is_needed) return 60 - rank;
            if (lasts) return 20 - rank;
            // Forces a higher card out, as the second or third hand.
            return (is_needed ? 8 : 0) + (trick.played == Seats - 2 ? rank : -rank);
        }
        if (follows) return 30 - rank;
        return discard_weight(seat, suit, rank);
    }

    // Low cards of long suits first; winners and guarded honours last.
    [[nodiscard]] int discard_weight(int seat, int suit, int rank) const {
        const int length = size_of(held(seat, suit));
        const int top = highest(cards_.left[at(suit)]);
        int weight = 20 - rank + length;
        if (rank == top) weight -= 12;
        if (length == 2 && (held(seat, suit) >> top & 1) == 0 &&
            highest(held(seat, suit)) >= top - 1)
            weight -= 6;
        return weight;
    }

    const OpenCards<Seats>& cards_;
    int trump_;
};

}  // namespace zeitnot::whist
