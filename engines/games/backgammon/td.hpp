// Trains backgammon's networks by self-play with temporal differences.
//
// Each play leads to the position with the highest equity by the networks. The target of a
// position mixes the outputs of the positions after it by lambda, ending with the game's outcome or
// the exact bear-off (Sutton, "Learning to predict by the methods of temporal
// differences", Machine Learning 3, 1988; Tesauro, "Temporal difference learning and TD-Gammon",
// CACM 38, 1995).
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "games/backgammon/networks.hpp"
#include "games/backgammon/plays.hpp"

namespace zeitnot::backgammon {

// The board after the best play. `equity(board)`: the opponent's equity on that board.
template <class Equity>
Board best_after(const Board& board, int seat, int a, int b, Equity&& equity) {
    FixedList<Play, max_plays> plays;
    PlayGenerator(board, seat).list(std::max(a, b), std::min(a, b), plays);
    Board best = board;
    double lowest = 1e9;
    for (const Play play : plays) {
        Board next = board;
        for (const auto [from, to] : steps_of(play)) next.step(seat, from, to);
        const double their_equity = next.has_borne_off(seat) ? -next.loss(seat ^ 1) : equity(next);
        if (their_equity >= lowest) continue;
        lowest = their_equity;
        best = next;
    }
    return best;
}

// The opponent's chances in a game that `seat` has just won.
inline Chances lost_game(const Board& board, int seat) {
    const int points = board.loss(seat ^ 1);
    return {0, 0, 0, points > 1 ? 1.0 : 0.0, points > 2 ? 1.0 : 0.0};
}

class TdLearner {
   public:
    explicit TdLearner(std::uint64_t seed) {
        std::mt19937_64 rng(seed);
        initialise(nets_.contact, rng);
        initialise(nets_.race, rng);
        mean_ = nets_;
    }

    TdLearner(const Networks& nets, const Networks& mean) : nets_(nets), mean_(mean) {}

    // Plays one game, determined by `number` and the networks, and learns from it. One game in four
    // begins with random plies for variety, which are not learnt. `rate`: the learning rate.
    // The mean networks are updated every `games_per_blend` games.
    void play(std::uint64_t number, float rate) {
        std::mt19937_64 rng(number);
        samples_.clear();
        const std::size_t random_plies = number % 4 == 0 ? 1 + rng() % 8 : 0;
        const Chances last = play_out(rng, random_plies);
        learn(last, random_plies, rate);
        if (number % games_per_blend != 0) return;
        const float weight = std::max(0.002F, 200.0F / static_cast<float>(number + 2000));
        blend(nets_.contact, mean_.contact, weight);
        blend(nets_.race, mean_.race, weight);
    }

    [[nodiscard]] const Networks& nets() const { return nets_; }
    [[nodiscard]] const Networks& mean() const { return mean_; }

   private:
    static constexpr std::size_t max_plies = 1000, games_per_blend = 100;
    static constexpr double lambda = 0.2;

    // A position of the game as the side about to roll sees it.
    struct Sample {
        Side own, other;
        PositionClass position_class;
        Chances outputs;
    };

    template <class N>
    static void initialise(N& net, std::mt19937_64& rng) {
        std::uniform_real_distribution<float> weight(-0.1F, 0.1F);
        for (auto& row : net.in)
            for (float& cell : row) cell = weight(rng);
        for (auto& row : net.rows.out)
            for (float& cell : row) cell = weight(rng);
        net.rows.out_bias = {0.0F, -1.0F, -4.0F, -1.0F, -4.0F};
    }

    template <class N>
    static void blend(const N& from, N& into, float weight) {
        const auto mix = [weight](std::span<const float> source, std::span<float> target) {
            for (std::size_t i = 0; i < target.size(); ++i)
                target[i] += weight * (source[i] - target[i]);
        };
        for (std::size_t i = 0; i < into.in.size(); ++i) mix(from.in[i], into.in[i]);
        for (std::size_t i = 0; i < outcomes; ++i) mix(from.rows.out[i], into.rows.out[i]);
        mix(from.rows.bias, into.rows.bias);
        mix(from.rows.out_bias, into.rows.out_bias);
    }

    // Plays to the bear-off or the end; returns the chances of the side about to roll then.
    Chances play_out(std::mt19937_64& rng, std::size_t random_plies) {
        const auto die = [&rng] { return static_cast<int>(rng() % 6) + 1; };
        Board board = Board::start();
        for (std::size_t ply = 0;; ++ply) {
            const int seat = static_cast<int>(ply % 2);
            int a = die(), b = die();
            while (ply == 0 && a == b) b = die();
            const Side& own = board.side(seat);
            const Side& other = board.side(seat ^ 1);
            const PositionClass position_class = class_of(own, other);
            const Chances outputs = learnt_chances(nets_, own, other);
            if (position_class == PositionClass::bear_off || ply > max_plies) return outputs;
            samples_.push_back({own, other, position_class, outputs});
            const bool random = ply < random_plies;
            board = best_after(board, seat, a, b, [&](const Board& next) {
                if (random) return static_cast<double>(rng() >> 12);
                return learnt_chances(nets_, next.side(seat ^ 1), next.side(seat)).equity();
            });
            if (board.has_borne_off(seat)) return lost_game(board, seat);
        }
    }

    void learn(const Chances& last, std::size_t first, float rate) {
        Chances target = last.reversed();
        for (std::size_t i = samples_.size(); i-- > first;) {
            const Sample& sample = samples_[i];
            step(sample, target, rate);
            target = mix(sample.outputs, target).reversed();
        }
    }

    static Chances mix(const Chances& now, const Chances& later) {
        const auto part = [](double a, double b) { return a + lambda * (b - a); };
        return {part(now.win, later.win), part(now.win_gammon, later.win_gammon),
                part(now.win_backgammon, later.win_backgammon),
                part(now.lose_gammon, later.lose_gammon),
                part(now.lose_backgammon, later.lose_backgammon)};
    }

    void step(const Sample& sample, const Chances& target, float rate) {
        Inputs inputs;
        if (sample.position_class == PositionClass::contact) {
            write_contact_inputs(sample.own, sample.other, inputs);
            gradient_step(nets_.contact, inputs, target, rate);
        } else {
            write_race_inputs(sample.own, sample.other, inputs);
            gradient_step(nets_.race, inputs, target, rate);
        }
    }

    // Down the gradient of the cross-entropy.
    template <class N>
    static void gradient_step(N& net, const Inputs& inputs, const Chances& target, float rate) {
        Layer hidden, gradient{};
        const Outputs outputs = run(net, inputs, hidden);
        const std::array<double, outcomes> targets{target.win, target.win_gammon,
                                                   target.win_backgammon, target.lose_gammon,
                                                   target.lose_backgammon};
        for (std::size_t outcome = 0; outcome < outcomes; ++outcome) {
            const float delta = rate * (static_cast<float>(targets[outcome]) - outputs[outcome]);
            Layer& weights = net.rows.out[outcome];
            for (std::size_t unit = 0; unit < hidden_units; ++unit) {
                gradient[unit] += delta * weights[unit];
                weights[unit] += delta * hidden[unit];
            }
            net.rows.out_bias[outcome] += delta;
        }
        for (std::size_t unit = 0; unit < hidden_units; ++unit) {
            const float slope = 1 - std::abs(hidden[unit]);
            gradient[unit] *= slope * slope;
            net.rows.bias[unit] += gradient[unit];
        }
        for (const auto [number, value] : inputs) {
            Layer& row = net.in[static_cast<std::size_t>(number)];
            for (std::size_t unit = 0; unit < hidden_units; ++unit)
                row[unit] += value * gradient[unit];
        }
    }

    Networks nets_, mean_;
    std::vector<Sample> samples_;
};

}  // namespace zeitnot::backgammon
