// Counterfactual regret minimisation for small games with hidden information: the whole tree, deals
// included, is walked again and again, and each information state moves towards what it regrets not
// having done. The average of its strategies approaches an equilibrium (Zinkevich, Johanson,
// Bowling and Piccione, "Regret minimization in games with incomplete information", NIPS 2007).
//
// As CFR+: regrets never fall below 0, the seats are updated in turn, and later strategies weigh
// more in the average (Tammelin, "Solving large imperfect information games using CFR+", 2014).
#pragma once

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include "zeitnot/concepts.hpp"

namespace zeitnot {

// A session of hands that are played alike: `episode()` counts those that are over, `gain()` is
// what seat 0 has won in them. One of them is solved.
template <class P>
concept Episodic = Position<P> && requires(const P& p) {
    { p.episode() } -> std::same_as<int>;
    { p.gain() } -> std::same_as<int>;
};

template <Observable P>
    requires Stochastic<P> && TwoPlayerZeroSum<P>
class Cfr {
   public:
    using Move = typename P::Move;

    // A move at an information state: how often it is played, and its value for who is to move.
    struct Choice {
        Move move;
        double probability;
        double value;
    };

    explicit Cfr(const P& root) : root_(root) {}

    // One more update of each seat.
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

    // The choices where the side to move knows what it knows at `position`; none after the end.
    [[nodiscard]] std::vector<Choice> choices(const P& position) const {
        typename P::Moves moves;
        position.generate(moves);
        Query query{information_key(position, position.turn()), 0,
                    std::vector<double>(moves.size())};
        if (!moves.empty()) walk(root_, 1, query);
        const std::vector<double> played = average(query.key, moves.size());
        std::vector<Choice> all;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const double value = query.reach > 0 ? query.sums[i] / query.reach : 0;
            all.push_back({moves[i], played[i], value});
        }
        return all;
    }

    [[nodiscard]] std::size_t information_states() const { return nodes_.size(); }

   private:
    // One information state; an entry a move.
    struct Node {
        explicit Node(std::size_t count) : regrets(count), pending(count), sums(count) {}

        // After a walk, in all of which this information state has one strategy.
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

    // The information state with this key: how likely others lead to it, and what each move then
    // gains, times that.
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
    [[nodiscard]] double gained(const P& position) const {
        if constexpr (Episodic<P>) {
            return position.gain() - root_.gain();
        } else {
            return position.result()->margins[0];
        }
    }

    // In proportion to positive weights, else all alike.
    static std::vector<double> shares(std::vector<double> weights) {
        double sum = 0;
        for (const double weight : weights) sum += weight;
        for (double& weight : weights)
            weight = sum > 0 ? weight / sum : 1.0 / static_cast<double>(weights.size());
        return weights;
    }

    [[nodiscard]] std::vector<double> average(Key key, std::size_t count) const {
        const auto found = nodes_.find(key);
        return shares(found == nodes_.end() ? std::vector<double>(count) : found->second.sums);
    }

    // What `seat` gains from here. `own` and `others`: how likely its own strategy, and everything
    // else, lead here.
    double update(const P& position, int seat, double own, double others) {
        if (over(position)) return seat == 0 ? gained(position) : -gained(position);
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
        const std::vector<double> strategy = shares(node.regrets);
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

    // What seat 0 gains from here by the average strategies; adds to `query` where it is met.
    // `others`: how likely all but the side to move there lead here.
    double walk(const P& position, double others, Query& query) const {
        if (over(position)) return gained(position);
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
        const bool met = key == query.key && query.sums.size() == moves.size();
        if (met) query.reach += others;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            P next = position;
            next.play(moves[i]);
            const double gain = walk(next, others * strategy[i], query);
            sum += strategy[i] * gain;
            if (met) query.sums[i] += others * (position.turn() == 0 ? gain : -gain);
        }
        return sum;
    }

    P root_;
    std::unordered_map<Key, Node> nodes_;
    std::uint64_t iteration_ = 0;
};

}  // namespace zeitnot
