// The values of a game's positions on the scale of its evaluation, for seat 0.
//
// Those of alpha-beta are whole numbers, of which wins count down by the plies to them
// (score.hpp); those of games of chance are within the evaluation's bound.
#pragma once

#include <cmath>
#include <optional>

#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/seats/evaluation.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot::laboratory {

// A game whose Evaluation does not value positions may specialise this in its `textbook.hpp`, with
// the members of ScoreEvaluation that `Values` uses.
template <Position P>
struct TextbookEvaluation;

template <class P>
concept HasTextbookEvaluation = Position<P> && requires { sizeof(TextbookEvaluation<P>); };

// The value of a decisive score `ply` plies from the root.
constexpr Score nearer_first(Score score, int ply) {
    if (!is_decisive(score)) return score;
    return score > 0 ? score - ply : score + ply;
}

template <Position P>
class Values;

template <Position P, class E>
class ScoreValues {
   public:
    explicit ScoreValues(const Options& options) : evaluation_(make_evaluation<E>(options)) {}

    [[nodiscard]] double estimate(const P& position) const {
        const Score score = evaluation_(position);
        return position.turn() == 0 ? score : -score;
    }
    [[nodiscard]] double of_end(const P&, const Outcome& end, int ply) const {
        return nearer_first(evaluation_.final_score(end), ply);
    }
    [[nodiscard]] double reported(double value) const {
        return evaluation_.reported(static_cast<Score>(std::lround(value)));
    }
    [[nodiscard]] static std::optional<int> distance(double value) {
        return zeitnot::distance(static_cast<Score>(std::lround(value)));
    }
    [[nodiscard]] static bool ends_are_exact() { return true; }

   private:
    E evaluation_;
};

template <Position P>
    requires HasTextbookEvaluation<P>
class Values<P> : public ScoreValues<P, TextbookEvaluation<P>> {
    using ScoreValues<P, TextbookEvaluation<P>>::ScoreValues;
};

template <Evaluated P>
    requires ScoreEvaluation<Evaluation<P>, P>
class Values<P> : public ScoreValues<P, Evaluation<P>> {
    using ScoreValues<P, Evaluation<P>>::ScoreValues;
};

template <Evaluated P>
    requires ChanceEvaluation<Evaluation<P>, P>
class Values<P> {
   public:
    explicit Values(const Options& options)
        : evaluation_(make_evaluation<Evaluation<P>>(options)) {}

    [[nodiscard]] double estimate(const P& position) const {
        return for_first(position, evaluation_(position));
    }
    [[nodiscard]] double of_end(const P& position, const Outcome& end, int /*ply*/) const {
        return for_first(position, evaluation_.final_value(position, end));
    }
    [[nodiscard]] double reported(double value) const { return evaluation_.reported(value); }
    [[nodiscard]] static std::optional<int> distance(double) { return std::nullopt; }
    [[nodiscard]] bool ends_are_exact() const { return evaluation_.ends_are_exact(); }

   private:
    static double for_first(const P& position, double value) {
        return position.turn() == 0 ? value : -value;
    }

    Evaluation<P> evaluation_;
};

// For two of the seats of a game of many: the difference of their scores.
template <SeatEvaluated P>
class Values<P> {
   public:
    explicit Values(const Options& options)
        : evaluation_(make_evaluation<Evaluation<P>>(options)) {}

    [[nodiscard]] double estimate(const P& position) const {
        return difference(expected_scores(evaluation_, position));
    }
    [[nodiscard]] static double of_end(const P&, const Outcome& end, int ply) {
        return difference(end_scores(end, ply));
    }
    [[nodiscard]] static double reported(double value) {
        return 0.5 + value / (2.0 * max_seat_score);
    }
    [[nodiscard]] static std::optional<int> distance(double) { return std::nullopt; }
    [[nodiscard]] static bool ends_are_exact() { return true; }

   private:
    static double difference(const SeatScores& scores) { return scores[0] - scores[1]; }

    Evaluation<P> evaluation_;
};

}  // namespace zeitnot::laboratory
