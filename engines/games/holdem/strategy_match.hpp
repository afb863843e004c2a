// The expected win of one strategy against another in the full game: exact sums over all hands, so
// only the boards are random.
#pragma once

#include <cmath>
#include <functional>
#include <random>
#include <utility>

#include "games/holdem/blueprint.hpp"
#include "games/holdem/hand_vector.hpp"

namespace zeitnot::holdem {

using Strategy = std::function<ActionProbabilities(std::size_t node, Bucket bucket)>;

class StrategyMatch {
   public:
    StrategyMatch(const Strategy& first, const Strategy& second) : strategies_{&first, &second} {}

    // The chips per hand that the first strategy wins on this board, as the dealer in every other
    // hand.
    [[nodiscard]] double play(const DealtBoard& board) const {
        return (value(board, 0) - value(board, 1)) / 2;
    }

   private:
    // The dealer's win if the first strategy plays in this seat; the dealer's seat is 0.
    [[nodiscard]] double value(const DealtBoard& board, std::size_t first_seat) const {
        HandVector ones;
        constexpr double pairs = possible_hands * opposing_hands;  // of both seats' hands
        for (std::size_t i = 0; i < possible_hands; ++i) ones[i] = 1;
        return walk(board, first_seat, 0, ones, ones) / pairs;
    }

    // The dealer's win after this node, summed over both seats' hands and weighted by their reach.
    double walk(const DealtBoard& board, std::size_t first_seat, std::size_t node_number,
                const HandVector& dealer, const HandVector& other) const {
        const BettingNode& node = tree_[node_number];
        if (node.kind != BettingNode::Kind::decision) return end_value(board, node, dealer, other);
        const Strategy& strategy = *strategies_[node.actor == first_seat ? 0 : 1];
        std::array<ActionProbabilities, 256> probabilities{};
        std::array<bool, 256> known{};
        const HandVector& own = node.actor == 0 ? dealer : other;
        std::array<HandVector, action_count> reach;
        for (std::size_t i = 0; i < possible_hands; ++i) {
            const Bucket bucket = board.buckets[node.round][i];
            if (!known[bucket]) probabilities[bucket] = strategy(node_number, bucket);
            known[bucket] = true;
            for (std::size_t a = 0; a < action_count; ++a)
                reach[a][i] = own[i] * probabilities[bucket][a];
        }
        double sum = 0;
        for (std::size_t a = 0; a < action_count; ++a) {
            if (!node.allows(a) || reach[a].sum() == 0) continue;
            const auto next = static_cast<std::size_t>(node.next[a]);
            sum += node.actor == 0 ? walk(board, first_seat, next, reach[a], other)
                                   : walk(board, first_seat, next, dealer, reach[a]);
        }
        return sum;
    }

    static double end_value(const DealtBoard& board, const BettingNode& node,
                            const HandVector& dealer, const HandVector& other) {
        EndSums sums;
        const EndReaches reaches{other, other, other};
        const bool shows = node.kind == BettingNode::Kind::showdown;
        if (shows) value_showdown(board, reaches, sums);
        if (!shows) value_fold(board, reaches, sums);
        const double stake = node.put[node.actor] * (!shows && node.actor == 0 ? -1 : 1);
        double sum = 0;
        for (std::size_t i = 0; i < possible_hands; ++i)
            sum += static_cast<double>(dealer[i] * (shows ? sums.net : sums.all)[i][over_waiting]);
        return stake * sum;
    }

    const BettingTree& tree_ = betting_tree();
    std::array<const Strategy*, 2> strategies_;
};

// The mean win per hand of the first strategy and its standard error, on random boards that are
// always the same.
inline std::pair<double, double> mean_match_result(const Strategy& first, const Strategy& second,
                                                   const Abstraction& abstraction, int boards) {
    const StrategyMatch match(first, second);
    std::mt19937_64 random(1);
    double sum = 0, squares = 0;
    for (int i = 0; i < boards; ++i) {
        const double won = match.play(DealtBoard(random_board(random), abstraction));
        sum += won;
        squares += won * won;
    }
    const double mean = sum / boards;
    return {mean, std::sqrt((squares / boards - mean * mean) / (boards - 1))};
}

}  // namespace zeitnot::holdem
