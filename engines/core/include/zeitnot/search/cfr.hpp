// Counterfactual regret minimisation for small games with hidden information: the whole tree,
// deals included, is traversed repeatedly, and each information state shifts towards the moves that
// it regrets not having made. The average of its strategies approaches an equilibrium (Zinkevich,
// Johanson, Bowling and Piccione, "Regret minimization in games with incomplete information", NIPS
// 2007).
//
// As CFR+: regrets never fall below 0, the seats are updated in turn, and later strategies weigh
// more in the average (Tammelin, "Solving large imperfect information games using CFR+", 2014).
#pragma once

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include "zeitnot/equilibrium/small_tree.hpp"

namespace zeitnot {

template <SmallTree P>
    requires Stochastic<P>
class Cfr {
   public:
    using Move = typename P::Move;

    // A move at an information state: its probability, and its value for the side to move.
    struct Choice {
        Move move;
        double probability;
        double value;
    };

    explicit Cfr(const P& root) : root_(root) {}

    // Updates the strategy of each seat once.
    void iterate() {
        ++iteration_;
        for (const int seat : {0, 1}) {
            update(root_, seat, 1, 1);
            for (auto& [key, node] : nodes_) node.apply_pending();
        }
    }

    // What seat 0 gains when both play their average strategies.
    [[nodiscard]] double value() const {
        Query none{};
        return walk(root_, 1, none);
    }

    // The choices at the information state of `position`; none after the end.
    [[nodiscard]] std::vector<Choice> choices(const P& position) const {
        typename P::Moves moves;
        position.generate(moves);
        Query query{information_key(position, position.turn()), 0,
                    std::vector<double>(moves.size())};
        if (!moves.empty()) walk(root_, 1, query);
        const std::vector<double> strategy_now = average(query.key, moves.size());
        std::vector<Choice> all;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const double value = query.reach > 0 ? query.sums[i] / query.reach : 0;
            all.push_back({moves[i], strategy_now[i], value});
        }
        return all;
    }

    [[nodiscard]] std::size_t information_states() const { return nodes_.size(); }

   private:
    // One information state, with one element for each move.
    struct Node {
        explicit Node(std::size_t count) : regrets(count), pending(count), sums(count) {}

        // Called after a traversal, during which the strategy is fixed.
        void apply_pending() {
            for (std::size_t i = 0; i < regrets.size(); ++i) {
                regrets[i] = std::max(0.0, regrets[i] + pending[i]);
                pending[i] = 0;
            }
        }

        std::vector<double> regrets;
        std::vector<double> pending;
        std::vector<double> sums;  // of strategies, weighted
    };

    // An information state: the probability that the others lead to it, and each move's gain times
    // that probability.
    struct Query {
        Key key = 0;
        double reach = 0;
        std::vector<double> sums{};
    };

    [[nodiscard]] bool over(const P& position) const {
        if constexpr (Episodic<P>) return position.episode() != root_.episode();
        return position.result().has_value();
    }
    // What seat 0 has gained at the end.
    [[nodiscard]] double final_gain(const P& position) const {
        if constexpr (Episodic<P>) {
            return position.gain() - root_.gain();
        } else {
            return position.result()->margins[0];
        }
    }

    // Probabilities in proportion to the weights; uniform if their sum is 0.
    static std::vector<double> normalised(std::vector<double> weights) {
        double sum = 0;
        for (const double weight : weights) sum += weight;
        for (double& weight : weights)
            weight = sum > 0 ? weight / sum : 1.0 / static_cast<double>(weights.size());
        return weights;
    }

    [[nodiscard]] std::vector<double> average(Key key, std::size_t count) const {
        const auto found = nodes_.find(key);
        return normalised(found == nodes_.end() ? std::vector<double>(count) : found->second.sums);
    }

    // The gain of `seat` from here. `own`, `others`: the probabilities with which its own strategy,
    // and everything else, lead here.
    double update(const P& position, int seat, double own, double others) {
        if (over(position)) return seat == 0 ? final_gain(position) : -final_gain(position);
        if (position.chance_due()) {
            double sum = 0;
            position.chance([&](auto outcome, double probability) {
                P next = position;
                next.apply(outcome);
                sum += probability * update(next, seat, own, others * probability);
            });
            return sum;
        }
        typename P::Moves moves;
        position.generate(moves);
        const bool ours = position.turn() == seat;
        const Key key = information_key(position, position.turn());
        Node& node = nodes_.try_emplace(key, moves.size()).first->second;
        const std::vector<double> strategy = normalised(node.regrets);
        std::vector<double> gains(moves.size());
        double mean = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            P next = position;
            next.play(moves[i]);
            gains[i] = ours ? update(next, seat, own * strategy[i], others)
                            : update(next, seat, own, others * strategy[i]);
            mean += strategy[i] * gains[i];
        }
        if (ours) learn(node, strategy, gains, mean, own, others);
        return mean;
    }

    void learn(Node& node, const std::vector<double>& strategy, const std::vector<double>& gains,
               double mean, double own, double others) const {
        for (std::size_t i = 0; i < gains.size(); ++i) {
            node.pending[i] += others * (gains[i] - mean);
            node.sums[i] += static_cast<double>(iteration_) * own * strategy[i];
        }
    }

    // The gain of seat 0 from here with the average strategies; adds to `query` at its information
    // state. `others`: the probability with which all but the side to move lead here.
    double walk(const P& position, double others, Query& query) const {
        if (over(position)) return final_gain(position);
        double sum = 0;
        if (position.chance_due()) {
            position.chance([&](auto outcome, double probability) {
                P next = position;
                next.apply(outcome);
                sum += probability * walk(next, others * probability, query);
            });
            return sum;
        }
        typename P::Moves moves;
        position.generate(moves);
        const Key key = information_key(position, position.turn());
        const std::vector<double> strategy = average(key, moves.size());
        const bool is_queried = key == query.key && query.sums.size() == moves.size();
        if (is_queried) query.reach += others;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            P next = position;
            next.play(moves[i]);
            const double gain = walk(next, others * strategy[i], query);
            sum += strategy[i] * gain;
            if (is_queried) query.sums[i] += others * (position.turn() == 0 ? gain : -gain);
        }
        return sum;
    }

    P root_;
    std::unordered_map<Key, Node> nodes_;
    std::uint64_t iteration_ = 0;
};

}  // namespace zeitnot
