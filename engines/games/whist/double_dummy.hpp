// Double dummy: how many tricks a side takes when all hands are open and both sides play best.
//
// Alpha-beta on one question, whether the side takes so many tricks (Pearl's test, "Scout", 1980),
// with a table of classes of positions instead of single ones (partition search: Ginsberg, "GIB:
// imperfect information in a computationally challenging game", JAIR 14, 2001). A proof depends
// only on the ranks that won a trick by being higher; in each suit the cards below may lie in any
// order. So an entry has the lengths of the suits in the hands, and in each suit who holds how many
// of the highest cards: it serves all deals with the same trumps. Adjacent cards of one hand are
// one move, and sure tricks are counted without search.
#pragma once

#include "games/whist/classes.hpp"
#include "games/whist/open_moves.hpp"
#include "games/whist/sure_tricks.hpp"
#include "zeitnot/search/control.hpp"

namespace zeitnot::whist {

template <int Seats>
class DoubleDummy {
   public:
    static constexpr std::size_t usual_entries = std::size_t{1} << 18U;

    // `trump`: a suit, or -1.
    explicit DoubleDummy(int trump, std::size_t entries = usual_entries)
        : trump_(trump), sure_(cards_, trump), list_(cards_, trump), table_(entries) {}
    DoubleDummy(const DoubleDummy&) = delete;
    DoubleDummy& operator=(const DoubleDummy&) = delete;

    // The tricks to come that seats 0 and 2 take, the one on the table included; `guess`: where to
    // begin. `meter` counts positions and may throw Interrupted.
    int tricks(const OpenDeal& deal, Meter& meter, std::optional<int> guess = {}) {
        meter_ = &meter;
        cards_.set(deal);
        int least = 0, most = tricks_left_ = whist::count(deal.hands[at(deal.turn)]);
        int next = guess.value_or((most + 1) / 2);
        while (least < most) {
            next = std::clamp(next, least + 1, most);
            cards_.set(deal);  // also after Interrupted
            tricks_left_ = whist::count(deal.hands[at(deal.turn)]);
            if (takes(deal, next)) {
                least = next++;
            } else {
                most = --next;
            }
        }
        return least;
    }

    void clear() { table_.clear(); }
    [[nodiscard]] const ClassTable& table() const { return table_; }

   private:
    static constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }
    static constexpr int next(int seat) { return (seat + 1) % Seats; }

    bool takes(const OpenDeal& deal, int wanted) {
        Relevant relevant;
        OpenTrick trick;
        int seat = (deal.turn + Seats - deal.on_table) % Seats;
        for (int i = 0; i < deal.on_table; ++i, seat = next(seat)) {
            const Card card = deal.table[at(i)];
            trick.add(seat, suit_of(card), cards_.rank_in_deal(card), trump_);
        }
        if (trick.played == 0) return lead(seat, wanted, relevant);
        return try_moves(trick, seat, wanted, relevant);
    }

    // Before a trick: whether the first side takes `wanted` of the tricks left, and the ranks on
    // which that depends.
    bool lead(int seat, int wanted, Relevant& relevant) {
        if (wanted <= 0) return true;
        if (wanted > tricks_left_) return false;
        meter_->visit();
        if (tricks_left_ == 1) return last_trick(seat, relevant);
        const ClassTable::Place place{cards_.lengths(), seat, {owners_of(0), owners_of(2)}};
        const auto* known = table_.find(place, [wanted](TrickBounds bounds) {
            return bounds.least >= wanted || bounds.most < wanted;
        });
        if (known != nullptr) {
            add_tops(known->tops, relevant);
            return known->bounds.least >= wanted;
        }
        if (const auto sure = sure_answer(seat, wanted, relevant)) return *sure;
        Relevant own;
        const bool takes = try_moves({}, seat, wanted, own);
        TrickBounds bounds{0, static_cast<std::uint8_t>(tricks_left_)};
        if (takes) bounds.least = static_cast<std::uint8_t>(wanted);
        if (!takes) bounds.most = static_cast<std::uint8_t>(wanted - 1);
        table_.store(place, tops_of(own), bounds);
        relevant.add(own);
        return takes;
    }

    std::optional<bool> sure_answer(int seat, int wanted, Relevant& relevant) const {
        const bool is_first = seat % 2 == 0;
        Relevant ranks;
        const int cashed = sure_.of_leader(seat, tricks_left_, ranks);
        if (cashed >= (is_first ? wanted : tricks_left_ - wanted + 1)) {
            relevant.add(ranks);
            return is_first;
        }
        ranks = {};
        const int others = sure_.of_others(seat, ranks);
        if (others >= (is_first ? tricks_left_ - wanted + 1 : wanted)) {
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

    bool try_moves(const OpenTrick& trick, int seat, int wanted, Relevant& relevant) {
        const bool is_first = seat % 2 == 0;
        OpenMoves moves;
        list_.list(trick, seat, moves);
        Relevant all;
        for (const OpenMove& move : moves) {
            Relevant own;
            if (play(trick, seat, move, wanted, own) == is_first) {
                relevant.add(own);
                return is_first;
            }
            // The cards of the run are one only as long as nothing lies between them.
            auto& lowest = own.lowest[at(move.suit)];
            if (lowest <= move.rank) own.add(move.suit, move.lowest);
            all.add(own);
        }
        relevant.add(all);
        return !is_first;
    }

    bool play(const OpenTrick& before, int seat, const OpenMove& move, int wanted,
              Relevant& relevant) {
        OpenTrick trick = before;
        trick.add(seat, move.suit, move.rank, trump_);
        const auto card = static_cast<Ranks>(1U << move.rank);
        cards_.hand[at(seat)][at(move.suit)] ^= card;
        const bool takes = trick.played < Seats ? try_moves(trick, next(seat), wanted, relevant)
                                                : finish(trick, wanted, relevant);
        cards_.hand[at(seat)][at(move.suit)] ^= card;
        return takes;
    }

    bool finish(const OpenTrick& trick, int wanted, Relevant& relevant) {
        const auto left = cards_.left;
        for (int i = 0; i < Seats; ++i)
            cards_.left[at(trick.suit[at(i)])] ^= static_cast<Ranks>(1U << trick.rank[at(i)]);
        --tricks_left_;
        const int won = trick.best_seat % 2 == 0 ? 1 : 0;
        const bool takes = lead(trick.best_seat, wanted - won, relevant);
        ++tricks_left_;
        cards_.left = left;
        if (trick.is_won_by_rank()) relevant.add(trick.best_suit, trick.best_rank);
        return takes;
    }

    [[nodiscard]] std::uint64_t owners_of(int suit) const {
        return std::uint64_t{cards_.owners(suit)} << owner_bits | cards_.owners(suit + 1);
    }
    // From ranks to the number of highest cards, and back.
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
