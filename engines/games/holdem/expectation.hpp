// The expected chips of each action if both seats play the blueprint: a mean over random
// completions of the board, and an exact sum over the other seat's hands, weighted by the
// likelihood of its play so far.
#pragma once

#include <functional>
#include <random>

#include "games/holdem/blueprint.hpp"
#include "games/holdem/hand.hpp"
#include "games/holdem/hand_vector.hpp"

namespace zeitnot::holdem {

class Expectation {
   public:
    // `own`: the cards of the seat to act. `blueprint` must outlive it.
    Expectation(const Blueprint& blueprint, const Hand& hand, Cards own, std::uint64_t seed)
        : blueprint_(blueprint),
          own_(own),
          betting_(hand.betting().text()),
          actor_(static_cast<std::size_t>(hand.betting().actor())),
          random_(seed) {
        for (int round = 1; round < round_count; ++round) {
            for (Cards cards = hand.board(round); cards != 0; cards &= cards - 1)
                board_cards_.push_back(std::countr_zero(cards));
        }
    }

    // After a sample at the river, because no cards are left to come.
    [[nodiscard]] bool is_exact() const { return board_cards_.size() == 5 && reach_ > 0; }

    // Adds one more random board, unless `is_stopped` returns true before it is done.
    void sample(const std::function<bool()>& is_stopped) {
        const DealtBoard board(completed(), blueprint_.abstraction);
        set_board(board);
        is_stopped_ = &is_stopped;
        stopped_ = false;
        HandVector reach = compatible_hands(board);
        const std::size_t node_number = replay_betting(reach);
        std::array<double, action_count> values{};
        for (std::size_t a = 0; a < action_count; ++a) {
            const BettingNode& node = betting_tree()[node_number];
            if (node.allows(a)) values[a] = value(static_cast<std::size_t>(node.next[a]), reach);
        }
        if (stopped_) return;
        for (std::size_t a = 0; a < action_count; ++a) sums_[a] += values[a];
        reach_ += static_cast<double>(reach.sum());
    }

    // The chips that the seat wins in this hand by an action; 0 without a sample.
    [[nodiscard]] double of(std::size_t action) const {
        return reach_ > 0 ? sums_[action] / reach_ : 0;
    }

   private:
    // The board so far and random cards for the rest.
    std::array<int, 5> completed() {
        std::array<int, 5> board{};
        Cards dealt = own_;
        for (const int card : board_cards_) dealt |= Cards{1} << card;
        std::copy(board_cards_.begin(), board_cards_.end(), board.begin());
        for (std::size_t i = board_cards_.size(); i < board.size(); ++i) {
            const Cards next = random_hand(1, random_, dealt);
            board[i] = std::countr_zero(next);
            dealt |= next;
        }
        return board;
    }

    void set_board(const DealtBoard& board) {
        board_ = &board;
        const auto is_own = [&](const RankedHand& hand) { return hand.holding.cards() == own_; };
        const auto found = std::ranges::find_if(board.hands, is_own);
        own_index_ = static_cast<std::size_t>(found - board.hands.begin());
    }

    // 1 for each hand that shares no card with the seat's, 0 for the others.
    [[nodiscard]] HandVector compatible_hands(const DealtBoard& board) const {
        HandVector reach;
        for (std::size_t i = 0; i < possible_hands; ++i)
            reach[i] = (board.hands[i].holding.cards() & own_) == 0 ? 1.0F : 0.0F;
        return reach;
    }

    // Replays the betting so far and multiplies the reach of the other seat's hands by the
    // probabilities of its decisions. If the blueprint would never play like this, all hands stay
    // equally likely.
    std::size_t replay_betting(HandVector& reach) const {
        const HandVector initial = reach;
        std::size_t node_number = 0;
        for (const char letter : betting_) {
            if (letter == '-') continue;
            const BettingNode& node = betting_tree()[node_number];
            const std::size_t action = action_letters.find(letter);
            if (node.actor != actor_) reach = reach_after(node_number, reach)[action];
            node_number = static_cast<std::size_t>(node.next[action]);
        }
        if (reach.sum() == 0) reach = initial;
        return node_number;
    }

    // The reach of the other seat's hands after each of its actions.
    [[nodiscard]] std::array<HandVector, action_count> reach_after(std::size_t node_number,
                                                                   const HandVector& reach) const {
        std::array<HandVector, action_count> after;
        for (std::size_t i = 0; i < possible_hands; ++i) {
            if (reach[i] == 0) continue;
            const Bucket bucket = board_->buckets[betting_tree()[node_number].round][i];
            const auto probabilities = blueprint_.probabilities(node_number, bucket);
            for (std::size_t a = 0; a < action_count; ++a)
                after[a][i] = reach[i] * probabilities[a];
        }
        return after;
    }

    // The chips that the seat wins after this node, summed over the other seat's hands and weighted
    // by their reach.
    double value(std::size_t node_number, const HandVector& reach) {
        const BettingNode& node = betting_tree()[node_number];
        if (node.kind != BettingNode::Kind::decision) return end_value(node, reach);
        stopped_ = stopped_ || (*is_stopped_)();
        if (stopped_) return 0;
        double sum = 0;
        if (node.actor == actor_) {
            const Bucket bucket = board_->buckets[node.round][own_index_];
            const auto probabilities = blueprint_.probabilities(node_number, bucket);
            for (std::size_t a = 0; a < action_count; ++a) {
                if (probabilities[a] > 0)
                    sum += static_cast<double>(probabilities[a]) *
                           value(static_cast<std::size_t>(node.next[a]), reach);
            }
            return sum;
        }
        const auto after = reach_after(node_number, reach);
        for (std::size_t a = 0; a < action_count; ++a) {
            if (node.allows(a) && after[a].sum() > 0)
                sum += value(static_cast<std::size_t>(node.next[a]), after[a]);
        }
        return sum;
    }

    [[nodiscard]] double end_value(const BettingNode& node, const HandVector& reach) const {
        const double stake = std::min(node.put[0], node.put[1]);
        if (node.kind == BettingNode::Kind::folded)
            return (node.actor == actor_ ? -stake : stake) * static_cast<double>(reach.sum());
        const HandRank own = board_->hands[own_index_].rank;
        double sum = 0;
        for (std::size_t i = 0; i < possible_hands; ++i) {
            const HandRank theirs = board_->hands[i].rank;
            const float sign = theirs < own ? 1.0F : theirs > own ? -1.0F : 0.0F;
            sum += static_cast<double>(sign * reach[i]);
        }
        return stake * sum;
    }

    const Blueprint& blueprint_;
    Cards own_;
    std::string betting_;
    std::size_t actor_;
    std::mt19937_64 random_;
    std::vector<int> board_cards_;
    std::array<double, action_count> sums_{};
    double reach_ = 0;  // of the other seat's hands, over all samples
    // State of the current sample.
    const DealtBoard* board_ = nullptr;
    std::size_t own_index_ = 0;  // of the seat's hand in `board_->hands`
    const std::function<bool()>* is_stopped_ = nullptr;
    bool stopped_ = false;
};

}  // namespace zeitnot::holdem
