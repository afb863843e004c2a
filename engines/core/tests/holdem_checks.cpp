// Checks what hold'em's blueprint rests on against slow code written from its description: classes
// of hands, features, ends of betting, the learner's sums.
//
//   holdem_checks    prints each failure and how many there were
#include <cmath>
#include <cstdio>
#include <set>

#include "games/holdem/duel.hpp"
#include "games/holdem/learner.hpp"

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

// Equal numbers exactly for flops and hands that are equal up to suits.
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
    each_strength(hands, [&](const RankedHand& hand, unsigned each) { points[hand.pair] = each; });
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

Abstraction some_abstraction(std::mt19937_64& random) {
    Abstraction abstraction;
    for (auto& each : abstraction.clusters) each = static_cast<std::uint8_t>(random() % 8);
    abstraction.flop_count = 5;
    for (int i = 0; i < 6; ++i) {
        Distribution centre{};
        for (auto& each : centre) each = static_cast<std::uint8_t>(40 * i);
        abstraction.turns.push_back(centre);
    }
    for (int i = 0; i < 7; ++i) {
        Strengths centre{};
        for (auto& each : centre) each = static_cast<std::uint8_t>(36 * i);
        abstraction.rivers.push_back(centre);
    }
    for (std::size_t i = 0; i < flop_index().size(); ++i)
        abstraction.flop_buckets.push_back(static_cast<Bucket>(random() % 5));
    return abstraction;
}

bool nearly(double a, double b) { return std::abs(a - b) <= 1e-4 * (1 + std::abs(a)); }

// The sums at the end of a hand, hand against hand.
void check_ends(const DealtBoard& board, std::mt19937_64& random) {
    std::array<HandVector, 3> reach;
    for (HandVector& each : reach) {
        for (std::size_t i = 0; i < hands_at_showdown; ++i)
            each[i] = static_cast<float>(random() % 1000) / 1000;
    }
    const EndReaches reaches{reach[0], reach[1], reach[2]};
    EndSums shown, folded;
    value_showdown(board, reaches, shown);
    value_fold(board, reaches, folded);
    for (std::size_t i = 0; i < hands_at_showdown; i += 40) {
        for (std::size_t lane = 0; lane < 3; ++lane) {
            double all = 0, better = 0;
            for (std::size_t j = 0; j < hands_at_showdown; ++j) {
                const RankedHand &own = board.hands[i], &theirs = board.hands[j];
                if ((own.holding.cards() & theirs.holding.cards()) != 0) continue;
                const double weight = static_cast<double>(reach[lane][j]);
                all += weight;
                better += theirs.rank < own.rank ? weight : theirs.rank > own.rank ? -weight : 0;
            }
            check(nearly(all, static_cast<double>(folded.all[i][lane])), "the sum at a fold");
            check(nearly(all, static_cast<double>(shown.all[i][lane])), "the sum at a showdown");
            check(nearly(better, static_cast<double>(shown.better[i][lane])), "a showdown");
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

Strategy always(std::size_t action) {
    return [action](std::size_t place, Bucket) {
        ActionProbabilities strategy{};
        strategy[betting_tree()[place].allows(action) ? action : 1] = 1;
        return strategy;
    };
}

// What is won from each other is opposite; calling and folding have values that are known.
void check_duels(const DealtBoard& board) {
    const Strategy one = strategy_by(1), other = strategy_by(2);
    check(nearly(Duel(one, other).play(board), -Duel(other, one).play(board)), "a zero sum");
    check(nearly(Duel(one, one).play(board), 0), "nothing is won from oneself");
    check(nearly(Duel(always(1), always(1)).play(board), 0), "calls against calls");
    check(nearly(Duel(always(1), always(0)).play(board), 0.5), "half the hands the small blind");
}

// The regrets after one iteration: of the last decisions of the walk, from the values of its ends.
void check_learner(const std::shared_ptr<const Abstraction>& abstraction) {
    Learner one(abstraction), parts(abstraction);
    one.iterate(3);
    parts.iterate(1);
    parts.iterate(2);
    check(one.tables().regrets == parts.tables().regrets, "iterations one by one");
    check(one.tables().sums == parts.tables().sums, "strategies one by one");
    const BettingTree& tree = betting_tree();
    for (std::size_t place = 0; place < tree.size(); ++place) {
        if (tree[place].kind != BettingNode::Kind::decision) continue;
        for (std::size_t b = 0; b < abstraction->buckets(tree[place].round); ++b) {
            const auto strategy = average_strategy(one.tables(), place, b);
            check(nearly(strategy[0] + strategy[1] + strategy[2], 1), "probabilities");
        }
    }
    const auto blueprint = unpacked_blueprint(packed_blueprint(*abstraction, one.tables()));
    check(blueprint != nullptr, "a blueprint is unpacked");
    for (std::size_t bucket = 0; blueprint != nullptr && bucket < class_count; ++bucket) {
        const auto packed = blueprint->probabilities(0, static_cast<Bucket>(bucket));
        const auto exact = average_strategy(one.tables(), 0, bucket);
        for (std::size_t a = 0; a < action_count; ++a)
            check(std::abs(packed[a] - exact[a]) < 0.005F, "a packed probability");
    }
}

// Regrets that are learnt against an opponent that never changes lead to the best reply: with the
// nuts nobody folds.
void check_learning(const std::shared_ptr<const Abstraction>& abstraction) {
    Learner learner(abstraction);
    const auto strategy = [&](std::size_t place, Bucket bucket) {
        return average_strategy(learner.tables(), place, bucket);
    };
    learner.iterate(1);
    const double first = mean_duel(strategy, always(1), *abstraction, 4).first;
    learner.iterate(40);
    const double later = mean_duel(strategy, always(1), *abstraction, 4).first;
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
    check_duels(board);
    check_learner(abstraction);
    check_learning(abstraction);
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
