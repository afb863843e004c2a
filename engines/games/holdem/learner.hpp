// Learns a strategy for the abstract game by counterfactual regret minimisation with public chance
// sampling: each iteration deals one board and traverses the betting tree with all hands of both
// players at once, so that a terminal node costs a few operations per hand, not one per pair of
// hands (Johanson, Bard, Lanctot, Gibson and Bowling, "Efficient Nash equilibrium approximation
// through Monte Carlo counterfactual regret minimization", AAMAS 2012).
//
// Later iterations weigh more: iteration t counts t times in the regrets, as in linear CFR, and
// t * t times in the average strategy, as in discounted CFR (both: Brown and Sandholm, "Solving
// imperfect-information games via discounted regret minimization", AAAI 2019). After 3,500
// iterations the average begins again without them.
//
// Rarely reached betting is sampled rarely, with a higher weight: at the start of the turn and of
// the river, the traversal continues with a probability proportional to the product of both
// players' reach. The expected updates are the same, and an iteration takes a fraction of the time.
#pragma once

#include <span>

#include "games/holdem/hand_vector.hpp"
#include "games/holdem/tables.hpp"

namespace zeitnot::holdem {

class Learner {
   public:
    explicit Learner(std::shared_ptr<const Abstraction> abstraction)
        : abstraction_(std::move(abstraction)), tables_(tree_, *abstraction_) {}

    // Random numbers depend only on the iteration's number, so a restored learner learns the same.
    void iterate(std::uint64_t count) {
        for (; count > 0; --count) {
            random_.seed(++iterations_);
            const DealtBoard board(random_board(random_), *abstraction_);
            board_ = &board;
            Both<HandVector> reach, values;
            for (HandVector& each : reach) {
                for (std::size_t i = 0; i < possible_hands; ++i) each[i] = 1;
            }
            visit(0, {&reach[0], &reach[1]}, {&values[0], &values[1]}, 0);
            if (iterations_ == discarded_iterations) std::ranges::fill(tables_.sums, 0.0F);
        }
    }

    [[nodiscard]] std::uint64_t iterations() const { return iterations_; }
    [[nodiscard]] const BettingTree& tree() const { return tree_; }
    [[nodiscard]] const std::shared_ptr<const Abstraction>& abstraction() const {
        return abstraction_;
    }
    [[nodiscard]] const Tables& tables() const { return tables_; }
    void restore(std::uint64_t iterations, Tables tables) {
        iterations_ = iterations;
        tables_ = std::move(tables);
    }

   private:
    template <class T>
    using Both = std::array<T, 2>;  // indexed by seat; seat 0 is the dealer
    using Reach = Both<const HandVector*>;
    using Values = Both<HandVector*>;  // of a seat's hands, weighted by the other seat's reach

    // The working memory of one level of the traversal. Arrays of `action_count` are indexed by the
    // number of the choice among the allowed actions.
    struct Level {
        Probabilities probabilities;
        std::array<HandVector, action_count> reach;  // of the actor
        Both<std::array<HandVector, action_count>> values;
        Both<HandVector> scaled;  // the reach of a sampled child
    };
    static constexpr std::size_t max_levels = 32;
    static constexpr std::uint64_t discarded_iterations = 3'500;
    // Betting that is reached with at least this share of all pairs of hands is always visited,
    // rarer betting with a proportional probability, but at least `min_visit_probability`.
    static constexpr float full_visit_share = 1.0F / 400;
    static constexpr float min_visit_probability = 1.0F / 16;

    // Computes the values of both seats' hands at a decision, and learns from all below it.
    void visit(std::size_t node_number, const Reach& reach, const Values& values,
               std::size_t level) {
        const BettingNode& node = tree_[node_number];
        const std::size_t actor = node.actor, waiting = 1 - actor, choices = node.choices();
        Level& current = levels_[level];
        const float* const regrets = &tables_.regrets[tables_.offset(node_number)];
        current.probabilities.match(regrets, choices, abstraction_->buckets(node.round));
        choose(node_number, *reach[actor], current);
        const auto reach_after = [&](std::size_t choice) {
            Reach next = reach;
            next[actor] = &current.reach[choice];
            return next;
        };
        std::size_t choice = 0;
        for (const auto child : node.next) {
            if (child < 0) continue;
            const BettingNode& after = tree_[static_cast<std::size_t>(child)];
            if (after.kind == BettingNode::Kind::decision) {
                const Values utilities{&current.values[0][choice], &current.values[1][choice]};
                enter(static_cast<std::size_t>(child), node.round, reach_after(choice), utilities,
                      level);
            }
            ++choice;
        }
        value_ends(node, *reach[waiting], current);
        learn(node_number, current, *values[actor]);
        HandVector& theirs = *values[waiting];
        theirs = current.values[waiting][0];
        for (std::size_t a = 1; a < choices; ++a) {
            for (std::size_t i = 0; i < theirs.of.size(); ++i)
                theirs[i] += current.values[waiting][a][i];
        }
    }

    // Computes the reach of the actor's choices, and adds the current strategy to the average.
    void choose(std::size_t node_number, const HandVector& reach, Level& current) {
        const BettingNode& node = tree_[node_number];
        const std::size_t buckets = abstraction_->buckets(node.round), choices = node.choices();
        const auto& bucket_of = board_->buckets[node.round];
        alignas(64) std::array<float, max_buckets> reached{};
        for_each_hand_interleaved([&](std::size_t i) {
            const Float4& probability = current.probabilities.of[bucket_of[i]];
            reached[bucket_of[i]] += reach[i];
            const Float4 chosen = probability * reach[i];
            current.reach[0][i] = chosen[0];
            current.reach[1][i] = chosen[1];
            current.reach[2][i] = chosen[2];
        });
        float* const sums = &tables_.sums[tables_.offset(node_number)];
        const auto t = static_cast<float>(iterations_);
        for (std::size_t b = 0; b < buckets; ++b) {
            for (std::size_t a = 0; a < choices; ++a)
                sums[b * choices + a] += t * t * reached[b] * current.probabilities.of[b][a];
        }
    }

    // Updates the actor's regrets and computes the values of its hands.
    void learn(std::size_t node_number, const Level& current, HandVector& values) {
        const BettingNode& node = tree_[node_number];
        const std::size_t buckets = abstraction_->buckets(node.round), choices = node.choices();
        const auto& bucket_of = board_->buckets[node.round];
        const auto& utilities = current.values[node.actor];
        alignas(64) std::array<Float4, max_buckets> gains{};
        const bool has_third = choices == 3;
        for_each_hand_interleaved([&](std::size_t i) {
            const Float4 each{utilities[0][i], utilities[1][i], has_third ? utilities[2][i] : 0, 0};
            const Float4 product = each * current.probabilities.of[bucket_of[i]];
            gains[bucket_of[i]] += each;
            values[i] = product[0] + product[1] + product[2];
        });
        float* const regrets = &tables_.regrets[tables_.offset(node_number)];
        const auto weight = static_cast<float>(iterations_);
        for (std::size_t b = 0; b < buckets; ++b) {
            const Float4 product = gains[b] * current.probabilities.of[b];
            const float mean = product[0] + product[1] + product[2];
            for (std::size_t a = 0; a < choices; ++a)
                regrets[b * choices + a] += weight * (gains[b][a] - mean);
        }
    }

    // Visits a decision; at the start of the turn and of the river only with some probability (see
    // `full_visit_share`).
    void enter(std::size_t node_number, unsigned round_before, const Reach& reach,
               const Values& values, std::size_t level) {
        const unsigned round = tree_[node_number].round;
        if (round == round_before || round < 2) return visit(node_number, reach, values, level + 1);
        constexpr auto pairs = static_cast<float>(possible_hands * possible_hands);
        const float share = reach[0]->sum() * reach[1]->sum() / pairs;
        const float probability = std::clamp(share / full_visit_share, min_visit_probability, 1.0F);
        if (probability == 1.0F) return visit(node_number, reach, values, level + 1);
        if (static_cast<float>(random_() >> 40U) >= probability * 0x1p24F) {
            for (HandVector* each : values) *each = {};
            return;
        }
        auto& scaled = levels_[level].scaled;
        for (const std::size_t seat : {0U, 1U}) {
            for (std::size_t i = 0; i < possible_hands; ++i)
                scaled[seat][i] = (*reach[seat])[i] / probability;
        }
        visit(node_number, {&scaled[0], &scaled[1]}, values, level + 1);
    }

    // Computes the values of the choices that end the hand: a fold, and at the river a call.
    void value_ends(const BettingNode& node, const HandVector& waiting_reach, Level& current) {
        const bool can_fold = node.allows(0);
        const std::size_t call = can_fold ? 1 : 0;
        const auto& called = tree_[static_cast<std::size_t>(node.next[1])];
        const bool call_ends = called.kind == BettingNode::Kind::showdown;
        if (!can_fold && !call_ends) return;
        const EndReaches reaches{waiting_reach, current.reach[call], current.reach[0]};
        auto& ours = current.values[node.actor];
        auto& theirs = current.values[1U - node.actor];
        if (call_ends) {
            value_showdown(*board_, reaches, ends_);
            const float stake = called.put[0];
            for (std::size_t i = 0; i < possible_hands; ++i) {
                ours[call][i] = stake * ends_.net[i][over_waiting];
                theirs[call][i] = stake * ends_.net[i][over_calling];
            }
        } else {
            value_fold(*board_, reaches, ends_);
        }
        if (!can_fold) return;
        const float stake = node.put[node.actor];
        for (std::size_t i = 0; i < possible_hands; ++i) {
            ours[0][i] = -stake * ends_.all[i][over_waiting];
            theirs[0][i] = stake * ends_.all[i][over_folding];
        }
    }

    // Hands of similar strength are mostly in the same bucket, and consecutive sums into one
    // element wait for each other, so this interleaves distant hands.
    static void for_each_hand_interleaved(auto&& f) {
        constexpr std::size_t stride = (possible_hands + 3) / 4;
        for (std::size_t i = 0; i < possible_hands - 3 * stride; ++i) {
            for (std::size_t part = 0; part < 4; ++part) f(i + part * stride);
        }
        for (std::size_t i = possible_hands - 3 * stride; i < stride; ++i) {
            for (std::size_t part = 0; part < 3; ++part) f(i + part * stride);
        }
    }

    const BettingTree& tree_ = betting_tree();
    std::shared_ptr<const Abstraction> abstraction_;
    Tables tables_;
    std::uint64_t iterations_ = 0;
    // State of the current traversal.
    std::mt19937_64 random_;
    const DealtBoard* board_ = nullptr;
    EndSums ends_{};
    std::vector<Level> levels_ = std::vector<Level>(max_levels);
};

}  // namespace zeitnot::holdem
