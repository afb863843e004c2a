// Games between policies without search, played until neither side has a sensible move.
#pragma once

#include <memory>
#include <vector>

#include "games/go/policy_fit.hpp"
#include "games/go/settings.hpp"

namespace zeitnot::go {

// Samples moves from the softmax policy.
class SoftmaxPlayer {
   public:
    explicit SoftmaxPlayer(const MoveWeights& weights) : weights_(weights) {}

    Point operator()(const Stones& stones, Colour colour, Random& random) {
        list_sensible(stones, colour, *choice_);
        if (choice_->size() == 0) return pass_point;
        choice_->compute_policy(weights_);
        chosen_ = choice_->sample(random);
        return choice_->move(chosen_);
    }

    // The candidates of the last move that was not a pass.
    [[nodiscard]] const MoveChoice& choice() const { return *choice_; }
    [[nodiscard]] std::size_t chosen() const { return chosen_; }

   private:
    const MoveWeights& weights_;
    std::unique_ptr<MoveChoice> choice_ = std::make_unique<MoveChoice>();
    std::size_t chosen_ = 0;
};

// The default komi of the rules.
constexpr double komi_of(int size) { return komi_half_points(GoSettings{.size = size}) / 2.0; }

// Plays to the end and calls `chose(colour, move)` before each move is played. Returns black's lead
// by area.
template <class Black, class White, class Chose>
int play_game(Stones& stones, Colour colour, Black& black, White& white, Random& random,
              Chose chose) {
    const int limit = 3 * stones.size() * stones.size();
    int passes = 0;
    for (int ply = 0; ply < limit && passes < 2; ++ply) {
        const Point move =
            colour == Colour::black ? black(stones, colour, random) : white(stones, colour, random);
        chose(colour, move);
        if (move == pass_point) {
            stones.pass();
            ++passes;
        } else {
            stones.play(move, colour);
            passes = 0;
        }
        colour = other(colour);
    }
    return area_margin(stones);
}

// 1 for black's win, 0 for white's.
inline double black_score(int lead, double komi) { return lead > komi ? 1 : lead < komi ? 0 : 0.5; }

// Plays pairs of games with both colours. Returns the first player's score in each pair, from 0
// to 1.
template <class First, class Second>
std::vector<double> trial(First& first, Second& second, int size, std::uint64_t pairs,
                          std::uint64_t seed) {
    std::vector<double> scores;
    for (std::uint64_t pair = 0; pair < pairs; ++pair) {
        Random random(seed + pair);
        double score = 0;
        for (const bool first_is_black : {true, false}) {
            Stones stones(size);
            const auto ignore = [](Colour, Point) {};
            const int lead = first_is_black
                                 ? play_game(stones, Colour::black, first, second, random, ignore)
                                 : play_game(stones, Colour::black, second, first, random, ignore);
            const double black = black_score(lead, komi_of(size));
            score += first_is_black ? black : 1 - black;
        }
        scores.push_back(score / 2);
    }
    return scores;
}

// The second stage: games of the policy against earlier versions.
class Improvement {
   public:
    Improvement(PolicyFit& fit, std::vector<MoveWeights>& pool) : fit_(fit), pool_(pool) {}

    // Plays the game with this number and returns the policy's score. The colours alternate.
    double play(std::uint64_t number, int size) {
        Random random(0x676F'0000 + number * 0x9E37'79B9);
        const auto& opponent = pool_[random.below(static_cast<std::uint32_t>(pool_.size()))];
        SoftmaxPlayer self(fit_.weights()), earlier_self(opponent);
        const Colour own = number % 2 == 0 ? Colour::black : Colour::white;
        steps_.clear();
        Stones stones(size);
        const auto chose = [&](Colour colour, Point move) {
            if (colour != own || move == pass_point) return;
            steps_.push_back({stones, self.chosen()});
        };
        const int lead = own == Colour::black
                             ? play_game(stones, Colour::black, self, earlier_self, random, chose)
                             : play_game(stones, Colour::black, earlier_self, self, random, chose);
        const double black = black_score(lead, komi_of(size));
        const double score = own == Colour::black ? black : 1 - black;
        learn(own, score);
        return score;
    }

   private:
    struct Step {
        Stones before;
        std::size_t chosen;
    };

    // Makes all choices of a won game equally more likely, and those of a lost game less likely.
    void learn(Colour own, double score) {
        const auto amount = static_cast<float>(2 * score - 1);
        if (amount == 0) return;
        for (const Step& step : steps_) {
            list_sensible(step.before, own, *choice_);
            choice_->compute_policy(fit_.weights());
            fit_.add_gradient(*choice_, step.chosen, amount);
        }
    }

    PolicyFit& fit_;
    std::vector<MoveWeights>& pool_;
    std::vector<Step> steps_;
    std::unique_ptr<MoveChoice> choice_ = std::make_unique<MoveChoice>();
};

}  // namespace zeitnot::go
