// Open hands for the double-dummy search. The cards of a deal are renumbered from the lowest in
// each suit, so that equivalent positions with different cards are equal.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "games/whist/dealing.hpp"

namespace zeitnot::whist {

// A deal in play: the cards in hands, those on the table in order of play, and the seat to move.
struct OpenDeal {
    Hands hands{};
    std::array<Card, max_hands> table{};
    int on_table = 0;
    int turn = 0;
};

using Ranks = std::uint16_t;  // cards of one suit, one bit each

constexpr int highest(Ranks ranks) { return std::bit_width(ranks) - 1; }
constexpr int size_of(Ranks ranks) { return std::popcount(ranks); }

// In each suit, the lowest rank on which a proof depends; `none` if it depends on no rank.
struct Relevant {
    static constexpr std::uint8_t none = ranks;
    std::array<std::uint8_t, suits> lowest{none, none, none, none};

    void add(int suit, int rank) {
        auto& known = lowest[static_cast<std::size_t>(suit)];
        known = std::min(known, static_cast<std::uint8_t>(rank));
    }
    void add(const Relevant& other) {
        for (std::size_t suit = 0; suit < suits; ++suit)
            lowest[suit] = std::min(lowest[suit], other.lowest[suit]);
    }
};

// The owners of the cards of a suit, from the highest, two bits each.
using Owners = std::uint32_t;
inline constexpr unsigned owner_bits = 2 * ranks;

template <int Seats>
struct OpenCards {
    std::array<std::array<Ranks, suits>, Seats> hand{};
    std::array<Ranks, suits> left{};  // in all hands and on the table

    // Numbers the deal's cards.
    void set(const OpenDeal& deal) {
        Hands hands = deal.hands;
        for (int i = 0; i < deal.on_table; ++i)
            hands[at((deal.turn + Seats - deal.on_table + i) % Seats)] |= set_of(deal.table[at(i)]);
        Cards all = 0;
        for (const Cards one : hands) all |= one;
        if (hands != numbered_) number(hands, all);
        for (int suit = 0; suit < suits; ++suit) {
            left[at(suit)] = ranks_of(all, suit);
            for (int seat = 0; seat < Seats; ++seat)
                hand[at(seat)][at(suit)] = ranks_of(deal.hands[at(seat)], suit);
        }
    }

    // The number of a card of the deal in its suit.
    [[nodiscard]] int rank_in_deal(Card card) const {
        const Cards below = (set_of(card) - 1) & suit_cards(suit_of(card));
        return whist::count(below & numbered_cards_);
    }

    [[nodiscard]] Owners owners(int suit) const { return owners_[at(suit)][left[at(suit)]]; }

    // The lengths of all suits in all hands, four bits each.
    [[nodiscard]] std::uint64_t lengths() const {
        std::uint64_t key = 0;
        for (const auto& one : hand)
            for (const Ranks cards : one) key = key << 4U | static_cast<unsigned>(size_of(cards));
        return key;
    }

   private:
    static constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

    [[nodiscard]] Ranks ranks_of(Cards cards, int suit) const {
        Ranks ranks = 0;
        for (Cards rest = cards & suit_cards(suit); rest != 0;)
            ranks |= static_cast<Ranks>(1U << rank_in_deal(pop(rest)));
        return ranks;
    }

    void number(const Hands& hands, Cards all) {
        numbered_ = hands;
        numbered_cards_ = all;
        for (int suit = 0; suit < suits; ++suit) {
            std::array<Owners, ranks> owner{};
            for (Cards rest = all & suit_cards(suit); rest != 0;) {
                const Card card = pop(rest);
                for (std::size_t seat = 0; seat < Seats; ++seat)
                    if ((hands[seat] & set_of(card)) != 0)
                        owner[at(rank_in_deal(card))] = static_cast<Owners>(seat);
            }
            auto& table = owners_[at(suit)];
            table.assign(std::size_t{1} << whist::count(all & suit_cards(suit)), 0);
            for (std::size_t cards = 1; cards < table.size(); ++cards) {
                const int top = highest(static_cast<Ranks>(cards));
                table[cards] =
                    owner[at(top)] << (owner_bits - 2) | table[cards ^ std::size_t{1} << top] >> 2U;
            }
        }
    }

    Hands numbered_{};
    Cards numbered_cards_ = 0;
    std::array<std::vector<Owners>, suits> owners_;
};

}  // namespace zeitnot::whist
