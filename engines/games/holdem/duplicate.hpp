// Duplicate matches of the blueprint against another player: each deal is played twice with
// exchanged seats to cancel the luck of the cards.
#pragma once

#include <functional>
#include <random>

#include "games/holdem/blueprint.hpp"
#include "games/holdem/hand.hpp"

namespace zeitnot::holdem {

// Chooses a legal action. `own`: the cards of the player to act.
using Player = std::function<Action(const Hand& hand, Cards own)>;

// Plays the blueprint. Caches buckets at the turn, because a deal is played several times.
class BlueprintPlayer {
   public:
    BlueprintPlayer(const Blueprint& blueprint, std::uint64_t seed)
        : blueprint_(blueprint), random_(seed) {}

    Action operator()(const Hand& hand, Cards own) {
        const auto probabilities =
            blueprint_.probabilities(betting_tree().find(hand.betting().text()), bucket(hand, own));
        std::discrete_distribution<std::size_t> choice(probabilities.begin(), probabilities.end());
        return action_letters[choice(random_)];
    }

   private:
    Bucket bucket(const Hand& hand, Cards own) {
        const Cards board = hand.board();
        if (std::popcount(board) != 4)
            return blueprint_.abstraction.bucket(own, hand.board(1), board);
        for (const auto& [known_board, known_own, bucket] : known_)
            if (known_board == board && known_own == own) return bucket;
        const Bucket bucket = blueprint_.abstraction.bucket(own, hand.board(1), board);
        known_[next_] = {board, own, bucket};
        next_ = (next_ + 1) % known_.size();
        return bucket;
    }

    struct Known {
        Cards board, own;
        Bucket bucket;
    };

    const Blueprint& blueprint_;
    std::mt19937_64 random_;
    std::array<Known, 2> known_{};  // both hands of a deal
    std::size_t next_ = 0;
};

// The cards of a deal: both hands, and the board by round.
struct DealtCards {
    explicit DealtCards(std::uint64_t number) {
        std::mt19937_64 random(number);
        Cards dealt = 0;
        const auto next = [&](int count) {
            const Cards cards = random_hand(count, random, dealt);
            dealt |= cards;
            return cards;
        };
        for (Cards& each : own) each = next(own_cards);
        for (std::size_t round = 1; round < round_count; ++round)
            board[round - 1] = next(board_cards[round]);
    }

    Deal own{};  // the dealer's cards first
    std::array<Cards, 3> board{};
};

// The chips that the dealer wins.
inline int play_hand(const DealtCards& deal, const Player& dealer, const Player& other) {
    Hand hand;
    hand.deal(deal.own);
    while (!hand.is_over()) {
        if (hand.is_deal_due()) {
            hand.deal({deal.board[static_cast<std::size_t>(hand.betting().round())], 0});
            continue;
        }
        const auto actor = static_cast<std::size_t>(hand.betting().actor());
        hand.play((actor == 0 ? dealer : other)(hand, deal.own[actor]));
    }
    return hand.gain(0);
}

// The chips per hand that the first player wins: the mean of the deal's two hands.
inline double play_duplicate(const DealtCards& deal, const Player& first, const Player& second) {
    return (play_hand(deal, first, second) - play_hand(deal, second, first)) / 2.0;
}

}  // namespace zeitnot::holdem
