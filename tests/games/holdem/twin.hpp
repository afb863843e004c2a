// One iteration of hold'em's learner by plain recursion, written from its description: it takes two
// hands at a time through the whole betting, as counterfactual regrets are defined. Hands in the
// same buckets in every round are played alike, so they form one kind, and the recursion is done
// once for each pair of kinds.
#pragma once

#include <array>
#include <random>
#include <vector>

#include "games/holdem/tables.hpp"

namespace zeitnot::holdem {

class LearnerTwin {
   public:
    // Preconditions: two buckets in each round after the flop; before it, all classes with the same
    // `side` have equal rows. `random` is the generator's state after the board has been dealt.
    LearnerTwin(const DealtBoard& board, const Tables& before, std::uint64_t iteration,
                const std::mt19937_64& random)
        : before_(before),
          iteration_(static_cast<double>(iteration)),
          random_(random),
          weights_(betting_tree().size(), 1.0),
          rows_(betting_tree().size()) {
        count(board);
        walk(0, {full_reach(), full_reach()});
        for (std::size_t own = 0; own < kind_count; ++own)
            for (std::size_t other = 0; other < kind_count; ++other)
                for (const int outcome : {-1, 0, 1}) learn(own, other, outcome);
    }

    // For the buckets of one side at a decision: what an iteration adds to the regrets and sums,
    // and the sum of the absolute values that make up the regrets.
    struct Row {
        std::array<double, action_count> regrets{}, sizes{}, sums{};
    };
    // The row by place and side. It has an element for every action, allowed or not.
    [[nodiscard]] const Row& row(std::size_t place, std::size_t side) const {
        return rows_[place][side];
    }
    // The number of hands whose bucket in this round is on this side.
    [[nodiscard]] double hands(std::size_t round, std::size_t side) const {
        double sum = 0;
        for (std::size_t kind = 0; kind < kind_count; ++kind)
            sum += side_in(round, kind) == side ? hands_[kind] : 0;
        return sum;
    }
    // The numbers of decisions at which sampling ended the walk, and continued it with more weight.
    [[nodiscard]] int left_out() const { return left_out_; }
    [[nodiscard]] int weighed() const { return weighed_; }
    // The side, 0 or 1, of a bucket.
    static std::size_t side(std::size_t bucket) { return bucket % 2; }

   private:
    static constexpr std::size_t kind_count = 1U << round_count;  // a side in each round
    template <class T>
    using Both = std::array<T, 2>;
    using Reach = std::array<double, kind_count>;

    static std::size_t side_in(std::size_t round, std::size_t kind) { return kind >> round & 1; }
    static Reach full_reach() {
        Reach reach;
        reach.fill(1);
        return reach;
    }

    void count(const DealtBoard& board) {
        std::vector<std::size_t> kinds(possible_hands);
        for (std::size_t i = 0; i < possible_hands; ++i) {
            for (std::size_t round = 0; round < round_count; ++round)
                kinds[i] |= side(board.buckets[round][i]) << round;
            ++hands_[kinds[i]];
        }
        for (std::size_t i = 0; i < possible_hands; ++i) {
            for (std::size_t j = 0; j < possible_hands; ++j) {
                const RankedHand &own = board.hands[i], &other = board.hands[j];
                if ((own.holding.cards() & other.holding.cards()) != 0) continue;
                const std::size_t outcome = own.rank > other.rank ? 2 : own.rank == other.rank;
                ++pairs_[kinds[i]][kinds[j]][outcome];
            }
        }
    }

    // Proportional to the positive regrets; uniform if there are none.
    [[nodiscard]] double probability(std::size_t place, std::size_t side,
                                     std::size_t action) const {
        const BettingNode& node = betting_tree()[place];
        const float* regret = &before_.regrets[before_.offset(place) + side * node.choices()];
        double own = 0, sum = 0;
        for (std::size_t a = 0; a < action_count; ++a) {
            if (!node.allows(a)) continue;
            const double positive = std::max(0.0, static_cast<double>(*regret++));
            sum += positive;
            if (a == action) own = positive;
        }
        return sum > 0 ? own / sum : 1.0 / static_cast<double>(node.choices());
    }

    // Iteration t adds t * t times the seat's reach to the strategy sums. At the start of the turn
    // and of the river the walk continues with some probability, and then weighs its inverse.
    void walk(std::size_t place, const Both<Reach>& reach) {
        const BettingNode& node = betting_tree()[place];
        for (std::size_t a = 0; a < action_count; ++a) {
            if (!node.allows(a)) continue;
            const auto next = static_cast<std::size_t>(node.next[a]);
            Both<Reach> after = reach;
            for (std::size_t kind = 0; kind < kind_count; ++kind) {
                const std::size_t side = side_in(node.round, kind);
                after[node.actor][kind] *= probability(place, side, a);
                rows_[place][side].sums[a] +=
                    iteration_ * iteration_ * hands_[kind] * after[node.actor][kind];
            }
            if (betting_tree()[next].kind != BettingNode::Kind::decision) continue;
            if (!enters(next, node.round, after)) continue;
            for (Reach& each : after)
                for (double& one : each) one *= weights_[next];
            walk(next, after);
        }
    }

    bool enters(std::size_t place, std::size_t round_before, const Both<Reach>& reach) {
        const std::size_t round = betting_tree()[place].round;
        if (round == round_before || round < 2) return true;
        double share = 1;
        for (const Reach& each : reach) {
            double sum = 0;
            for (std::size_t kind = 0; kind < kind_count; ++kind) sum += hands_[kind] * each[kind];
            share *= sum / possible_hands;
        }
        const double chance = std::clamp(400 * share, 1.0 / 16, 1.0);
        if (chance == 1) return true;
        const bool continues = static_cast<double>(random_() >> 40U) < chance * 0x1p24;
        weights_[place] = continues ? 1 / chance : 0;
        ++(continues ? weighed_ : left_out_);
        return continues;
    }

    void learn(std::size_t dealer, std::size_t other, int outcome) {
        const double pairs = pairs_[dealer][other][static_cast<std::size_t>(outcome + 1)];
        if (pairs > 0) value(0, {dealer, other}, outcome, {pairs, pairs});
    }

    // The dealer's winnings. `reach`: the share of these pairs that each seat's moves lead here.
    double value(std::size_t place, const Both<std::size_t>& kinds, int outcome,
                 const Both<double>& reach) {
        const BettingNode& node = betting_tree()[place];
        if (node.kind == BettingNode::Kind::folded)
            return node.actor == 0 ? -node.put[0] : node.put[1];
        if (node.kind == BettingNode::Kind::showdown) return outcome * node.put[0];
        const std::size_t side = side_in(node.round, kinds[node.actor]);
        std::array<double, action_count> values{};
        double mean = 0;
        for (std::size_t a = 0; a < action_count; ++a) {
            if (!node.allows(a)) continue;
            const auto next = static_cast<std::size_t>(node.next[a]);
            const double share = probability(place, side, a), weight = weights_[next];
            Both<double> after{reach[0] * weight, reach[1] * weight};
            after[node.actor] *= share;
            if (weight > 0) values[a] = weight * value(next, kinds, outcome, after);
            mean += share * values[a];
        }
        Row& row = rows_[place][side];
        const double pairs = iteration_ * reach[1U - node.actor];
        for (std::size_t a = 0; a < action_count; ++a) {
            row.regrets[a] += pairs * (node.actor == 0 ? values[a] - mean : mean - values[a]);
            row.sizes[a] += pairs * (std::abs(values[a]) + std::abs(mean));
        }
        return mean;
    }

    const Tables& before_;
    double iteration_;
    std::mt19937_64 random_;
    std::vector<double> weights_;  // by place: 1, more if sampling continued the walk, 0 if not
    std::vector<std::array<Row, 2>> rows_;
    Reach hands_{};  // the number of hands of each kind
    // The number of pairs by the dealer's kind, the other's, and the winner: other, nobody, dealer.
    std::array<std::array<std::array<double, 3>, kind_count>, kind_count> pairs_{};
    int left_out_ = 0, weighed_ = 0;
};

}  // namespace zeitnot::holdem
