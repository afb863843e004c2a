// A small game with hidden information in the form in which it is solved, and the lookup of
// strategies by what the seat to move knows.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "zeitnot/equilibrium/best_response.hpp"

namespace zeitnot {

struct SmallGame {
    explicit SmallGame(GameTree game_tree) : tree(std::move(game_tree)), form(tree) {}

    GameTree tree;
    SequenceForm form;
};

struct StoredStrategy {
    std::shared_ptr<const SmallGame> game;
    Strategy strategy;
};

// A move, its probability, and its mean gain for the seat that makes it.
struct Choice {
    std::string move;
    double probability = 0;
    double value = 0;
};

// The values of a strategy, for lookups; the constructor visits the entire game. Values are for the
// seat to move, and 0 at sets that the other seat never leads to.
class StrategyValues {
   public:
    explicit StrategyValues(const StoredStrategy& stored)
        : game_(*stored.game), strategy_(stored.strategy) {
        const GameTree& tree = game_.tree;
        sets_.resize(tree.sets.size());
        action_values_.resize(tree.actions.size());
        for (const std::size_t seat : {0U, 1U}) add_seat(seat);
    }

    // The value for seat 0.
    [[nodiscard]] double game_value() const { return game_value_; }

    // The moves of a seat with this information; empty if the game has no such set. If several sets
    // have the same information, they are weighted by their reach probabilities.
    [[nodiscard]] std::vector<Choice> choices(const std::string& information) const {
        std::vector<Choice> choices;
        double weights = 0, reach = 0;
        const auto [begin, end] = game_.tree.set_of.equal_range(information);
        for (auto found = begin; found != end; ++found) {
            const InformationSet& set = game_.tree.sets[found->second];
            const SetValues& values = sets_[found->second];
            const double weight = values.own * values.others + min_reach;
            choices.resize(set.count);
            for (Index i = 0; i < set.count; ++i) {
                choices[i].move = game_.tree.actions[set.first + i];
                choices[i].probability += weight * strategy_[set.first + i];
                choices[i].value += (values.own + min_reach) * action_values_[set.first + i];
            }
            weights += weight;
            reach += (values.own + min_reach) * values.others;
        }
        for (Choice& choice : choices) {
            choice.probability /= weights;
            choice.value = reach > 0 ? choice.value / reach : 0;
        }
        return choices;
    }

    // The value before a throw, for the seat that moves after it. `informations` are its
    // information states after some outcomes of the throw. The value is a mean over all states that
    // the throw, or an earlier throw directly before it, may lead to, since the seat cannot exclude
    // any.
    [[nodiscard]] double value_before(const std::set<std::string>& informations) const {
        std::set<Index> after;
        for (const auto& information : informations) {
            const auto [begin, end] = game_.tree.set_of.equal_range(information);
            for (auto found = begin; found != end; ++found) after.insert(found->second);
        }
        add_siblings(after);
        double gain = 0, reach = 0;
        for (const Index set : after) {
            gain += (sets_[set].own + min_reach) * sets_[set].gain;
            reach += (sets_[set].own + min_reach) * sets_[set].others;
        }
        return reach > 0 ? gain / reach : 0;
    }

   private:
    // Added to probabilities, so that sets to which the strategy never leads have moves, too.
    static constexpr double min_reach = 1e-12;

    // For a set: the probability that its seat leads there; the probability that chance and the
    // other seat do; and the gain times the latter.
    struct SetValues {
        double own = 0, others = 0, gain = 0;
    };

    void add_seat(std::size_t seat) {
        const auto values = values_of(game_.form, seat, strategy_);
        const auto reach = reach_of_sets(game_.form, seat, strategy_);
        const Plan plan = game_.form.plan(seat, strategy_);
        if (seat == 0) game_value_ = values.actions.back();
        std::size_t at = 0;
        for (std::size_t i = 0; i < sets_.size(); ++i) {
            const InformationSet& set = game_.tree.sets[i];
            if (set.seat != static_cast<int>(seat)) continue;
            const SeatForm::Set& form_set = game_.form.seat(seat).sets[at];
            sets_[i] = {plan[form_set.parent], reach[at], values.sets[at]};
            for (Index k = 0; k < set.count; ++k)
                action_values_[set.first + k] = values.actions[form_set.first + k];
            ++at;
        }
    }

    // Adds the sets that other outcomes of the same throws lead to, repeatedly until there are no
    // more.
    void add_siblings(std::set<Index>& sets) const {
        for (std::size_t before = 0; before != sets.size();) {
            before = sets.size();
            add_nearest_siblings(sets);
        }
    }

    void add_nearest_siblings(std::set<Index>& sets) const {
        const auto& nodes = game_.tree.nodes;
        for (const TreeNode& node : nodes) {
            if (node.set != no_index || node.count == 0) continue;
            bool leads_here = false;
            for (Index i = 0; i < node.count; ++i)
                leads_here = leads_here || sets.contains(nodes[node.first + i].set);
            if (!leads_here) continue;
            for (Index i = 0; i < node.count; ++i) {
                const Index set = nodes[node.first + i].set;
                if (set != no_index) sets.insert(set);
            }
        }
    }

    const SmallGame& game_;
    const Strategy& strategy_;
    std::vector<SetValues> sets_;
    std::vector<double> action_values_;  // times the probability that the others lead there
    double game_value_ = 0;
};

}  // namespace zeitnot
