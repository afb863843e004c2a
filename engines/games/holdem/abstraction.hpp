// The abstraction of cards: similar hands are played alike. In each round every hand is in one of
// at most 256 buckets: before the flop in one of the 169 classes, which is lossless, later in
// clusters of the hands' features. Earlier rounds are forgotten (imperfect recall), so that each
// round can distinguish more hands (Waugh et al., "A practical use of imperfect recall", SARA
// 2009).
#pragma once

#include <memory>

#include "games/holdem/betting_tree.hpp"
#include "games/holdem/features.hpp"
#include "games/holdem/isomorphism.hpp"

namespace zeitnot::holdem {

struct BucketCounts {
    std::size_t flop = 256, turn = 256, river = 256;
};

// The number of a hand's bucket in one round.
using Bucket = std::uint8_t;

struct Abstraction {
    Clusters clusters{};               // of the opponent's hands, for `Strengths`
    std::size_t flop_count = 0;        // buckets at the flop
    std::vector<Distribution> turns;   // the centres of the buckets at the turn
    std::vector<Strengths> rivers;     // the centres of the buckets at the river
    std::vector<Bucket> flop_buckets;  // of each canonical flop and hand

    [[nodiscard]] std::size_t buckets(std::size_t round) const {
        const std::array counts{class_count, flop_count, turns.size(), rivers.size()};
        return counts[round];
    }

    [[nodiscard]] Bucket flop_bucket(Cards hand, Cards flop) const {
        return flop_buckets[flop_index()(flop, hand)];
    }
    [[nodiscard]] Bucket turn_bucket(const Distribution& distribution) const {
        return static_cast<Bucket>(nearest(turns, distribution));
    }
    [[nodiscard]] Bucket river_bucket(const Strengths& strengths) const {
        return static_cast<Bucket>(nearest(rivers, strengths));
    }

    // The bucket of a hand with a board of none, three, four or five cards. `flop`: the board's
    // first three cards. Fast up to the flop; at the turn it takes about half a millisecond.
    [[nodiscard]] Bucket bucket(Cards hand, Cards flop, Cards board) const {
        switch (std::popcount(board)) {
            case 0:
                return static_cast<Bucket>(holding_of(hand).suit_class());
            case 3:
                return flop_bucket(hand, flop);
            case 4:
                return turn_bucket(distribution_of(hand, board));
            default:
                return river_bucket(river_strengths(hand, board, clusters));
        }
    }
};

// Builds an abstraction: first the centres of clusters, then the flops one by one.
class AbstractionBuilder {
   public:
    // `boards`: the number of random boards for the centres.
    AbstractionBuilder(const BucketCounts& counts, std::uint64_t seed, int boards)
        : random_(seed), boards_(boards) {
        abstraction_.clusters = hand_clusters();
        abstraction_.rivers = river_centres(counts.river);
        abstraction_.turns = turn_centres(counts.turn);
        abstraction_.flop_count = counts.flop;
        features_.resize(flop_index().size());
    }

    [[nodiscard]] static std::size_t flop_total() { return flop_index().flops().size(); }

    // Computes the features of all hands on the next flops.
    void add_flops(std::size_t count) {
        const auto& flops = flop_index().flops();
        for (; count > 0 && next_ < flops.size(); --count, ++next_) {
            const auto all = distributions(flops[next_]);
            for (const Holding& holding : holdings) {
                if ((holding.cards() & flops[next_]) == 0)
                    features_[flop_index()(flops[next_], holding.cards())] = all[holding.number()];
            }
        }
    }
    [[nodiscard]] std::size_t flops_added() const { return next_; }

    // Requires that all flops are added.
    [[nodiscard]] Abstraction finished() {
        std::vector<Distribution> points;
        for (int i = 0; i < 60'000; ++i) {
            const Cards flop = random_hand(3, random_), hand = random_hand(2, random_, flop);
            points.push_back(features_[flop_index()(flop, hand)]);
        }
        const auto centres = cluster(points, abstraction_.flop_count, rounds, random_());
        abstraction_.flop_buckets.clear();
        for (const Distribution& feature : features_)
            abstraction_.flop_buckets.push_back(static_cast<Bucket>(nearest(centres, feature)));
        return abstraction_;
    }

   private:
    static constexpr int rounds = 20;  // of Lloyd's algorithm
    static constexpr int hands_per_board = 40;

    // Clusters of the classes of hands by the distributions of their strengths over random boards.
    Clusters hand_clusters() {
        std::vector<Histogram> histograms(class_count);
        for (int board = 0; board < boards_; ++board) {
            for_each_strength(ranked_hands(random_hand(5, random_)),
                              [&](const RankedHand& hand, unsigned points) {
                                  histograms[hand.holding.suit_class()].add(points);
                              });
        }
        std::vector<Distribution> points;
        for (const Histogram& histogram : histograms) points.push_back(histogram.distribution());
        const auto centres = cluster(points, Strengths{}.size(), rounds, random_());
        Clusters clusters{};
        for (std::size_t i = 0; i < class_count; ++i)
            clusters[i] = static_cast<std::uint8_t>(nearest(centres, points[i]));
        return clusters;
    }

    std::vector<Strengths> river_centres(std::size_t count) {
        std::vector<Strengths> points;
        for (int board = 0; board < boards_; ++board) {
            const auto all =
                river_strengths(ranked_hands(random_hand(5, random_)), abstraction_.clusters);
            for (int i = 0; i < hands_per_board; ++i) points.push_back(all[random_() % all.size()]);
        }
        return cluster(points, count, rounds, random_());
    }

    std::vector<Distribution> turn_centres(std::size_t count) {
        std::vector<Distribution> points;
        for (int board = 0; board < boards_; ++board) {
            const Cards turn = random_hand(4, random_);
            const auto all = distributions(turn);
            for (int i = 0; i < hands_per_board; ++i)
                points.push_back(all[holding_of(random_hand(2, random_, turn)).number()]);
        }
        return cluster(points, count, rounds, random_());
    }

    std::mt19937_64 random_;
    int boards_;
    Abstraction abstraction_;
    std::size_t next_ = 0;
    std::vector<Distribution> features_;
};

}  // namespace zeitnot::holdem
