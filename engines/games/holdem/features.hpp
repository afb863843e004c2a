// The features of the card abstraction: the strength of a hand at the river.
//
// The strength of a hand at the river is its probability of beating a random hand; a tie counts
// half. Before the river a hand is described by the distribution of that strength over the cards to
// come (Gilpin, Sandholm and Sørensen, "Potential-aware automated abstraction of sequential games",
// AAAI 2007), at the river by its strengths against eight clusters of hands (Johanson, Burch,
// Valenzano and Bowling, "Evaluating state-space abstractions in extensive-form games", AAMAS 2013,
// whose names for the two are expected-value histograms and OCHS).
#pragma once

#include <utility>

#include "games/holdem/hands.hpp"
#include "games/holdem/kmeans.hpp"
#include "games/holdem/showdown.hpp"

namespace zeitnot::holdem {

// Element i: the fraction, in 255ths, of the cards to come with which the strength is at least
// (i + 1) / 33. The sum of differences of two is the earth mover's distance of their distributions.
using Distribution = Feature<32>;
// Element i: the strength against cluster i, in 255ths.
using Strengths = Feature<8>;
using Clusters = std::array<std::uint8_t, class_count>;  // of each class of hands

constexpr std::uint8_t share(std::uint64_t part, std::uint64_t whole) {
    return static_cast<std::uint8_t>((255 * part + whole / 2) / whole);
}

// Counts how often a hand had each strength.
class Histogram {
   public:
    // `points`: 2 for each hand beaten, 1 for a tie; at most 2 * 990.
    void add(unsigned points) { ++counts_[std::min(points * 33U / 1980U, 32U)]; }
    [[nodiscard]] Distribution distribution() const {
        std::uint64_t whole = 0, above = 0;
        for (const std::uint32_t count : counts_) whole += count;
        Distribution shares{};
        if (whole == 0) return shares;
        for (std::size_t level = counts_.size() - 1; level > 0; --level) {
            above += counts_[level];
            shares[level - 1] = share(above, whole);
        }
        return shares;
    }

   private:
    std::array<std::uint32_t, 33> counts_{};
};
static_assert(opposing_hands * 2 == 1980);

// Calls f(hand, points) for each hand of a board of five cards. Weaker hands are counted twice:
// before and after the ties are added. The 1 added at the end is for the hand itself, which
// `disjoint_from` subtracts twice.
template <class F>
void for_each_strength(const RankedHands& hands, F&& f) {
    CardSums<unsigned> below;
    for_each_tie(hands, [&](std::size_t begin, std::size_t end) {
        std::array<std::uint16_t, possible_hands> wins;
        for (std::size_t i = begin; i < end; ++i)
            wins[i] = static_cast<std::uint16_t>(below.disjoint_from(hands[i].holding));
        for (std::size_t i = begin; i < end; ++i) below.add(hands[i].holding, 1);
        for (std::size_t i = begin; i < end; ++i)
            f(hands[i], wins[i] + below.disjoint_from(hands[i].holding) + 1);
    });
}

// The points of one hand at the river, counted as in `Histogram::add`.
inline unsigned points_of(Cards hand, Cards board) {
    const RankTables& tables = rank_tables();
    const HandRank own = hand_rank(hand | board, tables);
    unsigned points = 0;
    for (const Holding& other : holdings) {
        if ((other.cards() & (hand | board)) != 0) continue;
        const HandRank theirs = hand_rank(other.cards() | board, tables);
        points += theirs < own ? 2 : theirs == own ? 1 : 0;
    }
    return points;
}

// The distribution of one hand with a board of four cards or, slowly, three.
inline Distribution distribution_of(Cards hand, Cards board) {
    Histogram histogram;
    each_hand(5 - std::popcount(board), [&](Cards more) {
        if ((more & (hand | board)) == 0) histogram.add(points_of(hand, board | more));
    });
    return histogram.distribution();
}

// The distributions of all hands, by number of the pair; zeros for those that share cards with the
// board.
inline std::vector<Distribution> distributions(Cards board) {
    std::vector<Histogram> histograms(pair_count);
    each_hand(5 - std::popcount(board), [&](Cards more) {
        if ((more & board) != 0) return;
        for_each_strength(ranked_hands(board | more), [&](const RankedHand& hand, unsigned points) {
            histograms[hand.pair].add(points);
        });
    });
    std::vector<Distribution> all;
    for (const Histogram& histogram : histograms) all.push_back(histogram.distribution());
    return all;
}

// A number of hands or of points for each cluster.
struct ClusterCounts {
    std::array<std::uint16_t, 8> of{};

    ClusterCounts& operator+=(const ClusterCounts& other) {
        for (std::size_t i = 0; i < of.size(); ++i)
            of[i] = static_cast<std::uint16_t>(of[i] + other.of[i]);
        return *this;
    }
    friend ClusterCounts operator-(ClusterCounts a, const ClusterCounts& b) {
        for (std::size_t i = 0; i < a.of.size(); ++i)
            a.of[i] = static_cast<std::uint16_t>(a.of[i] - b.of[i]);
        return a;
    }
};

// The strength is even, 128, against a cluster without a possible hand.
inline Strengths strengths_of(const ClusterCounts& points, const ClusterCounts& hands) {
    Strengths strengths{};
    for (std::size_t i = 0; i < strengths.size(); ++i)
        strengths[i] = hands.of[i] == 0 ? 128 : share(points.of[i], 2U * hands.of[i]);
    return strengths;
}

// One hand, in its cluster.
inline ClusterCounts one_of(const Clusters& clusters, const Holding& holding) {
    ClusterCounts one;
    one.of[clusters[holding.suit_class()]] = 1;
    return one;
}

// The strengths of one hand at the river.
inline Strengths river_strengths(Cards hand, Cards board, const Clusters& clusters) {
    const RankTables& tables = rank_tables();
    const HandRank own = hand_rank(hand | board, tables);
    ClusterCounts points, hands;
    for (const Holding& other : holdings) {
        if ((other.cards() & (hand | board)) != 0) continue;
        const std::size_t cluster = clusters[other.suit_class()];
        const HandRank theirs = hand_rank(other.cards() | board, tables);
        ++hands.of[cluster];
        points.of[cluster] =
            static_cast<std::uint16_t>(points.of[cluster] + (theirs < own) + (theirs <= own));
    }
    return strengths_of(points, hands);
}

// The strengths of all hands of a board of five cards, in order.
inline std::vector<Strengths> river_strengths(const RankedHands& hands, const Clusters& clusters) {
    CardSums<ClusterCounts> below;
    std::vector<ClusterCounts> points(hands.size());
    for_each_tie(hands, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) points[i] = below.disjoint_from(hands[i].holding);
        for (std::size_t i = begin; i < end; ++i)
            below.add(hands[i].holding, one_of(clusters, hands[i].holding));
        for (std::size_t i = begin; i < end; ++i) {
            points[i] += below.disjoint_from(hands[i].holding);
            points[i] += one_of(clusters, hands[i].holding);
        }
    });
    std::vector<Strengths> all;
    for (std::size_t i = 0; i < hands.size(); ++i) {
        ClusterCounts others = below.disjoint_from(hands[i].holding);
        others += one_of(clusters, hands[i].holding);
        all.push_back(strengths_of(points[i], others));
    }
    return all;
}

}  // namespace zeitnot::holdem
