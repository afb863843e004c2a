// Checks the foundations of Go's training: gradients agree with finite differences, pattern classes
// and estimates respect symmetries, and packed weights can be read. Returns 0 if every check
// passes.
#include <cstdio>

#include "games/go/learner.hpp"

namespace zeitnot::go {
namespace {

int failures = 0;

void expect(bool holds, const char* what, double found = 0) {
    if (holds) return;
    if (++failures < 20) std::printf("failed: %s (%g)\n", what, found);
}

bool close(double a, double b) {
    return std::abs(a - b) < 0.02 * (std::abs(a) + std::abs(b)) + 2e-3;
}

// Small random weights.
template <std::size_t count>
void scatter(std::array<float, count>& weights, Random& random) {
    for (float& weight : weights) weight = static_cast<float>(random.below(1000)) / 1000 - 0.5F;
}

// Plays random moves; returns the side to move.
Colour play_some(Stones& stones, int plies, Random& random) {
    Colour colour = Colour::black;
    for (int ply = 0; ply < plies; ++ply, colour = other(colour)) {
        const Point p = UniformPolicy()(stones, colour, random);
        if (p == pass_point) return colour;
        stones.play(p, colour);
    }
    return colour;
}

void check_classes() {
    std::array<bool, pattern_classes> seen{};
    const PatternClasses& classes = shared_pattern_classes();
    Random random(1);
    for (int i = 0; i < 200'000; ++i) {
        Stones stones(5), turned(5);
        for (int row = 0; row < 5; ++row) {
            for (int column = 0; column < 5; ++column) {
                const auto what = random.below(3);
                if (what == 2) continue;
                stones.place(point(column, row), static_cast<Colour>(what));
                turned.place(point(row, 4 - column), other(static_cast<Colour>(what)));
            }
        }
        const int x = static_cast<int>(random.below(5)), y = static_cast<int>(random.below(5));
        const auto found = classes(stones.neighbourhood(point(x, y)), Colour::black);
        seen[found] = true;
        expect(found == classes(turned.neighbourhood(point(y, 4 - x)), Colour::white),
               "a class turned, with colours exchanged");
    }
    expect(!seen[0], "no class");
    for (std::size_t i = 1; i < seen.size(); ++i)
        expect(seen[i], "a class that occurs", static_cast<double>(i));
}

double log_policy(const MoveWeights& weights, MoveChoice& choice, std::size_t chosen) {
    choice.compute_policy(weights);
    return std::log(static_cast<double>(choice.policy()[chosen]));
}

void check_policy_gradient() {
    Random random(2);
    MoveWeights weights;
    scatter(weights, random);
    Stones stones(9);
    const Colour colour = play_some(stones, 40, random);
    const auto choice = std::make_unique<MoveChoice>();
    list_legal(stones, colour, 7, *choice);
    const std::size_t chosen = choice->size() / 2;
    choice->compute_policy(weights);
    double total = 0;
    for (const float share : choice->policy()) total += static_cast<double>(share);
    expect(std::abs(total - 1) < 1e-5, "the policy's sum", total);
    MoveWeights gradient{};
    choice->gradient(chosen, [&](std::size_t row, float amount) { gradient[row] += amount; });
    int differing = 0;
    for (std::size_t row = 0; row < weights.size(); ++row) {
        constexpr float step = 0.02F;
        MoveWeights moved = weights;
        moved[row] += step;
        const double above = log_policy(moved, *choice, chosen);
        moved[row] -= 2 * step;
        const double slope = (above - log_policy(moved, *choice, chosen)) / (2.0 * step);
        expect(close(slope, static_cast<double>(gradient[row])), "the policy's slope", slope);
        differing += gradient[row] != 0;
    }
    expect(differing > 50, "rows with a slope", differing);
}

// The objective that ValueFit maximizes, in three parts.
struct Objective {
    double first = 0, second = 0, outcome = 0;
};
Objective objective(const AreaWeights& weights, const ValueSample& sample) {
    const AreaEstimate estimate(weights, sample.stones, sample.to_move);
    Objective sums;
    for_each_point(sample.stones.size(), [&](Point p) {
        if (!is_stone(sample.owners[p])) return;
        const double sign = sample.owners[p] == Cell::black ? 1 : -1;
        sums.first += std::log((1 + sign * static_cast<double>(estimate.first(p))) / 2);
        sums.second += std::log((1 + sign * static_cast<double>(estimate.second(p))) / 2);
    });
    const double black = static_cast<double>(estimate.win_probability(sample.komi));
    sums.outcome =
        sample.black_score * std::log(black) + (1 - sample.black_score) * std::log(1 - black);
    return sums;
}

void check_value_gradient() {
    Random random(3);
    ValueFit fit;
    scatter(fit.steps().weights, random);
    const AreaWeights weights = fit.weights();
    const ValueSample sample = value_sample(MoveWeights{}, 9, 17);
    const AreaEstimate estimate(weights, sample.stones, sample.to_move);
    const auto gradient = fit.find_gradient(sample, estimate);
    constexpr std::size_t second = offsetof(AreaWeights, second) / sizeof(float);
    constexpr std::size_t scale = offsetof(AreaWeights, scale) / sizeof(float);
    int differing = 0;
    for (std::size_t row = 0; row < gradient.size(); ++row) {
        if (gradient[row] == 0 && row % 50 != 0) continue;
        constexpr float step = 0.01F;
        const auto at = [&](float by) {
            fit.steps().weights[row] += by;
            const Objective found = objective(fit.weights(), sample);
            fit.steps().weights[row] -= by;
            return row < second ? found.first : row < scale ? found.second : found.outcome;
        };
        const double slope = (at(step) - at(-step)) / (2.0 * step);
        expect(close(slope, static_cast<double>(gradient[row])), "the value's slope", slope);
        ++differing;
    }
    expect(differing > 100, "rows with a slope", differing);
}

void check_exchanged_colours() {
    Random random(4);
    ValueFit fit;
    scatter(fit.steps().weights, random);
    const AreaWeights weights = fit.weights();
    Stones stones(13);
    const Colour colour = play_some(stones, 60, random);
    Stones exchanged(13);
    for_each_point(13, [&](Point p) {
        if (is_stone(stones.at(p))) exchanged.place(p, other(colour_of(stones.at(p))));
    });
    const AreaEstimate one(weights, stones, colour), two(weights, exchanged, other(colour));
    expect(std::abs(one.lead() + two.lead()) < 1e-3F, "the opposite lead");
    expect(std::abs(one.win_probability(7.5) + two.win_probability(-7.5) - 1) < 1e-4F,
           "the opposite value");
}

void check_file() {
    Random random(5);
    auto weights = std::make_unique<Weights>();
    for_each_weight(*weights, [&](float& weight) {
        weight = (static_cast<float>(random.below(65535)) - 32767) / Weights::unit;
    });
    const auto bytes = packed(*weights);
    const auto read = unpack(bytes);
    expect(read != nullptr && packed(*read) == bytes, "weights read again");
    expect(unpack(Bytes(bytes).first(bytes.size() - 1)) == nullptr, "weights cut off");
    for_each_weight(*weights, [](float& weight) { weight = 1e9F; });
    const auto highest = unpack(packed(*weights));
    expect(highest->moves[0] > 15 && highest->moves[0] < 16, "the largest weight");
}

}  // namespace
}  // namespace zeitnot::go

int main() {
    using namespace zeitnot::go;
    check_classes();
    check_policy_gradient();
    check_value_gradient();
    check_exchanged_colours();
    check_file();
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
