// The best pure strategies of partners with common payoffs but different information: tries every
// combination of a move at each information set. A search of positions cannot value a move that
// tells the partner something, because it lets the partner see everything.
//
// A best combination exists among the pure ones, because all seats maximise the same mean (Marschak
// and Radner, "Economic Theory of Teams", 1972). The cost is exponential in the number of
// information sets, so it is for small examples.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "zeitnot/search/reference.hpp"

namespace zeitnot {

// Whether all seats get the same payoff at every end of the game from this position.
template <class P>
concept HasCommonPayoffs = Position<P> && requires(const P& p) {
    { p.has_common_payoffs() } -> std::same_as<bool>;
    { p.sees_all(0) } -> std::same_as<bool>;
};

template <Position P>
std::optional<std::string_view> strategies_refusal(const P& position) {
    if constexpr (Observable<P> && HasCommonPayoffs<P>) {
        if (!position.has_common_payoffs())
            return "Strategies are for seats that all get the same.";
        if (!position.sees_all(position.turn()))
            return "Strategies begin at a position in which nothing is hidden from its seat.";
        return std::nullopt;
    }
    return "Strategies are for games in which something is hidden.";
}

// The method for `deepen`: one iteration tries all combinations. It counts the nodes visited to
// find the information sets, and the nodes visited under each combination.
template <HasReferenceMethods P>
class StrategiesRoot {
   public:
    using Game = P;
    static constexpr int max_depth = 1;
    static constexpr double instability_margin = std::numeric_limits<double>::max();

    StrategiesRoot(const Task<P>& task, const Options& options, Control& control)
        : task_(task), values_(options), counts_(control) {
        typename P::Moves moves;
        task.root.moves(moves);
        const auto& allowed = task.searchmoves;
        if (!moves.empty()) {
            const auto move = allowed.empty() ? moves[0] : allowed[0];
            report_.lines.push_back({.move = move, .pv = {move}});
        }
    }

    void iterate(int depth) {
        collect_information_sets(task_.root.position());
        std::optional<double> best;
        do {
            const double mean = value(task_.root.position());
            if (best && mean <= *best) continue;
            if (!is_allowed()) continue;
            best = mean;
            best_ = choices_;
        } while (advance());
        choices_ = best_;
        report_ = report(*best);
        report_.depth = depth;
        report_.leaves = counts_.leaves;
    }

    [[nodiscard]] Report<P> answer() const { return report_; }
    [[nodiscard]] static bool can_stop() { return true; }
    Meter& meter() { return counts_.meter; }

   private:
    using Move = typename P::Move;
    struct Choice {
        std::size_t move = 0, count = 0;
    };

    static Key key_of(const P& position) { return information_key(position, position.turn()); }

    // Finds the information sets at and below a position.
    void collect_information_sets(const P& position) {
        counts_.meter.visit();
        if (position.result()) return;
        each_next(position,
                  [this](const P& next, std::size_t, double) { collect_information_sets(next); });
        if (is_chance_node(position)) return;
        typename P::Moves moves;
        position.generate(moves);
        if (set_index_.try_emplace(key_of(position), choices_.size()).second)
            choices_.push_back({0, moves.size()});
    }

    // Advances to the next combination, like an odometer; false after the last.
    bool advance() {
        for (Choice& choice : choices_) {
            if (++choice.move < choice.count) return true;
            choice.move = 0;
        }
        return false;
    }

    // The mean payoff of each seat.
    double value(const P& position) {
        counts_.meter.visit();
        if (position.result()) ++counts_.leaves;
        return mean(position, [this](const P& next) { return value(next); });
    }

    // Like `value`, but does not count nodes again.
    double uncounted_value(const P& position) {
        return mean(position, [this](const P& next) { return uncounted_value(next); });
    }

    double mean(const P& position, auto&& value_of) {
        if (const auto end = position.result()) return values_.of_end(position, *end)[0];
        double sum = 0;
        const std::size_t chosen = is_chance_node(position) ? 0 : choice_at(position).move;
        each_next(position, [&](const P& next, std::size_t index, double probability) {
            if (is_chance_node(position)) sum += probability * value_of(next);
            if (!is_chance_node(position) && index == chosen) sum = value_of(next);
        });
        return sum;
    }

    [[nodiscard]] const Choice& choice_at(const P& position) const {
        return choices_[set_index_.at(key_of(position))];
    }

    static void each_next(const P& position, auto&& f) {
        if constexpr (Stochastic<P>) {
            if (position.chance_due()) {
                position.chance([&](auto outcome, double probability) {
                    P next = position;
                    next.apply(outcome);
                    f(next, std::size_t{0}, probability);
                });
                return;
            }
        }
        typename P::Moves moves;
        position.generate(moves);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            P next = position;
            next.play(moves[i]);
            f(next, i, 1.0);
        }
    }

    [[nodiscard]] Move chosen_at(const P& position) const {
        typename P::Moves moves;
        position.generate(moves);
        return moves[choice_at(position).move];
    }

    // Whether the move at the root is one of those to search.
    [[nodiscard]] bool is_allowed() const {
        const P& root = task_.root.position();
        return is_chance_node(root) || task_.allows(chosen_at(root));
    }

    // The moves that are played from here, to the end or the next throw.
    [[nodiscard]] std::vector<Move> line(P position) const {
        std::vector<Move> moves;
        while (!position.result() && !is_chance_node(position)) {
            moves.push_back(chosen_at(position));
            position.play(moves.back());
        }
        return moves;
    }

    Report<P> report(double mean) {
        Report<P> report;
        const P& root = task_.root.position();
        report.value = mean;
        report.exact = true;
        if constexpr (Stochastic<P>) {
            if (root.chance_due()) {
                root.chance([&](auto outcome, double probability) {
                    P next = root;
                    next.apply(outcome);
                    report.throws.push_back(
                        {outcome, probability, uncounted_value(next), line(next)});
                });
            }
        }
        if (!is_chance_node(root)) {
            const auto pv = line(root);
            report.lines.push_back({.move = pv.front(), .value = mean, .pv = pv});
        }
        return report;
    }

    const Task<P>& task_;
    SeatValues<P> values_;
    ReferenceCounts counts_;
    std::unordered_map<Key, std::size_t> set_index_;
    std::vector<Choice> choices_, best_;
    Report<P> report_;
};

}  // namespace zeitnot
