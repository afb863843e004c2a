// Self-play games of Othello, which train the evaluation.
//
// After a random opening both sides search to a fixed depth; the last squares are solved. The
// solved margin is the target of every position after the opening (Buro, "Improving heuristic
// mini-max search by supervised learning", Artificial Intelligence 134, 2002).
#pragma once

#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "games/othello/evaluation.hpp"
#include "zeitnot/search/engine.hpp"

namespace zeitnot::othello {

// A position as the side to move sees it, and the final margin of its game in discs.
struct TrainingSample {
    Board own, enemy;
    std::int64_t margin;
};

class SelfPlay {
   public:
    // `depth`: plies that each move is searched.
    SelfPlay(const Options& options, int depth)
        : weights_(learnt_weights<Othello>(options)), engine_(options), table_(4), depth_(depth) {}

    // Plays one game, determined by `seed`; returns its positions after the opening.
    std::vector<TrainingSample> play(std::uint64_t seed) {
        std::mt19937_64 rng(seed);
        Othello position;
        std::vector<TrainingSample> samples;
        std::vector<int> sides;  // the side to move of each sample
        engine_.clear();
        for (auto random_plies = 6 + rng() % 14; random_plies > 0 && !position.over();
             --random_plies) {
            Othello::Moves moves;
            position.generate(moves);
            position.play(moves[rng() % moves.size()]);
        }
        for (; !position.over() && empty_count(position) > max_solved_empties;
             position.play(search_move(position)))
            add_sample(position, samples, sides);
        if (position.over()) return {};
        const int margin = finish(position, samples, sides);
        for (std::size_t i = 0; i < samples.size(); ++i)
            samples[i].margin = sides[i] == 0 ? margin : -margin;
        return samples;
    }

   private:
    static constexpr int max_solved_empties = 14, min_sampled_empties = 4;

    static Board empty(const Othello& position) {
        return position.squares() & ~(position.own() | position.enemy());
    }
    static int empty_count(const Othello& position) { return std::popcount(empty(position)); }

    static void add_sample(const Othello& position, std::vector<TrainingSample>& samples,
                           std::vector<int>& sides) {
        if (position.mobility() == 0) return;
        samples.push_back({position.own(), position.enemy(), 0});
        sides.push_back(position.turn());
    }

    Othello::Move search_move(const Othello& position) {
        const Task<Othello> task{History<Othello>(position), 1, {}};
        Limits limits;
        limits.depth = depth_;
        return *engine_.search(task, limits, StopToken{}, nullptr).best();
    }

    // Black's margin with perfect play; adds the positions of that play to the samples.
    int finish(Othello position, std::vector<TrainingSample>& samples, std::vector<int>& sides) {
        const StopToken never_stopped;
        Control control(Limits{}, never_stopped);
        Meter meter(control);
        OthelloEndings endings(table_, meter, weights_->patterns);
        const Score score =
            *endings.solve(position, max_solved_empties, -infinite_score, infinite_score) / 100;
        const int margin = position.turn() == 0 ? score : -score;
        FixedList<Othello::Move, 64> line;
        endings.line(position, line);
        add_sample(position, samples, sides);
        for (const auto move : line) {
            position.play(move);
            if (position.over() || empty_count(position) <= min_sampled_empties) break;
            add_sample(position, samples, sides);
        }
        return margin;
    }

    std::shared_ptr<const LearntWeights> weights_;
    Engine<Othello> engine_;
    Table<1> table_;
    int depth_;
};

}  // namespace zeitnot::othello
