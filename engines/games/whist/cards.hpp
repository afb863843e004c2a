// Playing cards and sets of them. A card is 13 · suit + rank. A set has a bit for each card of the
// full deck. The thirteen bits of a suit are adjacent, from the two to the ace.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace zeitnot::whist {

using Card = std::uint8_t;
using Cards = std::uint64_t;

inline constexpr int ranks = 13, suits = 4, deck = ranks * suits;
inline constexpr std::string_view rank_names = "23456789TJQKA";
inline constexpr std::string_view suit_names = "cdhs";
inline constexpr Cards full_suit = (Cards{1} << ranks) - 1;
inline constexpr Cards full_deck = (Cards{1} << deck) - 1;

constexpr int suit_of(Card card) { return card / ranks; }
constexpr int rank_of(Card card) { return card % ranks; }
constexpr Cards set_of(Card card) { return Cards{1} << card; }
constexpr Cards suit_cards(int suit) { return full_suit << (suit * ranks); }
constexpr int count(Cards cards) { return std::popcount(cards); }

// Removes and returns the lowest card of a set that is not empty.
constexpr Card pop(Cards& cards) {
    const auto card = static_cast<Card>(std::countr_zero(cards));
    cards &= cards - 1;
    return card;
}

// "Td": the rank and the suit.
inline std::string name_of(Card card) {
    return {rank_names[static_cast<std::size_t>(rank_of(card))],
            suit_names[static_cast<std::size_t>(suit_of(card))]};
}

constexpr std::optional<Card> card_named(std::string_view name) {
    if (name.size() != 2) return std::nullopt;
    const auto rank = rank_names.find(name[0]), suit = suit_names.find(name[1]);
    if (rank == std::string_view::npos || suit == std::string_view::npos) return std::nullopt;
    return static_cast<Card>(suit * ranks + rank);
}

// Lists spades, hearts, diamonds, then clubs, each from the highest.
inline std::string names_of(Cards cards) {
    std::string names;
    for (int card = deck - 1; card >= 0; --card) {
        const auto one = static_cast<Card>(card);
        if ((cards & set_of(one)) != 0) names += name_of(one);
    }
    return names;
}

// Whether `card` beats `best`, the best card of a trick so far; `trump`: a suit, or -1.
constexpr bool beats(Card card, Card best, int trump) {
    if (suit_of(card) == suit_of(best)) return card > best;
    return suit_of(card) == trump;
}

}  // namespace zeitnot::whist
