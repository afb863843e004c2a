// A static value: two layers of logistic units estimate the owner of each point, their sum with
// komi is the lead, and the lead gives a win probability.
//
// The first layer sees a point and its surroundings. The second sees the first layer's estimates of
// the point, its chain, its neighbours and their chains, because chains live and die as a unit.
#pragma once

#include <cmath>

#include "games/go/area_features.hpp"

namespace zeitnot::go {

// The inputs of the second layer for a point, from the first layer's estimates: the logit of the
// point; the mean of its chain, if it has a stone; the sums over its neighbours along the lines and
// over the points two steps away (with diagonal neighbours); and the sum of the means of the chains
// beside it.
inline constexpr std::size_t second_inputs = 5;
inline constexpr std::size_t value_phases = 8;

struct AreaWeights {
    std::array<float, AreaRows::count> rows{};
    // Weights of the influence, by phase and by whether the point is empty.
    std::array<float, 2 * area_phases * AreaFeatures::spreads.size()> spreads{};
    std::array<float, 2 * area_phases * second_inputs> second{};
    std::array<float, value_phases> scale{};  // of the lead
    std::array<float, value_phases> tempo{};  // of the side to move
};

inline float logistic(float x) { return 1 / (1 + std::exp(-x)); }

// The estimates of one position and their inputs. Positive values favour black.
class AreaEstimate {
   public:
    AreaEstimate(const AreaWeights& weights, const Stones& stones, Colour to_move)
        : weights_(weights), stones_(stones), to_move_(to_move), features_(stones, to_move) {
        for_each_point(stones.size(), [&](Point p) { first_[p] = balance(first_sum(p)); });
        find_chain_means();
        for_each_point(stones.size(), [&](Point p) {
            inputs_[p] = second_inputs_of(p);
            float sum = 0;
            for (std::size_t i = 0; i < second_inputs; ++i)
                sum += weights_.second[second_row(p, i)] * inputs_[p][i];
            second_[p] = balance(sum);
            lead_ += second_[p];
        });
    }

    // Black's area minus white's, without komi.
    [[nodiscard]] float lead() const { return lead_; }
    // The layers' estimates of a point, from -1 (white's) to 1 (black's).
    [[nodiscard]] float first(Point p) const { return first_[p]; }
    [[nodiscard]] float second(Point p) const { return second_[p]; }

    [[nodiscard]] std::size_t value_phase() const { return phase_of(stones_, value_phases); }
    // The lead with komi, scaled to 9×9 because a point counts less on a larger board.
    [[nodiscard]] float lead_over(double komi) const {
        return (lead_ - static_cast<float>(komi)) * 9 / static_cast<float>(stones_.size());
    }
    // The probability that black wins.
    [[nodiscard]] float win_probability(double komi) const {
        const std::size_t phase = value_phase();
        const float ahead = lead_over(komi);
        const float turn = to_move_ == Colour::black ? 1.0F : -1.0F;
        return logistic(weights_.scale[phase] * ahead + weights_.tempo[phase] * turn);
    }

    // Calls `add(row, amount)` for the inputs of a point in the first layer.
    template <class Add>
    void first_inputs(Point p, Add add) const {
        AreaList rows;
        for (const Colour colour : {Colour::black, Colour::white}) {
            features_.rows(p, colour, rows);
            for (const std::uint16_t row : rows) add(row, colour == Colour::black ? 1.0F : -1.0F);
        }
    }
    [[nodiscard]] float influence(Point p, std::size_t i) const {
        return features_.influence(i, p);
    }
    [[nodiscard]] std::size_t spread_row(Point p, std::size_t i) const {
        return kind(p) * AreaFeatures::spreads.size() + i;
    }
    [[nodiscard]] const std::array<float, second_inputs>& inputs(Point p) const {
        return inputs_[p];
    }
    [[nodiscard]] std::size_t second_row(Point p, std::size_t i) const {
        return kind(p) * second_inputs + i;
    }

   private:
    // A logistic unit's output, from -1 to 1.
    static float balance(float sum) { return std::tanh(sum / 2); }

    [[nodiscard]] std::size_t kind(Point p) const {
        return 2 * features_.phase() + std::size_t{is_stone(stones_.at(p))};
    }

    [[nodiscard]] float first_sum(Point p) const {
        float sum = 0;
        first_inputs(p, [&](std::size_t row, float sign) { sum += sign * weights_.rows[row]; });
        for (std::size_t i = 0; i < AreaFeatures::spreads.size(); ++i)
            sum += weights_.spreads[spread_row(p, i)] * influence(p, i);
        return sum;
    }

    // Stores the mean over each chain's stones and liberties at its head. A liberty counts once for
    // every adjacent stone of the chain.
    void find_chain_means() {
        std::array<std::uint16_t, padded_points> counts{};
        for_each_point(stones_.size(), [&](Point p) {
            if (is_stone(stones_.at(p))) {
                chain_[stones_.head(p)] += first_[p];
                ++counts[stones_.head(p)];
                return;
            }
            for (std::size_t d = 0; d < 4; ++d) {
                const Point n = neighbour(p, d);
                if (!is_stone(stones_.at(n))) continue;
                chain_[stones_.head(n)] += first_[p];
                ++counts[stones_.head(n)];
            }
        });
        for_each_point(stones_.size(), [&](Point p) {
            if (counts[p] > 0) chain_[p] /= counts[p];
        });
    }

    [[nodiscard]] std::array<float, second_inputs> second_inputs_of(Point p) const {
        float beside = 0, near = 0, chains = 0;
        for (std::size_t d = 0; d < 4; ++d) {
            const Point n = neighbour(p, d);
            if (stones_.at(n) == Cell::edge) continue;
            beside += first_[n];
            near += first_[neighbour(n, d)];  // the edge's is 0
            if (is_stone(stones_.at(n))) chains += chain_[stones_.head(n)];
        }
        for (std::size_t d = 4; d < 8; ++d) near += first_[neighbour(p, d)];
        const float own = is_stone(stones_.at(p)) ? chain_[stones_.head(p)] : 0;
        const float logit = first_[p] > 0.99999F    ? 12
                            : first_[p] < -0.99999F ? -12
                                                    : std::log((1 + first_[p]) / (1 - first_[p]));
        return {logit, 4 * own, beside, near / 2, chains};
    }

    const AreaWeights& weights_;
    const Stones& stones_;
    Colour to_move_;
    AreaFeatures features_;
    AreaFeatures::Board first_{}, second_{};  // each layer's estimates
    AreaFeatures::Board chain_{};             // the mean of each chain, at its head
    std::array<std::array<float, second_inputs>, padded_points> inputs_;
    float lead_ = 0;
};

}  // namespace zeitnot::go
