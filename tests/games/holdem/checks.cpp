// Compares the foundations of hold'em's blueprint with slow code written from their description:
// classes of hands, features, ends of betting, the learner's sums.
//
//   holdem_checks    prints each failure and the number of failures
#include <cmath>
#include <cstdio>
#include <set>

#include "games/holdem/learner.hpp"
#include "games/holdem/strategy_match.hpp"
#include "tests/games/holdem/twin.hpp"

namespace {

using namespace zeitnot::holdem;

int failures = 0;

void check(bool holds, const char* what) {
    if (holds) return;
    std::printf("%s\n", what);
    ++failures;
}

void check_classes() {
    std::set<std::size_t> classes;
    for (const Holding& holding : holdings) {
        check(holdings[holding.number()].cards() == holding.cards(), "a pair's number");
        classes.insert(holding.suit_class());
    }
    check(classes.size() == class_count && *classes.rbegin() == class_count - 1, "169 classes");
    check(flop_index().flops().size() == 1755, "1,755 flops");
    check(flop_index().size() == 1'286'792, "1,286,792 flops with hands");
}

// Flops with hands have equal numbers exactly if they are equal up to a renaming of suits.
void check_flop_index(std::mt19937_64& random) {
    const FlopIndex& index = flop_index();
    for (int i = 0; i < 2'000; ++i) {
        const Cards flop = random_hand(3, random), hand = random_hand(2, random, flop);
        const auto& renaming = suit_permutations[random() % suit_permutations.size()];
        const std::size_t number = index(flop, hand);
        check(number < index.size(), "a number in range");
        check(index(permuted(flop, renaming), permuted(hand, renaming)) == number, "suits renamed");
        const Cards other = random_hand(2, random, flop);
        check(
            (index(flop, other) == number) == (canonical({flop, other}) == canonical({flop, hand})),
            "other hands have other numbers");
    }
}

void check_strengths(std::mt19937_64& random) {
    Clusters clusters{};
    for (auto& each : clusters) each = static_cast<std::uint8_t>(random() % 8);
    const Cards board = random_hand(5, random);
    const RankedHands hands = ranked_hands(board);
    const auto strengths = river_strengths(hands, clusters);
    std::vector<unsigned> points(pair_count);
    for_each_strength(hands,
                      [&](const RankedHand& hand, unsigned each) { points[hand.pair] = each; });
    for (std::size_t i = 0; i < hands.size(); ++i) {
        const Cards own = hands[i].holding.cards();
        check(i == 0 || hands[i - 1].rank <= hands[i].rank, "the weakest first");
        check(hands[i].rank == hand_rank(own | board), "a hand's rank");
        if (i % 50 != 0) continue;
        check(points[hands[i].pair] == points_of(own, board), "points at the river");
        check(strengths[i] == river_strengths(own, board, clusters), "strengths at the river");
    }
    const Cards turn = board & (board - 1);
    const auto all = distributions(turn);
    for (int i = 0; i < 5; ++i) {
        const Cards own = random_hand(2, random, turn);
        check(all[holding_of(own).number()] == distribution_of(own, turn), "a distribution");
    }
}

template <class Feature>
Feature filled(std::uint8_t each) {
    Feature feature{};
    feature.fill(each);
    return feature;
}

Abstraction some_abstraction(std::mt19937_64& random) {
    Abstraction abstraction;
    for (auto& each : abstraction.clusters) each = static_cast<std::uint8_t>(random() % 8);
    abstraction.flop_count = 5;
    for (int i = 0; i < 6; ++i)
        abstraction.turns.push_back(filled<Distribution>(static_cast<std::uint8_t>(40 * i)));
    for (int i = 0; i < 7; ++i)
        abstraction.rivers.push_back(filled<Strengths>(static_cast<std::uint8_t>(36 * i)));
    for (std::size_t i = 0; i < flop_index().size(); ++i)
        abstraction.flop_buckets.push_back(static_cast<Bucket>(random() % 5));
    return abstraction;
}

bool nearly(double a, double b) { return std::abs(a - b) <= 1e-4 * (1 + std::abs(a)); }

// Compares the sums at the end of a hand with sums over all pairs of hands.
void check_ends(const DealtBoard& board, std::mt19937_64& random) {
    std::array<HandVector, 3> reach;
    for (HandVector& each : reach) {
        for (std::size_t i = 0; i < possible_hands; ++i)
            each[i] = static_cast<float>(random() % 1000) / 1000;
    }
    const EndReaches reaches{reach[0], reach[1], reach[2]};
    EndSums shown, folded;
    value_showdown(board, reaches, shown);
    value_fold(board, reaches, folded);
    for (std::size_t i = 0; i < possible_hands; i += 40) {
        for (std::size_t lane = 0; lane < 3; ++lane) {
            double total = 0, net = 0;
            for (std::size_t j = 0; j < possible_hands; ++j) {
                const RankedHand &own = board.hands[i], &theirs = board.hands[j];
                if ((own.holding.cards() & theirs.holding.cards()) != 0) continue;
                const double weight = static_cast<double>(reach[lane][j]);
                total += weight;
                net += theirs.rank < own.rank ? weight : theirs.rank > own.rank ? -weight : 0;
            }
            check(nearly(total, static_cast<double>(folded.all[i][lane])), "the sum at a fold");
            check(nearly(total, static_cast<double>(shown.all[i][lane])), "the sum at a showdown");
            check(nearly(net, static_cast<double>(shown.net[i][lane])), "a showdown");
        }
    }
}

Strategy strategy_by(std::uint64_t seed) {
    return [seed](std::size_t place, Bucket bucket) {
        std::mt19937_64 random(seed + 1'000 * place + bucket);
        ActionProbabilities strategy{};
        float sum = 0;
        for (std::size_t a = 0; a < action_count; ++a) {
            if (betting_tree()[place].allows(a))
                strategy[a] = static_cast<float>(random() % 100 + 1);
            sum += strategy[a];
        }
        for (float& each : strategy) each /= sum;
        return strategy;
    };
}

// Always takes this action, or calls where it is not allowed.
Strategy always(std::size_t action) {
    return [action](std::size_t place, Bucket) {
        ActionProbabilities strategy{};
        strategy[betting_tree()[place].allows(action) ? action : 1] = 1;
        return strategy;
    };
}

// Matches between strategies are zero-sum; always calling and always folding have known values.
void check_matches(const DealtBoard& board) {
    const Strategy one = strategy_by(1), other = strategy_by(2);
    check(nearly(StrategyMatch(one, other).play(board), -StrategyMatch(other, one).play(board)),
          "a zero sum");
    check(nearly(StrategyMatch(one, one).play(board), 0), "a strategy wins nothing from itself");
    check(nearly(StrategyMatch(always(1), always(1)).play(board), 0), "calls against calls");
    check(nearly(StrategyMatch(always(1), always(0)).play(board), 0.5),
          "folding loses the small blind in half the hands");
}

// An abstraction with two buckets per round after the flop; most boards have hands in both.
Abstraction tiny_abstraction(std::mt19937_64& random) {
    Abstraction abstraction = some_abstraction(random);
    abstraction.flop_count = 2;
    for (Bucket& each : abstraction.flop_buckets) each = static_cast<Bucket>(each % 2);
    abstraction.turns = {filled<Distribution>(90), filled<Distribution>(150)};
    abstraction.rivers = {filled<Strengths>(100), filled<Strengths>(160)};
    return abstraction;
}

// Tables with random regrets, equal in every second bucket, and no sums yet.
Tables some_tables(const Abstraction& abstraction, std::mt19937_64& random) {
    Tables tables(betting_tree(), abstraction);
    for (std::size_t place = 0; place < betting_tree().size(); ++place) {
        const BettingNode& node = betting_tree()[place];
        if (node.kind != BettingNode::Kind::decision) continue;
        std::array<float, 2 * action_count> regrets{};
        for (float& each : regrets) each = static_cast<float>(random() % 100) - 20;
        for (std::size_t b = 0; b < abstraction.buckets(node.round); ++b)
            for (std::size_t c = 0; c < node.choices(); ++c)
                tables.regrets[tables.offset(place) + b * node.choices() + c] =
                    regrets[LearnerTwin::side(b) * action_count + c];
    }
    return tables;
}

// Checks what an iteration added at one decision, summed over the buckets of one side.
void check_row(const Learner& learner, const Tables& before, std::size_t place, std::size_t side,
               const LearnerTwin::Row& expected) {
    const BettingNode& node = betting_tree()[place];
    const std::size_t buckets = learner.abstraction()->buckets(node.round);
    std::size_t choice = 0;
    for (std::size_t a = 0; a < action_count; ++a) {
        if (!node.allows(a)) continue;
        double regrets = 0, sums = 0;
        for (std::size_t b = side; b < buckets; b += 2) {
            const std::size_t at = before.offset(place) + b * node.choices() + choice;
            regrets += static_cast<double>(learner.tables().regrets[at] - before.regrets[at]);
            sums += static_cast<double>(learner.tables().sums[at] - before.sums[at]);
        }
        const double slack = 1e-3 * expected.sizes[a] + 1;
        check(std::abs(regrets - expected.regrets[a]) <= slack, "the regrets of an iteration");
        check(nearly(expected.sums[a], sums), "the strategies' sums of an iteration");
        ++choice;
    }
}

// Compares one iteration with plain recursion that uses the same random numbers.
void check_iteration(const std::shared_ptr<const Abstraction>& tiny, std::mt19937_64& random) {
    constexpr std::uint64_t iteration = 7;
    const Tables before = some_tables(*tiny, random);
    Learner learner(tiny);
    learner.restore(iteration - 1, before);
    learner.iterate(1);
    std::mt19937_64 chance(iteration);
    const DealtBoard board(random_board(chance), *tiny);
    const LearnerTwin twin(board, before, iteration, chance);
    check(twin.left_out() > 10 && twin.weighed() > 10, "both outcomes of sampling occur");
    for (std::size_t round = 0; round < round_count; ++round)
        for (const std::size_t side : {0U, 1U})
            check(twin.hands(round, side) > 50, "hands in both buckets");
    for (std::size_t place = 0; place < betting_tree().size(); ++place) {
        if (betting_tree()[place].kind != BettingNode::Kind::decision) continue;
        for (const std::size_t side : {0U, 1U})
            check_row(learner, before, place, side, twin.row(place, side));
    }
}

// After iteration 3,500 the strategy sums so far are discarded; the regrets are kept.
void check_forgetting(const std::shared_ptr<const Abstraction>& tiny) {
    const auto is_zero = [](float each) { return each == 0; };
    Learner learner(tiny);
    for (const std::uint64_t done : {3'498U, 3'499U, 3'500U}) {
        learner.restore(done, Tables(betting_tree(), *tiny));
        learner.iterate(1);
        check(std::ranges::all_of(learner.tables().sums, is_zero) == (done == 3'499),
              "only the first iterations are discarded");
        check(!std::ranges::all_of(learner.tables().regrets, is_zero), "regrets are kept");
    }
}

// A learner may iterate in parts; its average strategy survives packing and unpacking.
void check_learner(const std::shared_ptr<const Abstraction>& abstraction) {
    Learner at_once(abstraction), in_parts(abstraction);
    at_once.iterate(3);
    in_parts.iterate(1);
    in_parts.iterate(2);
    check(at_once.tables().regrets == in_parts.tables().regrets, "iterations one by one");
    check(at_once.tables().sums == in_parts.tables().sums, "strategies one by one");
    const BettingTree& tree = betting_tree();
    for (std::size_t place = 0; place < tree.size(); ++place) {
        if (tree[place].kind != BettingNode::Kind::decision) continue;
        for (std::size_t b = 0; b < abstraction->buckets(tree[place].round); ++b) {
            const auto strategy = average_strategy(at_once.tables(), place, b);
            check(nearly(strategy[0] + strategy[1] + strategy[2], 1), "probabilities");
        }
    }
    const auto blueprint = unpacked_blueprint(packed_blueprint(*abstraction, at_once.tables()));
    check(blueprint != nullptr, "a blueprint is unpacked");
    for (std::size_t bucket = 0; blueprint != nullptr && bucket < class_count; ++bucket) {
        const auto packed = blueprint->probabilities(0, static_cast<Bucket>(bucket));
        const auto exact = average_strategy(at_once.tables(), 0, bucket);
        for (std::size_t a = 0; a < action_count; ++a)
            check(std::abs(packed[a] - exact[a]) < 0.005F, "a packed probability");
    }
}

// Self-play improves the result against a player that always calls.
void check_learning(const std::shared_ptr<const Abstraction>& abstraction) {
    Learner learner(abstraction);
    const auto strategy = [&](std::size_t place, Bucket bucket) {
        return average_strategy(learner.tables(), place, bucket);
    };
    learner.iterate(1);
    const double first = mean_match_result(strategy, always(1), *abstraction, 4).first;
    learner.iterate(40);
    const double later = mean_match_result(strategy, always(1), *abstraction, 4).first;
    check(later > first + 0.1, "forty iterations teach to bet against a player that calls");
}

}  // namespace

int main() {
    std::mt19937_64 random(1);
    check_classes();
    check_flop_index(random);
    check_strengths(random);
    const auto abstraction = std::make_shared<const Abstraction>(some_abstraction(random));
    const DealtBoard board(random_board(random), *abstraction);
    check_ends(board, random);
    check_matches(board);
    const auto tiny = std::make_shared<const Abstraction>(tiny_abstraction(random));
    check_iteration(tiny, random);
    check_forgetting(tiny);
    check_learner(abstraction);
    check_learning(abstraction);
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
