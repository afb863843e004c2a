// Counts the configurations of edges and corners for Othello's edge tables: by stage of the game,
// how often each occurred for the side to move, how often that side won, and by how much.
//
// The value of a configuration is its mean margin minus the mean of the stage. It is shrunk towards
// zero if it is rare, as if it had been seen `prior_count` more times with the stage's mean.
// (Buro, "Statistical feature combination for the evaluation of game positions", JAIR 3, 1995,
// counts configurations likewise.)
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "games/othello/edge_tables.hpp"
#include "games/othello/self_play.hpp"

namespace zeitnot::othello {

// How often something was seen, and how its games ended for the side to move.
struct Tally {
    std::int64_t margin = 0;  // the sum, in discs
    std::uint32_t seen = 0;
    std::uint32_t half_points = 0;  // two for a win, one for a draw

    void add(const Tally& other) {
        margin += other.margin;
        seen += other.seen;
        half_points += other.half_points;
    }
    // The mean margin, in discs.
    [[nodiscard]] double mean() const {
        return seen == 0 ? 0 : static_cast<double>(margin) / static_cast<double>(seen);
    }
    // The share of points, from 0 to 1.
    [[nodiscard]] double score() const {
        return seen == 0 ? 0 : static_cast<double>(half_points) / (2 * static_cast<double>(seen));
    }
};

struct EdgeRow {
    int shape;            // index into `shapes`: 0 an edge, 1 and 2 corners
    std::string squares;  // X own, O enemy, '-' empty, in the order of the shape
    Tally tally;
};

inline std::string pattern_text(std::size_t shape, std::uint32_t number) {
    std::string text;
    for (std::size_t i = 0; i < shapes[shape].squares; ++i, number /= 3) text += "-XO"[number % 3];
    return text;
}

class Counts {
   public:
    Counts() : canonical_(edge_weight_count), tallies_(stages * std::size_t{edge_weight_count}) {
        for_each_edge_pair([this](std::uint32_t i, std::uint32_t mirror) {
            canonical_[i] = canonical_[mirror] = i;
        });
    }

    // Mirrored and rotated configurations count as one.
    void add(std::span<const TrainingSample> samples) {
        for (const TrainingSample& sample : samples) {
            const Tally one{sample.margin, 1,
                            sample.margin > 0    ? 2U
                            : sample.margin == 0 ? 1U
                                                 : 0U};
            const int stage = stage_of(64 - std::popcount(sample.own | sample.enemy));
            totals_[static_cast<std::size_t>(stage)].add(one);
            for_each_edge_feature(sample.own, sample.enemy, [&](std::size_t, std::uint32_t i) {
                tallies_[index(stage, canonical_[i])].add(one);
            });
        }
    }

    // The value of a configuration (see above), in discs.
    [[nodiscard]] double value(int stage, std::uint32_t number) const {
        const Tally& tally = tallies_[index(stage, canonical_[number])];
        const double mean = totals_[static_cast<std::size_t>(stage)].mean();
        const double seen = tally.seen;
        return (tally.mean() - mean) * seen / (seen + prior_count);
    }

    [[nodiscard]] EdgeValues values() const {
        EdgeValues values(stages * std::size_t{edge_weight_count});
        for (int stage = 0; stage < stages; ++stage) {
            for (std::uint32_t i = 0; i < edge_weight_count; ++i) {
                const long steps = std::lround(100 * value(stage, i) / edge_unit);
                values[index(stage, i)] = static_cast<std::int8_t>(std::clamp(steps, -127L, 127L));
            }
        }
        return values;
    }

    // Every configuration with a disc that was seen at least `min_seen` times in all stages
    // together, the most frequent first.
    [[nodiscard]] std::vector<EdgeRow> rows(std::uint32_t min_seen) const {
        std::vector<EdgeRow> rows;
        for (std::size_t shape = 0; shape < edge_shapes; ++shape) {
            for (std::uint32_t i = first_weight[shape] + 1; i < first_weight[shape + 1]; ++i) {
                Tally sum;
                for (int stage = 0; stage < stages; ++stage) sum.add(tallies_[index(stage, i)]);
                if (sum.seen < std::max(min_seen, 1U)) continue;
                rows.push_back(
                    {static_cast<int>(shape), pattern_text(shape, i - first_weight[shape]), sum});
            }
        }
        std::stable_sort(rows.begin(), rows.end(), [](const EdgeRow& a, const EdgeRow& b) {
            return a.tally.seen > b.tally.seen;
        });
        return rows;
    }

   private:
    // Above 1 because the positions of one game are alike, so one game can count several times.
    static constexpr double prior_count = 3;

    static std::size_t index(int stage, std::uint32_t number) {
        return static_cast<std::size_t>(stage) * edge_weight_count + number;
    }

    std::vector<std::uint32_t> canonical_;
    std::array<Tally, stages> totals_{};
    std::vector<Tally> tallies_;
};

}  // namespace zeitnot::othello
