// Backgammon's networks learn from games against themselves, by temporal differences.
//
// Every play goes to the position of the highest equity by the networks. What a position should
// have outputs is what the positions after it outputs, mixed by lambda, and at last how the game
// ended or what the exact bear-off says (Sutton, "Learning to predict by the methods of temporal
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

// The play that leaves the other side least, by `equity(board)`, which is the other's equity; the
// board after it.
template <class Equity>
Board best_after(const Board& board, int seat, int a, int b, Equity&& equity) {
    FixedList<Play, most_plays> plays;
    PlayLister(board, seat).list(std::max(a, b), std::min(a, b), plays);
    Board best = board;
    double least = 1e9;
    for (const Play play : plays) {
        Board next = board;
        for (const auto [from, to] : steps_of(play)) next.step(seat, from, to);
        const double other = next.is_bare(seat) ? -next.loss(seat ^ 1) : equity(next);
        if (other >= least) continue;
        least = other;
        best = next;
    }
    return best;
}

// The chances of a game that `seat` has just won, for the other.
inline Chances lost_game(const Board& board, int seat) {
    const int points = board.loss(seat ^ 1);
    return {0, 0, 0, points > 1 ? 1.0 : 0.0, points > 2 ? 1.0 : 0.0};
}

class TdLearner {
   public:
    explicit TdLearner(std::uint64_t seed) {
        std::mt19937_64 rng(seed);
        begin(nets_.contact, rng);
        begin(nets_.race, rng);
        mean_ = nets_;
    }

    TdLearner(const Networks& nets, const Networks& mean) : nets_(nets), mean_(mean) {}

    // One game, the same for the same `number` and networks; one in four begins with some plies by
    // at random, so that more is seen, from which nothing is learnt. `rate`: how far a step goes.
    // The mean networks follow.
    void play(std::uint64_t number, float rate) {
        std::mt19937_64 rng(number);
        samples_.clear();
        const std::size_t random_plies = number % 4 == 0 ? 1 + rng() % 8 : 0;
        const Chances last = play_out(rng, random_plies);
        learn(last, random_plies, rate);
        if (number % games_a_blend != 0) return;
        const float share = std::max(0.002F, 200.0F / static_cast<float>(number + 2000));
        blend(nets_.contact, mean_.contact, share);
        blend(nets_.race, mean_.race, share);
    }

    [[nodiscard]] const Networks& nets() const { return nets_; }
    [[nodiscard]] const Networks& mean() const { return mean_; }

   private:
    static constexpr std::size_t longest_game = 1000, games_a_blend = 100;
    static constexpr double lambda = 0.2;

    // A position of the game, seen by the side about to throw.
    struct Sample {
        Side own, other;
        PositionClass position_class;
        Chances outputs;
    };

    template <class N>
    static void begin(N& net, std::mt19937_64& rng) {
        std::uniform_real_distribution<float> weight(-0.1F, 0.1F);
        for (auto& row : net.in)
            for (float& one : row) one = weight(rng);
        for (auto& row : net.rows.out)
            for (float& one : row) one = weight(rng);
        net.rows.out_bias = {0.0F, -1.0F, -4.0F, -1.0F, -4.0F};
    }

    template <class N>
    static void blend(const N& from, N& into, float share) {
        const auto mix = [share](std::span<const float> new_ones, std::span<float> old_ones) {
            for (std::size_t i = 0; i < old_ones.size(); ++i)
                old_ones[i] += share * (new_ones[i] - old_ones[i]);
        };
        for (std::size_t i = 0; i < into.in.size(); ++i) mix(from.in[i], into.in[i]);
        for (std::size_t i = 0; i < ends; ++i) mix(from.rows.out[i], into.rows.out[i]);
        mix(from.rows.bias, into.rows.bias);
        mix(from.rows.out_bias, into.rows.out_bias);
    }

    // Plays until the bear-off table or the end says what is to come for the side about to throw.
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
            if (position_class == PositionClass::bear_off || ply > longest_game) return outputs;
            samples_.push_back({own, other, position_class, outputs});
            const bool random = ply < random_plies;
            board = best_after(board, seat, a, b, [&](const Board& next) {
                if (random) return static_cast<double>(rng() >> 12);
                return learnt_chances(nets_, next.side(seat ^ 1), next.side(seat)).equity();
            });
            if (board.is_bare(seat)) return lost_game(board, seat);
        }
    }

    void learn(const Chances& last, std::size_t first, float rate) {
        Chances target = last.reversed();
        for (std::size_t i = samples_.size(); i-- > first;) {
            const Sample& sample = samples_[i];
            step(sample, target, rate);
            target = mixed(sample.outputs, target).reversed();
        }
    }

    static Chances mixed(const Chances& now, const Chances& later) {
        const auto mix = [](double a, double b) { return a + lambda * (b - a); };
        return {mix(now.win, later.win), mix(now.win_gammon, later.win_gammon),
                mix(now.win_backgammon, later.win_backgammon),
                mix(now.lose_gammon, later.lose_gammon),
                mix(now.lose_backgammon, later.lose_backgammon)};
    }

    void step(const Sample& sample, const Chances& target, float rate) {
        Inputs inputs;
        if (sample.position_class == PositionClass::contact) {
            contact_terms_of(sample.own, sample.other, inputs);
            gradient_step(nets_.contact, inputs, target, rate);
        } else {
            race_terms_of(sample.own, sample.other, inputs);
            gradient_step(nets_.race, inputs, target, rate);
        }
    }

    // Down the gradient of the cross-entropy.
    template <class N>
    static void gradient_step(N& net, const Inputs& inputs, const Chances& target, float rate) {
        Layer hidden, gradient{};
        const Outputs outputs = run(net, inputs, hidden);
        const std::array<double, ends> wanted{target.win, target.win_gammon, target.win_backgammon,
                                              target.lose_gammon, target.lose_backgammon};
        for (std::size_t end = 0; end < ends; ++end) {
            const float off = rate * (static_cast<float>(wanted[end]) - outputs[end]);
            Layer& weights = net.rows.out[end];
            for (std::size_t unit = 0; unit < hidden_units; ++unit) {
                gradient[unit] += off * weights[unit];
                weights[unit] += off * hidden[unit];
            }
            net.rows.out_bias[end] += off;
        }
        for (std::size_t unit = 0; unit < hidden_units; ++unit) {
            const float flat = 1 - std::abs(hidden[unit]);
            gradient[unit] *= flat * flat;
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
