// Best responses and regret minimisation in blind tic-tac-toe by plain recursion over positions.
// Each game starts from its first try, no games are merged, and symmetry is used only to look up
// stored strategies. This is fast enough for strategies that hardly ever mix.
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include "games/blindtictactoe/public_tree.hpp"

namespace zeitnot::blindtictactoe {

inline BlindTicTacToe::Moves legal(const BlindTicTacToe& position) {
    BlindTicTacToe::Moves moves;
    position.generate(moves);
    return moves;
}

// A game under way, the node of the public tree that it is at, and how likely it is.
struct Game {
    BlindTicTacToe position{};
    int node = 0;
    double weight = 1;

    [[nodiscard]] Game after(const PublicTree& tree, Cell cell, double share) const {
        Game next = *this;
        next.position.play(cell);
        next.node = tree.nodes()[static_cast<std::size_t>(node)]
                        .children[next.position.tries().back().is_refused ? 1 : 0];
        next.weight *= share;
        return next;
    }
};
using Games = std::vector<Game>;  // games that a seat cannot tell apart

struct Choice {
    std::size_t number;
    double size;
};

// The choice in the strategies' order that a try belongs to, and how many cells it has.
inline Choice choice_of(const PublicTree& tree, const Game& game, Cell cell) {
    const int seat = game.position.turn();
    const auto [number, symmetry] =
        StateClasses::all().member_of({game.position.marks(seat), game.position.found(seat)});
    const auto known = static_cast<std::size_t>(number);
    const StateClass& state_class = StateClasses::all()[known];
    const std::uint8_t choice = state_class.choice_of[symmetries()[symmetry][cell]];
    const auto& node = tree.nodes()[static_cast<std::size_t>(game.node)];
    return {static_cast<std::size_t>(node.first_choice[known]) + choice,
            static_cast<double>(state_class.sizes[choice])};
}

// The best-response gain of a seat against the other's strategy.
class PlainResponse {
   public:
    PlainResponse(const PublicTree& tree, std::span<const float> strategy, int seat)
        : tree_(tree), strategy_(strategy), seat_(seat) {}

    [[nodiscard]] double value() const { return best(Games(1)); }

   private:
    // The seat's best-response gain.
    [[nodiscard]] double best(const Games& alike) const {
        const BlindTicTacToe& one = alike.front().position;
        if (one.turn() != seat_) return below(replies(alike));
        double highest = -2;
        for (const Cell cell : legal(one)) {
            Games next;
            for (const Game& game : alike) next.push_back(game.after(tree_, cell, 1));
            highest = std::max(highest, below(next));
        }
        return highest;
    }
    // Splits the games by what the seat sees of the last try: whether it was refused.
    [[nodiscard]] double below(const Games& next) const {
        double sum = 0;
        std::array<Games, 2> seen;
        for (const Game& game : next) {
            if (const auto end = game.position.result()) {
                sum += game.weight * end->margins[seat_];
            } else {
                seen[game.position.tries().back().is_refused ? 1 : 0].push_back(game);
            }
        }
        for (const Games& alike : seen) sum += alike.empty() ? 0 : best(alike);
        return sum;
    }
    [[nodiscard]] Games replies(const Games& alike) const {
        Games next;
        for (const Game& game : alike) {
            for (const Cell cell : legal(game.position)) {
                const double share = probability(game, cell);
                if (share > 0) next.push_back(game.after(tree_, cell, share));
            }
        }
        return next;
    }
    [[nodiscard]] double probability(const Game& game, Cell cell) const {
        const auto [choice, size] = choice_of(tree_, game, cell);
        return strategy_[choice] / size;
    }

    const PublicTree& tree_;
    std::span<const float> strategy_;
    int seat_;
};

// A learner's state, by choice: the regrets, those of the last iteration, the strategies' sums.
struct Numbers {
    std::vector<double> regrets, pending, sums;

    [[nodiscard]] std::vector<double> state(std::uint64_t iterations) const {
        std::vector<double> all{static_cast<double>(iterations)};
        for (const auto* part : {&regrets, &pending, &sums})
            all.insert(all.end(), part->begin(), part->end());
        return all;
    }
};

// An iteration as the literature defines it: both seats in turn, each game from its first try.
class PlainIteration {
   public:
    PlainIteration(const PublicTree& tree, Numbers& numbers, int iteration)
        : tree_(tree), numbers_(numbers), weight_(iteration * iteration) {
        for (const auto& set : tree.sets()) match(set);
        for (const int seat : {0, 1}) {
            seat_ = seat;
            for (const auto& set : tree.sets())
                if (set.seat == seat) std::fill_n(&numbers.pending[set.first], set.choices, 0.0);
            add({}, 1);
            value({}, 1);
            for (const auto& set : tree.sets())
                if (set.seat == seat) learn(set);
        }
    }

    [[nodiscard]] const std::vector<double>& strategy() const { return strategy_; }

   private:
    static constexpr double min_probability = 1 / std::numeric_limits<float>::max();

    // Shares are proportional to the regrets plus those of the last iteration, where positive.
    void match(const PublicTree::InformationSet& set) {
        double sum = 0;
        for (std::size_t i = set.first; i < set.first + set.choices; ++i)
            sum += strategy_[i] = std::max(0.0, numbers_.regrets[i] + numbers_.pending[i]);
        for (std::size_t i = set.first; i < set.first + set.choices; ++i) strategy_[i] /= sum;
    }
    void learn(const PublicTree::InformationSet& set) {
        for (std::size_t i = set.first; i < set.first + set.choices; ++i)
            numbers_.regrets[i] = std::max(0.0, numbers_.regrets[i] + numbers_.pending[i]);
        match(set);
    }

    // Adds the seat's strategy to the sums, weighted by its probability `own` to get here, and
    // follows all tries of the other seat.
    void add(const Game& game, double own) {
        if (game.position.result()) return;
        const bool is_own = game.position.turn() == seat_;
        for (const Cell cell : legal(game.position)) {
            const auto [choice, size] = choice_of(tree_, game, cell);
            const double share = is_own ? strategy_[choice] / size : 1 / size;
            if (is_own) numbers_.sums[choice] += weight_ * own * share;
            if (share > min_probability) add(game.after(tree_, cell, 1), own * share);
        }
    }

    // The seat's expected gain. `other` is the probability with which the other seat, and the cells
    // that are tried equally often, lead here.
    double value(const Game& game, double other) {
        if (const auto end = game.position.result()) return end->margins[seat_];
        if (game.position.turn() == seat_) return own_value(game, other);
        double sum = 0;
        for (const Cell cell : legal(game.position)) {
            const auto [choice, size] = choice_of(tree_, game, cell);
            const double share = strategy_[choice] / size;
            if (share > min_probability)
                sum += share * value(game.after(tree_, cell, 1), other * share);
        }
        return sum;
    }
    double own_value(const Game& game, double other) {
        std::map<std::size_t, double> gains;
        for (const Cell cell : legal(game.position)) {
            const auto [choice, size] = choice_of(tree_, game, cell);
            gains[choice] += value(game.after(tree_, cell, 1), other / size) / size;
        }
        double mean = 0;
        for (const auto& [choice, gain] : gains) mean += strategy_[choice] * gain;
        for (const auto& [choice, gain] : gains) numbers_.pending[choice] += other * (gain - mean);
        return mean;
    }

    const PublicTree& tree_;
    Numbers& numbers_;
    double weight_;
    std::vector<double> strategy_ = std::vector<double>(tree_.choices());
    int seat_ = 0;
};

}  // namespace zeitnot::blindtictactoe
