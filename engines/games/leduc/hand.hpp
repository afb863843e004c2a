// One hand of Leduc hold'em: the cards and the betting.
//
// The hand determines whose turn it is, whether the public card is due, and when it is over.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "zeitnot/fixed_list.hpp"

namespace zeitnot::leduc {

using Card = std::uint8_t;  // 2 * rank + suit
inline constexpr int card_count = 6;
inline constexpr std::string_view rank_names = "JQK";
inline constexpr std::string_view suit_names = "sh";
inline constexpr Card no_card = card_count;

constexpr int rank_of(Card card) { return card / 2; }

inline std::string name_of(Card card) { return {rank_names[card / 2U], suit_names[card % 2U]}; }

// The card with this name, `Ks`; `no_card` if there is none.
constexpr Card card_named(std::string_view name) {
    if (name.size() != 2) return no_card;
    const auto rank = rank_names.find(name[0]), suit = suit_names.find(name[1]);
    if (rank == std::string_view::npos || suit == std::string_view::npos) return no_card;
    return static_cast<Card>(2 * rank + suit);
}

// c check or call, f fold, r raise by the limit; without a limit h half the pot, p the pot, a all
// in.
using Action = char;
using Actions = FixedList<Action, 5>;

// The stakes: raises by `limits[round]`, or, if `stack` is not 0, no-limit raises with that many
// chips per hand.
struct Stakes {
    int stack = 0;
    static constexpr int ante = 1;
    static constexpr int max_raises = 2;  // per round
    static constexpr std::array limits{2, 4};

    // The maximum loss of a seat in a hand, in chips.
    [[nodiscard]] constexpr int max_loss() const {
        return stack > 0 ? stack : ante + max_raises * (limits[0] + limits[1]);
    }
};

class Hand {
   public:
    // ── cards ──
    [[nodiscard]] bool is_dealt() const { return cards_[0] != no_card; }
    [[nodiscard]] Card card(std::size_t seat) const { return cards_[seat]; }
    [[nodiscard]] Card board() const { return board_; }
    void deal(Card first, Card second) { cards_ = {first, second}; }
    [[nodiscard]] bool is_board_due() const {
        return is_closed_ && board_ == no_card && !was_folded();
    }
    // Begins the second round; if a seat is all in, the hand is over.
    void deal_board(Card card) {
        board_ = card;
        write('-');
        actor_ = raises_ = in_round_ = 0;
        is_closed_ = is_all_in_;
    }

    // ── betting ── `actor`: 0 is the seat that opens.
    [[nodiscard]] int actor() const { return actor_; }
    // The actions, with "-" between the rounds.
    [[nodiscard]] std::string_view betting() const { return {betting_.data(), count_}; }
    [[nodiscard]] int put(int actor) const { return put_[static_cast<std::size_t>(actor)]; }
    [[nodiscard]] bool faces_raise() const { return put(actor_) < put(1 - actor_); }
    [[nodiscard]] bool was_folded() const { return count_ > 0 && betting().back() == 'f'; }
    [[nodiscard]] bool is_over() const { return was_folded() || (is_closed_ && board_ != no_card); }

    void generate(Actions& actions, const Stakes& stakes) const {
        if (!is_dealt() || is_closed_) return;
        if (faces_raise()) actions.push('f');
        actions.push('c');
        if (raises_ == Stakes::max_raises || is_all_in_) return;
        if (stakes.stack == 0) return actions.push('r');
        for (const Action size : {'h', 'p'}) {
            if (raised_to(size, stakes) < stakes.stack) actions.push(size);
        }
        actions.push('a');
    }

    // Plays an action that `generate` lists.
    void play(Action action, const Stakes& stakes) {
        const bool answers = in_round_ > 0;
        write(action);
        ++in_round_;
        if (action == 'f') {
            is_closed_ = true;
        } else if (action == 'c') {
            put_[actor_] = put_[1U - actor_];
            is_closed_ = answers;
        } else {
            put_[actor_] = static_cast<std::uint8_t>(raised_to(action, stakes));
            is_all_in_ = stakes.stack > 0 && put_[actor_] == stakes.stack;
            ++raises_;
        }
        actor_ = 1U - actor_;
    }

    // The opener's gain in the finished hand.
    [[nodiscard]] int gain(std::size_t opener) const {
        if (was_folded()) return actor_ == 0 ? put_[1] : -put_[0];  // the folder acted last
        const int difference = strength(opener) - strength(1 - opener);
        return difference == 0 ? 0 : difference > 0 ? put_[1] : -put_[0];
    }

    friend bool operator==(const Hand&, const Hand&) = default;

   private:
    // The actor's total chips in the pot after a raise of this size. The pot size is taken after a
    // call, so half the pot is each seat's contribution.
    [[nodiscard]] int raised_to(Action size, const Stakes& stakes) const {
        const int called = put(1 - actor_);
        switch (size) {
            case 'h':
                return 2 * called;
            case 'p':
                return 3 * called;
            case 'a':
                return stakes.stack;
            default:
                return called + Stakes::limits[board_ == no_card ? 0 : 1];
        }
    }

    // A pair with the public card beats everything else.
    [[nodiscard]] int strength(std::size_t seat) const {
        const int rank = rank_of(cards_[seat]);
        return rank == rank_of(board_) ? rank + card_count : rank;
    }

    void write(char letter) { betting_[count_++] = letter; }

    std::array<Card, 2> cards_{no_card, no_card};
    Card board_ = no_card;
    std::array<char, 10> betting_{};
    std::uint8_t count_ = 0;                                       // of `betting_`
    std::array<std::uint8_t, 2> put_{Stakes::ante, Stakes::ante};  // chips, by actor
    std::uint8_t actor_ = 0;
    std::uint8_t raises_ = 0, in_round_ = 0;  // raises and actions in this round
    bool is_closed_ = false;                  // this round of betting is complete
    bool is_all_in_ = false;
};

}  // namespace zeitnot::leduc
