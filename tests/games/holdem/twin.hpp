// One iteration of hold'em's learner by plain recursion, from its description alone: two hands at a
// time through the whole betting, as counterfactual regrets are defined. Hands that are in the same
// bucket in every round are played alike, so that it is done once for each two kinds of hands.
#pragma once

#include <array>
#include <random>
#include <vector>

#include "games/holdem/tables.hpp"

namespace zeitnot::holdem {

class LearnerTwin {
   public:
    // Precondition: two buckets after the flop, and before it equal rows of all classes with equal
    // `side`. `random`: as it is once the board has been dealt.
    LearnerTwin(const DealtBoard& board, const Tables& before, std::uint64_t iteration,
                const std::mt19937_64& random)
        : before_(before),
          iteration_(static_cast<double>(iteration)),
          random_(random),
          weights_(betting_tree().size(), 1.0),
          rows_(betting_tree().size()) {
        count(board);
        walk(0, {even(), even()});
        for (std::size_t own = 0; own < kind_count; ++own)
            for (std::size_t other = 0; other < kind_count; ++other)
                for (const int outcome : {-1, 0, 1}) learn(own, other, outcome);
    }

    // Of the buckets of one side of a decision: what an iteration adds to regrets and sums, and the
    // size of the numbers that regrets are sums of.
    struct Row {
        std::array<double, action_count> regrets{}, sizes{}, sums{};
    };
    // By place and side. Elements by action, also those that are not allowed.
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
    // At how many decisions the walk was not gone on with, and at how many it was for several.
    [[nodiscard]] int left_out() const { return left_out_; }
    [[nodiscard]] int weighed() const { return weighed_; }
    // Of a bucket, which of two.
    static std::size_t side(std::size_t bucket) { return bucket % 2; }

   private:
    static constexpr std::size_t kind_count = 1U << round_count;  // a side in each round
    template <class T>
    using Both = std::array<T, 2>;
    using Reach = std::array<double, kind_count>;

    static std::size_t side_in(std::size_t round, std::size_t kind) { return kind >> round & 1; }
    static Reach even() {
        Reach reach;
        reach.fill(1);
        return reach;
    }

    void count(const DealtBoard& board) {
        std::vector<std::size_t> kinds(hands_at_showdown);
        for (std::size_t i = 0; i < hands_at_showdown; ++i) {
            for (std::size_t round = 0; round < round_count; ++round)
                kinds[i] |= side(board.buckets[round][i]) << round;
            ++hands_[kinds[i]];
        }
        for (std::size_t i = 0; i < hands_at_showdown; ++i) {
            for (std::size_t j = 0; j < hands_at_showdown; ++j) {
                const RankedHand &own = board.hands[i], &other = board.hands[j];
                if ((own.holding.cards() & other.holding.cards()) != 0) continue;
                const std::size_t outcome = own.rank > other.rank ? 2 : own.rank == other.rank;
                ++pairs_[kinds[i]][kinds[j]][outcome];
            }
        }
    }

    // In proportion to the regrets above 0, equal if there are none.
    [[nodiscard]] double probability(std::size_t place, std::size_t side,
                                     std::size_t action) const {
        const BettingNode& node = betting_tree()[place];
        const float* regret = &before_.regrets[before_.offset(place) + side * node.choices()];
        double own = 0, sum = 0;
        for (std::size_t a = 0; a < action_count; ++a) {
            if (!node.allows(a)) continue;
            const double kept = std::max(0.0, static_cast<double>(*regret++));
            sum += kept;
            if (a == action) own = kept;
        }
        return sum > 0 ? own / sum : 1.0 / static_cast<double>(node.choices());
    }

    // Strategies grow by t * t times the seat's own reach. At the begin of the turn and of the
    // river the walk goes on by chance; what is below then weighs as much more.
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
            share *= sum / hands_at_showdown;
        }
        const double chance = std::clamp(400 * share, 1.0 / 16, 1.0);
        if (chance == 1) return true;
        const bool goes_on = static_cast<double>(random_() >> 40U) < chance * 0x1p24;
        weights_[place] = goes_on ? 1 / chance : 0;
        ++(goes_on ? weighed_ : left_out_);
        return goes_on;
    }

    void learn(std::size_t dealer, std::size_t other, int outcome) {
        const double pairs = pairs_[dealer][other][static_cast<std::size_t>(outcome + 1)];
        if (pairs > 0) value(0, {dealer, other}, outcome, {pairs, pairs});
    }

    // What the dealer wins. `reach`: the share of these pairs that each seat lets come here.
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
    std::vector<double> weights_;  // by place: 1, more where the walk went on by chance, or 0
    std::vector<std::array<Row, 2>> rows_;
    Reach hands_{};  // how many there are of each kind
    // How many pairs by the dealer's kind, the other's, and who wins: the other, nobody, the
    // dealer.
    std::array<std::array<std::array<double, 3>, kind_count>, kind_count> pairs_{};
    int left_out_ = 0, weighed_ = 0;
};

}  // namespace zeitnot::holdem
