// Learns a strategy for the abstract game by counterfactual regret minimisation with public chance
// sampling: each iteration deals one board and walks through the betting with all hands of both
// players at once, so that an end costs a few operations a hand instead of one a pair of hands
// (Johanson, Bard, Lanctot, Gibson and Bowling, "Efficient Nash equilibrium approximation through
// Monte Carlo counterfactual regret minimization", AAMAS 2012).
//
// Later iterations weigh more: iteration t counts t times in the regrets, as in linear CFR, and
// t * t times in the average strategy, as in discounted CFR (both: Brown and Sandholm, "Solving
// imperfect-information games via discounted regret minimization", AAAI 2019). The average of the
// first 3,500 is forgotten after them.
//
// Betting that is rarely reached is visited rarely, and then counts as much more: at the begin of
// the turn and of the river it goes on with a probability in proportion to the share of hands with
// which the one player bets so times that of the other's. The expected updates are the same, and an
// iteration takes a fraction.
#pragma once

#include <span>

#include "games/holdem/hand_vector.hpp"
#include "games/holdem/tables.hpp"

namespace zeitnot::holdem {

class Learner {
   public:
    explicit Learner(std::shared_ptr<const Abstraction> abstraction)
        : abstraction_(std::move(abstraction)), tables_(tree_, *abstraction_) {}

    // Chance depends on the iteration's number alone, so that a learner that goes on from its state
    // learns the same.
    void iterate(std::uint64_t count) {
        for (; count > 0; --count) {
            random_.seed(++iterations_);
            const DealtBoard board(random_board(random_), *abstraction_);
            board_ = &board;
            Both<HandVector> reach, values;
            for (HandVector& each : reach) {
                for (std::size_t i = 0; i < hands_at_showdown; ++i) each[i] = 1;
            }
            visit(0, {&reach[0], &reach[1]}, {&values[0], &values[1]}, 0);
            if (iterations_ == forgotten) std::ranges::fill(tables_.sums, 0.0F);
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
    using Both = std::array<T, 2>;  // by seat: 0 deals
    using Reach = Both<const HandVector*>;
    using Values = Both<HandVector*>;  // of the seat's hands, times the reach of the other's

    // What one level of the walk needs, with elements by choice.
    struct Level {
        Probabilities probabilities;
        std::array<HandVector, action_count> reach;  // of the actor
        Both<std::array<HandVector, action_count>> values;
        Both<HandVector> scaled;
    };
    static constexpr std::size_t max_levels = 32;
    static constexpr std::uint64_t forgotten = 3'500;    // iterations
    static constexpr float always_visited = 1.0F / 400;  // this share of deals, or more
    static constexpr float min_chance = 1.0F / 16;

    void visit(std::size_t place, const Reach& reach, const Values& values, std::size_t level) {
        const BettingNode& node = tree_[place];
        const std::size_t actor = node.actor, waiting = 1 - actor, choices = node.choices();
        Level& now = levels_[level];
        const float* const regrets = &tables_.regrets[tables_.offset(place)];
        now.probabilities.match(regrets, choices, abstraction_->buckets(node.round));
        choose(place, *reach[actor], now);
        const auto of_choice = [&](std::size_t choice) {
            Reach next = reach;
            next[actor] = &now.reach[choice];
            return next;
        };
        std::size_t choice = 0;
        for (const auto child : node.next) {
            if (child < 0) continue;
            const BettingNode& after = tree_[static_cast<std::size_t>(child)];
            if (after.kind == BettingNode::Kind::decision) {
                const Values gained{&now.values[0][choice], &now.values[1][choice]};
                enter(static_cast<std::size_t>(child), node.round, of_choice(choice), gained,
                      level);
            }
            ++choice;
        }
        end(node, *reach[waiting], now);
        learn(place, now, *values[actor]);
        HandVector& theirs = *values[waiting];
        theirs = now.values[waiting][0];
        for (std::size_t a = 1; a < choices; ++a) {
            for (std::size_t i = 0; i < theirs.of.size(); ++i)
                theirs[i] += now.values[waiting][a][i];
        }
    }

    // The reach of the actor's choices; the average strategy grows by the present one.
    void choose(std::size_t place, const HandVector& reach, Level& now) {
        const BettingNode& node = tree_[place];
        const std::size_t buckets = abstraction_->buckets(node.round), choices = node.choices();
        const auto& bucket_of = board_->buckets[node.round];
        alignas(64) std::array<float, max_buckets> reached{};
        each_hand_apart([&](std::size_t i) {
            const Float4& probability = now.probabilities.of[bucket_of[i]];
            reached[bucket_of[i]] += reach[i];
            const Float4 chosen = probability * reach[i];
            now.reach[0][i] = chosen[0];
            now.reach[1][i] = chosen[1];
            now.reach[2][i] = chosen[2];
        });
        float* const sums = &tables_.sums[tables_.offset(place)];
        const auto t = static_cast<float>(iterations_);
        for (std::size_t b = 0; b < buckets; ++b) {
            for (std::size_t a = 0; a < choices; ++a)
                sums[b * choices + a] += t * t * reached[b] * now.probabilities.of[b][a];
        }
    }

    // The regrets of the actor, and the values of its hands.
    void learn(std::size_t place, const Level& now, HandVector& values) {
        const BettingNode& node = tree_[place];
        const std::size_t buckets = abstraction_->buckets(node.round), choices = node.choices();
        const auto& bucket_of = board_->buckets[node.round];
        const auto& gained = now.values[node.actor];
        alignas(64) std::array<Float4, max_buckets> gains{};
        const bool has_third = choices == 3;
        each_hand_apart([&](std::size_t i) {
            const Float4 each{gained[0][i], gained[1][i], has_third ? gained[2][i] : 0, 0};
            const Float4 product = each * now.probabilities.of[bucket_of[i]];
            gains[bucket_of[i]] += each;
            values[i] = product[0] + product[1] + product[2];
        });
        float* const regrets = &tables_.regrets[tables_.offset(place)];
        const auto weight = static_cast<float>(iterations_);
        for (std::size_t b = 0; b < buckets; ++b) {
            const Float4 product = gains[b] * now.probabilities.of[b];
            const float mean = product[0] + product[1] + product[2];
            for (std::size_t a = 0; a < choices; ++a)
                regrets[b * choices + a] += weight * (gains[b][a] - mean);
        }
    }

    // Goes on to a decision. At the begin of the turn and of the river perhaps not: see above.
    void enter(std::size_t place, unsigned round_before, const Reach& reach, const Values& values,
               std::size_t level) {
        const unsigned round = tree_[place].round;
        if (round == round_before || round < 2) return visit(place, reach, values, level + 1);
        constexpr auto all = static_cast<float>(hands_at_showdown * hands_at_showdown);
        const float share = reach[0]->sum() * reach[1]->sum() / all;
        const float chance = std::clamp(share / always_visited, min_chance, 1.0F);
        if (chance == 1.0F) return visit(place, reach, values, level + 1);
        if (static_cast<float>(random_() >> 40U) >= chance * 0x1p24F) {
            for (HandVector* each : values) *each = {};
            return;
        }
        auto& scaled = levels_[level].scaled;
        for (const std::size_t seat : {0U, 1U}) {
            for (std::size_t i = 0; i < hands_at_showdown; ++i)
                scaled[seat][i] = (*reach[seat])[i] / chance;
        }
        visit(place, {&scaled[0], &scaled[1]}, values, level + 1);
    }

    // The values of the choices that end the hand: a fold, and at the river a call.
    void end(const BettingNode& node, const HandVector& waiting_reach, Level& now) {
        const bool folds = node.allows(0);
        const std::size_t call = folds ? 1 : 0;
        const auto& called = tree_[static_cast<std::size_t>(node.next[1])];
        const bool shows = called.kind == BettingNode::Kind::showdown;
        if (!folds && !shows) return;
        const EndReaches reaches{waiting_reach, now.reach[call], now.reach[0]};
        auto& ours = now.values[node.actor];
        auto& theirs = now.values[1U - node.actor];
        if (shows) {
            value_showdown(*board_, reaches, ends_);
            const float stake = called.put[0];
            for (std::size_t i = 0; i < hands_at_showdown; ++i) {
                ours[call][i] = stake * ends_.better[i][0];
                theirs[call][i] = stake * ends_.better[i][1];
            }
        } else {
            value_fold(*board_, reaches, ends_);
        }
        if (!folds) return;
        const float stake = node.put[node.actor];
        for (std::size_t i = 0; i < hands_at_showdown; ++i) {
            ours[0][i] = -stake * ends_.all[i][0];
            theirs[0][i] = stake * ends_.all[i][2];
        }
    }

    // Neighbours in strength are mostly in one bucket, and sums into one place wait for each other:
    // hands far apart are taken in turn.
    static void each_hand_apart(auto&& f) {
        constexpr std::size_t apart = (hands_at_showdown + 3) / 4;
        for (std::size_t i = 0; i < hands_at_showdown - 3 * apart; ++i) {
            for (std::size_t part = 0; part < 4; ++part) f(i + part * apart);
        }
        for (std::size_t i = hands_at_showdown - 3 * apart; i < apart; ++i) {
            for (std::size_t part = 0; part < 3; ++part) f(i + part * apart);
        }
    }

    const BettingTree& tree_ = betting_tree();
    std::shared_ptr<const Abstraction> abstraction_;
    Tables tables_;
    std::uint64_t iterations_ = 0;
    // Of the walk under way.
    std::mt19937_64 random_;
    const DealtBoard* board_ = nullptr;
    EndSums ends_{};
    std::vector<Level> levels_ = std::vector<Level>(max_levels);
};

}  // namespace zeitnot::holdem
