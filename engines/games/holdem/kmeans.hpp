// k-means clustering of byte vectors: Lloyd's algorithm with k-means++ initialisation (Arthur and
// Vassilvitskii, SODA 2007). The distance is the sum of absolute differences, which for cumulative
// histograms is the earth mover's distance.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

namespace zeitnot::holdem {

template <std::size_t N>
using Feature = std::array<std::uint8_t, N>;

template <std::size_t N>
constexpr unsigned distance(const Feature<N>& a, const Feature<N>& b) {
    unsigned sum = 0;
    for (std::size_t i = 0; i < N; ++i)
        sum += static_cast<unsigned>(std::abs(static_cast<int>(a[i]) - static_cast<int>(b[i])));
    return sum;
}

// The index of the nearest centre; the first one on ties.
template <std::size_t N>
std::size_t nearest(const std::vector<Feature<N>>& centres, const Feature<N>& point) {
    std::size_t best = 0;
    unsigned min_distance = std::numeric_limits<unsigned>::max();
    for (std::size_t i = 0; i < centres.size(); ++i) {
        const unsigned dist = distance(centres[i], point);
        if (dist < min_distance) {
            min_distance = dist;
            best = i;
        }
    }
    return best;
}

template <std::size_t N>
std::vector<Feature<N>> spread_centres(const std::vector<Feature<N>>& points, std::size_t count,
                                       std::mt19937_64& random) {
    std::vector<Feature<N>> centres{points[random() % points.size()]};
    std::vector<double> weights(points.size(), std::numeric_limits<double>::max());
    while (centres.size() < count) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double dist = distance(points[i], centres.back());
            weights[i] = std::min(weights[i], dist * dist);
        }
        const bool are_all_centres = std::ranges::all_of(weights, [](double w) { return w == 0; });
        if (are_all_centres) std::ranges::fill(weights, 1.0);
        std::discrete_distribution<std::size_t> choice(weights.begin(), weights.end());
        centres.push_back(points[choice(random)]);
    }
    return centres;
}

// Moves each centre to the mean of its points. A centre without points does not move.
template <std::size_t N>
void move_centres(const std::vector<Feature<N>>& points, std::vector<Feature<N>>& centres) {
    std::vector<std::array<std::uint64_t, N>> sums(centres.size());
    std::vector<std::uint64_t> counts(centres.size());
    for (const Feature<N>& point : points) {
        const std::size_t centre = nearest(centres, point);
        ++counts[centre];
        for (std::size_t i = 0; i < N; ++i) sums[centre][i] += point[i];
    }
    for (std::size_t centre = 0; centre < centres.size(); ++centre) {
        const std::uint64_t count = counts[centre];
        if (count == 0) continue;
        for (std::size_t i = 0; i < N; ++i)
            centres[centre][i] = static_cast<std::uint8_t>((sums[centre][i] + count / 2) / count);
    }
}

// Computes `count` centres, sorted by the sum of their elements.
template <std::size_t N>
std::vector<Feature<N>> cluster(const std::vector<Feature<N>>& points, std::size_t count,
                                int rounds, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    auto centres = spread_centres(points, count, random);
    for (int round = 0; round < rounds; ++round) move_centres(points, centres);
    const auto sum = [](const Feature<N>& each) {
        unsigned total = 0;
        for (const std::uint8_t element : each) total += element;
        return total;
    };
    std::sort(centres.begin(), centres.end(),
              [&](const auto& a, const auto& b) { return sum(a) < sum(b); });
    return centres;
}

}  // namespace zeitnot::holdem
