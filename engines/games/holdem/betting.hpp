// The betting of one hand of heads-up limit hold'em.
//
// The dealer posts the small blind and acts first before the flop, last in the other rounds. Bets
// and raises are of a fixed size; before the flop the big blind counts as the first bet.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "zeitnot/fixed_list.hpp"

namespace zeitnot::holdem {

// c check or call, r bet or raise, f fold.
using Action = char;
using Actions = FixedList<Action, 3>;

inline constexpr int round_count = 4;
inline constexpr std::array<int, round_count> bet_sizes{2, 2, 4, 4};
inline constexpr std::array blinds{1, 2};
inline constexpr int max_bets = 4;  // in a round
// The maximum loss of a seat in a hand, in chips.
inline constexpr int max_loss = 48;

// `actor`: 0 is the dealer.
class Betting {
   public:
    [[nodiscard]] int actor() const { return actor_; }
    [[nodiscard]] int round() const { return round_; }
    // The actions, with "-" between the rounds.
    [[nodiscard]] std::string_view text() const { return {letters_.data(), count_}; }
    // The chips that a player has put into the pot.
    [[nodiscard]] int put(int actor) const { return put_[static_cast<std::size_t>(actor)]; }
    [[nodiscard]] bool faces_bet() const { return put(actor_) < put(1 - actor_); }
    // Bets in this round.
    [[nodiscard]] int bets() const { return bets_; }
    [[nodiscard]] bool was_folded() const { return count_ > 0 && letters_[count_ - 1U] == 'f'; }
    // Whether this round of betting is complete.
    [[nodiscard]] bool is_closed() const { return is_closed_; }
    [[nodiscard]] bool is_over() const {
        return was_folded() || (is_closed_ && round_ == round_count - 1);
    }

    void generate(Actions& actions) const {
        if (is_closed_) return;
        if (faces_bet()) actions.push('f');
        actions.push('c');
        if (bets_ < max_bets) actions.push('r');
    }

    // Plays an action that `generate` lists.
    void play(Action action) {
        const bool answers = in_round_ > 0;
        write(action);
        ++in_round_;
        if (action == 'f') {
            is_closed_ = true;
        } else if (action == 'c') {
            put_[actor_] = put_[1U - actor_];
            is_closed_ = answers;
        } else {
            put_[actor_] = static_cast<std::uint8_t>(put(1 - actor_) + bet_sizes[round_]);
            ++bets_;
        }
        actor_ = 1U - actor_;
    }

    // Begins the next round, in which the dealer acts last.
    void next_round() {
        write('-');
        ++round_;
        bets_ = in_round_ = 0;
        actor_ = 1;
        is_closed_ = false;
    }

    friend bool operator==(const Betting&, const Betting&) = default;

   private:
    void write(char letter) { letters_[count_++] = letter; }

    std::array<char, 28> letters_{};
    std::uint8_t count_ = 0;                                 // of `letters_`
    std::array<std::uint8_t, 2> put_{blinds[0], blinds[1]};  // chips, by actor
    std::uint8_t actor_ = 0;
    std::uint8_t round_ = 0;
    std::uint8_t bets_ = 1, in_round_ = 0;  // bets and actions in this round
    bool is_closed_ = false;
};

}  // namespace zeitnot::holdem
