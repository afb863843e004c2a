// One hand of hold'em: two cards for each seat, up to five on the board, and the betting.
#pragma once

#include <bit>
#include <optional>
#include <string>
#include <utility>

#include "games/holdem/betting.hpp"
#include "games/holdem/evaluator.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot::holdem {

inline constexpr std::string_view rank_names = "23456789TJQKA", suit_names = "cdhs";
inline constexpr Cards full_deck = (Cards{1} << card_count) - 1;
// The cards that are dealt to a seat, and to the board before each round.
inline constexpr int own_cards = 2;
inline constexpr std::array<int, round_count> board_cards{0, 3, 1, 1};

// The cards of seats 0 and 1, or those of the board and none.
using Deal = std::array<Cards, 2>;

// The names of the cards, highest first.
inline std::string names_of(Cards cards) {
    std::string names;
    for (; cards != 0; cards ^= std::bit_floor(cards)) {
        const auto card = static_cast<std::size_t>(std::bit_width(cards)) - 1;
        names += {rank_names[card / 4], suit_names[card % 4]};
    }
    return names;
}

// Parses cards such as `AhKd`: highest first, without duplicates.
inline std::optional<Cards> cards_named(std::string_view names) {
    Cards cards = 0;
    for (std::size_t at = 0; at + 1 < names.size(); at += 2) {
        const auto rank = rank_names.find(names[at]), suit = suit_names.find(names[at + 1]);
        if (rank == std::string_view::npos || suit == std::string_view::npos) return std::nullopt;
        cards |= Cards{1} << (4 * rank + suit);
    }
    return names_of(cards) == names ? std::optional(cards) : std::nullopt;
}

class Hand {
   public:
    // The cards of a seat; none before they are dealt.
    [[nodiscard]] Cards own(std::size_t seat) const { return own_[seat]; }
    [[nodiscard]] bool is_dealt() const { return own_[0] != 0; }
    // The board's cards: all, or those dealt before a round.
    [[nodiscard]] Cards board() const { return board_[0] | board_[1] | board_[2]; }
    [[nodiscard]] Cards board(int round) const {
        return board_[static_cast<std::size_t>(round - 1)];
    }
    [[nodiscard]] Cards deck() const { return full_deck & ~(own_[0] | own_[1] | board()); }
    [[nodiscard]] const Betting& betting() const { return betting_; }
    [[nodiscard]] bool is_over() const { return betting_.is_over(); }
    [[nodiscard]] bool is_deal_due() const {
        return !is_dealt() || (betting_.is_closed() && !is_over());
    }
    // How many cards are dealt next.
    [[nodiscard]] int due_cards() const {
        if (!is_dealt()) return 2 * own_cards;
        return board_cards[static_cast<std::size_t>(betting_.round()) + 1];
    }

    // Deals to the seats, or to the board and begins the next round.
    void deal(const Deal& cards) {
        if (!is_dealt()) {
            own_ = cards;
            return;
        }
        board_[static_cast<std::size_t>(betting_.round())] = cards[0];
        betting_.next_round();
    }
    void play(Action action) { betting_.play(action); }

    // Seat 0's gain in the finished hand.
    [[nodiscard]] int gain(int dealer) const {
        const int own_actor = dealer == 0 ? 0 : 1;
        const int win = betting_.put(1 - own_actor), loss = -betting_.put(own_actor);
        if (betting_.was_folded()) return betting_.actor() == own_actor ? win : loss;
        const HandRank first = hand_rank(own_[0] | board()), second = hand_rank(own_[1] | board());
        return first == second ? 0 : first > second ? win : loss;
    }

    // "AhKd7c2s/Qs9h2c/crc-cr": both seats' cards, the board and the betting; "-/-/" before the
    // deal, "?" for cards that are not visible.
    [[nodiscard]] std::string text(const std::array<bool, 2>& visible) const {
        if (!is_dealt()) return "-/-/";
        std::string text;
        for (const std::size_t seat : {0U, 1U})
            text += visible[seat] ? names_of(own_[seat]) : "????";
        text += '/';
        text += board() == 0 ? "-" : board_text();
        return (text += '/').append(betting_.text());
    }
    [[nodiscard]] std::string board_text() const {
        return names_of(board_[0]) + names_of(board_[1]) + names_of(board_[2]);
    }
    static std::optional<Hand> read(std::string_view text);

    friend bool operator==(const Hand&, const Hand&) = default;

   private:
    bool deal_own(std::string_view names);
    bool play_betting(std::string_view letters, std::string_view board);

    std::array<Cards, 2> own_{};
    std::array<Cards, 3> board_{};  // by round, from the second
    Betting betting_;
};

// Parses the result of `text` with all cards visible; the betting must be legal.
inline std::optional<Hand> Hand::read(std::string_view text) {
    Hand hand;
    const std::size_t board_at = text.find('/') + 1, betting_at = text.find('/', board_at) + 1;
    if (board_at == 0 || betting_at == 0) return std::nullopt;
    const std::string_view own = text.substr(0, board_at - 1),
                           board = text.substr(board_at, betting_at - board_at - 1);
    if (!hand.deal_own(own) || !hand.play_betting(text.substr(betting_at), board))
        return std::nullopt;
    return hand.text({true, true}) == text ? std::optional(hand) : std::nullopt;
}

inline bool Hand::deal_own(std::string_view names) {
    if (names == "-") return true;
    if (names.size() != 4 * own_cards) return false;
    const auto first = cards_named(names.substr(0, 2 * own_cards)),
               second = cards_named(names.substr(2 * own_cards));
    if (!first || !second || (*first & *second) != 0) return false;
    deal({*first, *second});
    return true;
}

// Plays the letters, and deals the board's cards between the rounds.
inline bool Hand::play_betting(std::string_view letters, std::string_view board) {
    for (const char letter : letters) {
        if (!is_dealt()) return false;
        if (letter == '-') {
            if (!is_deal_due()) return false;
            const auto size = static_cast<std::size_t>(2 * due_cards());
            const auto cards = cards_named(board.substr(0, size));
            if (board.size() < size || !cards || (*cards & ~deck()) != 0) return false;
            board.remove_prefix(size);
            deal({*cards, 0});
            continue;
        }
        Actions actions;
        betting_.generate(actions);
        if (std::find(actions.begin(), actions.end(), letter) == actions.end()) return false;
        play(letter);
    }
    return true;
}

}  // namespace zeitnot::holdem
