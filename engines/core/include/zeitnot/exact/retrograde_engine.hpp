// The method `retrograde`: solves the entire game and reports its exact values.
//
// They are exact for every game history: a position that is one occurrence short of the repetition
// limit counts as a draw, and the values are recomputed with these draws.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "zeitnot/exact/shortest_line.hpp"
#include "zeitnot/exact/state_space.hpp"
#include "zeitnot/search/report.hpp"
#include "zeitnot/search/score.hpp"
#include "zeitnot/search/stop_token.hpp"
#include "zeitnot/search/task.hpp"
#include "zeitnot/stable_sort.hpp"

namespace zeitnot {

// The sorted keys of the positions whose next occurrence ends the game.
template <Position P>
std::vector<Key> keys_of_next_draws(const History<P>& history) {
    std::vector<Key> keys;
    if constexpr (Repeating<P>) {
        for (const auto& occurred : history.one_occurrence_short()) keys.push_back(occurred.key);
        std::sort(keys.begin(), keys.end());
    }
    return keys;
}

// Reports every move, best first, as 1 (won), 0 (drawn) or -1 (lost). Among drawn or equally short
// moves, the first leaves the other side the largest share of losing replies. `nodes` is the number
// of solved positions. A move to a position that was not solved is reported as 0, and the report as
// not exact. The engine refuses settings that would take more memory than its table may, or than 64
// MB if that is more.
template <Solvable P>
class RetrogradeEngine {
   public:
    static constexpr std::string_view name = "retrograde";

    RetrogradeEngine(const Options& options, const typename P::Settings& settings)
        : positions_(positions_of<P>(settings, std::max(options.hash_mb, min_mb))) {}

    [[nodiscard]] std::optional<std::string> refusal(const P&) const {
        return positions_ ? std::nullopt : std::optional(positions_.error());
    }

    // Precondition of the following: no refusal.
    Report<P> search(const Task<P>& task, const Limits& /*limits*/, const StopToken& /*token*/,
                     const OnReport<P>& on_report) {
        const auto start = std::chrono::steady_clock::now();
        std::vector<Choice> choices = choices_of(task, solved_for(task.root));
        stable_sort_short(choices, [](const Choice& a, const Choice& b) {
            return std::pair(a.score, a.traps) > std::pair(b.score, b.traps);
        });
        Report<P> report;
        report.exact = std::all_of(choices.begin(), choices.end(),
                                   [](const Choice& choice) { return choice.is_known; });
        report.depth = 1;
        report.nodes = solved_->size();
        report.value = choices.front().line.value;
        for (Choice& choice : choices) {
            if (static_cast<int>(report.lines.size()) == task.lines) break;
            report.lines.push_back(std::move(choice.line));
        }
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        report.seconds = spent.count();
        if (on_report) on_report(report);
        return report;
    }

    // 1 if won, 0 if drawn or unknown, -1 if lost for the side to move, in a game that starts here.
    [[nodiscard]] double evaluate(const P& position) const {
        const auto verdict = SolvedGame<P>(*positions_).find(position);
        return verdict ? verdict->value : 0;
    }

    void clear() { solved_.reset(); }
    [[nodiscard]] static int filled() { return 0; }

   private:
    static constexpr std::size_t min_mb = 64;

    struct Choice {
        Line<P> line;
        Score score;
        double traps;  // the share of replies that lose
        bool is_known;
    };

    // Solves the game again only if the history makes other positions draws.
    const SolvedGame<P>& solved_for(const History<P>& history) {
        std::vector<Key> drawn = keys_of_next_draws(history);
        if (solved_ == nullptr || drawn != drawn_) {
            drawn_ = std::move(drawn);
            solved_ = std::make_unique<SolvedGame<P>>(*positions_, drawn_);
        }
        return *solved_;
    }

    static std::vector<Choice> choices_of(const Task<P>& task, const SolvedGame<P>& solved) {
        typename P::Moves moves;
        task.root.position().generate(moves);
        std::vector<Choice> choices;
        for (const auto move : moves) {
            if (task.allows(move)) choices.push_back(choice_of(task.root.position(), move, solved));
        }
        return choices;
    }

    static Choice choice_of(const P& position, typename P::Move move, const SolvedGame<P>& solved) {
        P next = position;
        next.play(move);
        const std::optional<Score> known = score_after(position, move, solved);
        const Score score = known.value_or(0);
        Line<P> line{.move = move,
                     .value = static_cast<double>((score > 0) - (score < 0)),
                     .distance = distance(score)};
        line.pv.push_back(move);
        follow_shortest_line(
            next, [&](const P& at) { return solved.find(at); },
            [&](const typename P::Move best) {
                line.pv.push_back(best);
                return true;
            });
        typename P::Moves replies;
        if (!next.result()) next.generate(replies);
        int losing = 0;
        for (const auto reply : replies) losing += score_after(next, reply, solved).value_or(0) < 0;
        return {std::move(line), score,
                replies.empty() ? 0.0 : losing / static_cast<double>(replies.size()),
                known.has_value()};
    }

    // For the side that makes the move; empty if the new position is not among those solved.
    static std::optional<Score> score_after(const P& position, typename P::Move move,
                                            const SolvedGame<P>& solved) {
        P next = position;
        next.play(move);
        const auto after = solved.find(next);
        if (!after) return std::nullopt;
        const int sign = next.turn() == position.turn() ? 1 : -1;
        return sign * after->value * (win_score - after->distance.value_or(0) - 1);
    }

    Parsed<SharedIndex<P>> positions_;
    std::vector<Key> drawn_;
    std::unique_ptr<SolvedGame<P>> solved_;
};

}  // namespace zeitnot
