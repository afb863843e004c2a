// Playouts of Chinese checkers for Monte-Carlo tree search: a few forward moves, then the
// evaluation. Random games do not end, because pegs move back as often as forward.
#pragma once

#include "games/chinesecheckers/evaluation.hpp"
#include "zeitnot/search/mcts/playouts.hpp"

namespace zeitnot {

// Converts expected scores to the tree's scale, from 0 to 1.
inline PerSeat<double> tree_scores(const SeatScores& scores) {
    auto values = PerSeat<double>::all(scores.size(), 0);
    for (int seat = 0; seat < scores.size(); ++seat) values[seat] = expected_result(scores[seat]);
    return values;
}

template <>
class Playouts<ChineseCheckers> {
   public:
    static constexpr int evaluated_plies = 4;
    // Playouts of a few moves say little about later moves.
    static constexpr MctsParts unsupported{MctsPart::rave};

    explicit Playouts(const Options& options)
        : plies_(mcts_options(options).playout_plies.value_or(evaluated_plies)) {}

    PerSeat<double> operator()(const ChineseCheckers& start, Random& random,
                               PlayoutMoves<ChineseCheckers>& played) const {
        ChineseCheckers position = start;
        for (int ply = 0; ply < plies_; ++ply) {
            ChineseCheckers::Moves moves;
            position.generate(moves);
            if (moves.empty()) break;
            const auto move = forward_move(position, moves, random);
            played.push(position.turn(), move);
            position.play(move);
        }
        if (const auto end = position.result()) return end->scores;
        return tree_scores(evaluation_(position));
    }

   private:
    static constexpr int tries = 6;

    // The move with the highest gain among a few random moves.
    [[nodiscard]] ChineseCheckers::Move forward_move(const ChineseCheckers& position,
                                                     const ChineseCheckers::Moves& moves,
                                                     Random& random) const {
        const auto count = static_cast<std::uint32_t>(moves.size());
        auto best = moves[random.below(count)];
        int gain = evaluation_.gain(position, best);
        for (int i = 1; i < tries; ++i) {
            const auto move = moves[random.below(count)];
            const int other = evaluation_.gain(position, move);
            if (other > gain) best = move;
            gain = std::max(gain, other);
        }
        return best;
    }

    int plies_;
    Evaluation<ChineseCheckers> evaluation_;
};

}  // namespace zeitnot
