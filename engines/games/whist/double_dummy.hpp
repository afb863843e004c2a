// Double-dummy solver: the number of tricks a side takes with open hands and best play.
//
// Null-window alpha-beta: whether the side takes at least a target number of tricks (Pearl's test,
// "Scout", 1980), with a table of classes of positions (partition search: Ginsberg, "GIB: imperfect
// information in a computationally challenging game", JAIR 14, 2001). A proof depends only on the
// ranks that won a trick by being higher; lower cards of a suit may be distributed in any order. So
// an entry has the lengths of the suits in the hands and, in each suit, the owners of the highest
// cards, and applies to all deals with the same trumps. Adjacent cards of one hand are one move,
// and sure tricks are counted without search.
#pragma once

#include "games/whist/classes.hpp"
#include "games/whist/open_moves.hpp"
#include "games/whist/sure_tricks.hpp"
#include "zeitnot/search/control.hpp"

namespace zeitnot::whist {

template <int Seats>
class DoubleDummy {
   public:
    static constexpr std::size_t default_entries = std::size_t{1} << 18U;

    // `trump`: a suit, or -1.
    explicit DoubleDummy(int trump, std::size_t entries = default_entries)
        : trump_(trump), sure_(cards_, trump), list_(cards_, trump), table_(entries) {}
    DoubleDummy(const DoubleDummy&) = delete;
    DoubleDummy& operator=(const DoubleDummy&) = delete;

    // The remaining tricks that seats 0 and 2 take, including the one on the table. `guess`: the
    // first value to test. `meter` counts positions and may throw Interrupted.
    int tricks(const OpenDeal& deal, Meter& meter, std::optional<int> guess = {}) {
        meter_ = &meter;
        cards_.set(deal);
        int low = 0, high = tricks_left_ = whist::count(deal.hands[at(deal.turn)]);
        int next = guess.value_or((high + 1) / 2);
        while (low < high) {
            next = std::clamp(next, low + 1, high);
            cards_.set(deal);  // also after Interrupted
            tricks_left_ = whist::count(deal.hands[at(deal.turn)]);
            if (takes(deal, next)) {
                low = next++;
            } else {
                high = --next;
            }
        }
        return low;
    }

    void clear() { table_.clear(); }
    [[nodiscard]] const ClassTable& table() const { return table_; }

   private:
    static constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }
    static constexpr int next(int seat) { return (seat + 1) % Seats; }

    bool takes(const OpenDeal& deal, int target) {
        Relevant relevant;
        OpenTrick trick;
        int seat = (deal.turn + Seats - deal.on_table) % Seats;
        for (int i = 0; i < deal.on_table; ++i, seat = next(seat)) {
            const Card card = deal.table[at(i)];
            trick.add(seat, suit_of(card), cards_.rank_in_deal(card), trump_);
        }
        if (trick.played == 0) return lead(seat, target, relevant);
        return try_moves(trick, seat, target, relevant);
    }

    // Before a trick: whether the first side takes at least `target` of the remaining tricks, and
    // the ranks on which that depends.
    bool lead(int seat, int target, Relevant& relevant) {
        if (target <= 0) return true;
        if (target > tricks_left_) return false;
        meter_->visit();
        if (tricks_left_ == 1) return last_trick(seat, relevant);
        const ClassTable::PositionKey key{cards_.lengths(), seat, {owners_of(0), owners_of(2)}};
        const auto* known = table_.find(key, [target](TrickBounds bounds) {
            return bounds.lower >= target || bounds.upper < target;
        });
        if (known != nullptr) {
            add_tops(known->tops, relevant);
            return known->bounds.lower >= target;
        }
        if (const auto sure = sure_answer(seat, target, relevant)) return *sure;
        Relevant own;
        const bool takes = try_moves({}, seat, target, own);
        TrickBounds bounds{0, static_cast<std::uint8_t>(tricks_left_)};
        if (takes) bounds.lower = static_cast<std::uint8_t>(target);
        if (!takes) bounds.upper = static_cast<std::uint8_t>(target - 1);
        table_.store(key, tops_of(own), bounds);
        relevant.add(own);
        return takes;
    }

    std::optional<bool> sure_answer(int seat, int target, Relevant& relevant) const {
        const bool is_first = seat % 2 == 0;
        Relevant ranks;
        const int cashed = sure_.cashable_by_leader(seat, tricks_left_, ranks);
        if (cashed >= (is_first ? target : tricks_left_ - target + 1)) {
            relevant.add(ranks);
            return is_first;
        }
        ranks = {};
        const int others = sure_.sure_for_opponents(seat, ranks);
        if (others >= (is_first ? tricks_left_ - target + 1 : target)) {
            relevant.add(ranks);
            return !is_first;
        }
        return std::nullopt;
    }

    // One card in each hand.
    bool last_trick(int leader, Relevant& relevant) const {
        OpenTrick trick;
        for (int i = 0, seat = leader; i < Seats; ++i, seat = next(seat)) {
            for (int suit = 0; suit < suits; ++suit) {
                const Ranks card = cards_.hand[at(seat)][at(suit)];
                if (card != 0) trick.add(seat, suit, highest(card), trump_);
            }
        }
        if (trick.is_won_by_rank()) relevant.add(trick.best_suit, trick.best_rank);
        return trick.best_seat % 2 == 0;
    }

    bool try_moves(const OpenTrick& trick, int seat, int target, Relevant& relevant) {
        const bool is_first = seat % 2 == 0;
        OpenMoves moves;
        list_.list(trick, seat, moves);
        Relevant all;
        for (const OpenMove& move : moves) {
            Relevant own;
            if (play(trick, seat, move, target, own) == is_first) {
                relevant.add(own);
                return is_first;
            }
            // The cards of the run are equivalent only if no card between them matters.
            auto& lowest = own.lowest[at(move.suit)];
            if (lowest <= move.rank) own.add(move.suit, move.lowest);
            all.add(own);
        }
        relevant.add(all);
        return !is_first;
    }

    bool play(const OpenTrick& before, int seat, const OpenMove& move, int target,
              Relevant& relevant) {
        OpenTrick trick = before;
        trick.add(seat, move.suit, move.rank, trump_);
        const auto card = static_cast<Ranks>(1U << move.rank);
        cards_.hand[at(seat)][at(move.suit)] ^= card;
        const bool takes = trick.played < Seats ? try_moves(trick, next(seat), target, relevant)
                                                : finish(trick, target, relevant);
        cards_.hand[at(seat)][at(move.suit)] ^= card;
        return takes;
    }

    bool finish(const OpenTrick& trick, int target, Relevant& relevant) {
        const auto left = cards_.left;
        for (int i = 0; i < Seats; ++i)
            cards_.left[at(trick.suit[at(i)])] ^= static_cast<Ranks>(1U << trick.rank[at(i)]);
        --tricks_left_;
        const int won = trick.best_seat % 2 == 0 ? 1 : 0;
        const bool takes = lead(trick.best_seat, target - won, relevant);
        ++tricks_left_;
        cards_.left = left;
        if (trick.is_won_by_rank()) relevant.add(trick.best_suit, trick.best_rank);
        return takes;
    }

    [[nodiscard]] std::uint64_t owners_of(int suit) const {
        return std::uint64_t{cards_.owners(suit)} << owner_bits | cards_.owners(suit + 1);
    }
    // Converts ranks to numbers of highest cards; `add_tops` is the inverse.
    [[nodiscard]] std::array<std::uint8_t, suits> tops_of(const Relevant& relevant) const {
        std::array<std::uint8_t, suits> tops{};
        for (std::size_t suit = 0; suit < suits; ++suit)
            tops[suit] = static_cast<std::uint8_t>(
                size_of(static_cast<Ranks>(cards_.left[suit] >> relevant.lowest[suit])));
        return tops;
    }
    void add_tops(const std::array<std::uint8_t, suits>& tops, Relevant& relevant) const {
        for (int suit = 0; suit < suits; ++suit) {
            Ranks left = cards_.left[at(suit)];
            for (int i = 1; i < tops[at(suit)]; ++i)
                left ^= static_cast<Ranks>(1U << highest(left));
            if (tops[at(suit)] > 0) relevant.add(suit, highest(left));
        }
    }

    int trump_;
    OpenCards<Seats> cards_;
    SureTricks<Seats> sure_;
    OpenMoveList<Seats> list_;
    ClassTable table_;
    int tricks_left_ = 0;
    Meter* meter_ = nullptr;
};

}  // namespace zeitnot::whist
