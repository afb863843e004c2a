// The exact rank of a hand of five, six or seven cards: that of its best five.
//
// The rank of a hand without a flush depends only on how many cards it has of each rank. There are
// 73,775 such combinations (49,205 for seven cards), packed in four bits per rank and found by a
// perfect hash of the kind "hash and displace" (Belazzougui, Botelho and Dietzfelbinger, "Hash,
// displace, and compress", ESA 2009): a multiplication gives a bucket and a slot, and the bucket's
// displacement moves its slots to free ones. Seven cards cannot have both a flush and four of a
// kind or a full house, so the rank of a flush depends only on the ranks of its suit.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "games/holdem/hand_value.hpp"

namespace zeitnot::holdem {

class RankTables {
   public:
    RankTables() {
        for (unsigned ranks = 0; ranks < flushes_.size(); ++ranks)
            flushes_[ranks] = flush_value(ranks);
        place(all_counts());
    }

    [[nodiscard]] HandRank without_flush(std::uint64_t counts) const {
        const std::uint64_t hash = hash_of(counts);
        return slots_[slot_of(hash, displacements_[bucket_of(hash)])];
    }
    // `ranks`: a bit for each rank of the suit, five or more.
    [[nodiscard]] HandRank of_flush(unsigned ranks) const { return flushes_[ranks]; }

   private:
    static constexpr int bucket_bits = 13, slot_bits = 17;
    static constexpr std::size_t bucket_count = 1U << bucket_bits, slot_count = 1U << slot_bits;

    static constexpr std::uint64_t hash_of(std::uint64_t counts) {
        return counts * 0x9E3779B97F4A7C15;
    }
    static constexpr std::size_t bucket_of(std::uint64_t hash) {
        return hash >> (64 - bucket_bits);
    }
    static constexpr std::size_t slot_of(std::uint64_t hash, unsigned displacement) {
        return ((hash >> (64 - bucket_bits - slot_bits)) + displacement) & (slot_count - 1);
    }

    // All combinations of counts that five, six or seven cards can have.
    static std::vector<std::uint64_t> all_counts() {
        std::vector<std::uint64_t> all;
        add_counts(all, 0, 0, 0);
        return all;
    }
    static void add_counts(std::vector<std::uint64_t>& all, std::uint64_t counts, int rank,
                           unsigned cards) {
        if (rank == rank_count) {
            if (cards >= 5) all.push_back(counts);
            return;
        }
        for (unsigned count = 0; count <= 4 && cards + count <= 7; ++count)
            add_counts(all, counts | std::uint64_t{count} << (4 * rank), rank + 1, cards + count);
    }

    // Places the fullest buckets first, because they are the hardest.
    void place(const std::vector<std::uint64_t>& all) {
        std::vector<std::vector<std::uint64_t>> buckets(bucket_count);
        for (const std::uint64_t counts : all)
            buckets[bucket_of(hash_of(counts))].push_back(counts);
        std::stable_sort(buckets.begin(), buckets.end(),
                         [](const auto& a, const auto& b) { return a.size() > b.size(); });
        for (const auto& bucket : buckets) {
            if (!bucket.empty()) place_bucket(bucket);
        }
    }

    void place_bucket(const std::vector<std::uint64_t>& bucket) {
        const std::size_t number = bucket_of(hash_of(bucket.front()));
        unsigned displacement = 0;
        while (!fits(bucket, displacement)) ++displacement;
        displacements_[number] = displacement;
        for (const std::uint64_t counts : bucket)
            slots_[slot_of(hash_of(counts), displacement)] = value_without_flush(counts);
    }

    // 0 marks a free slot, because no hand has rank 0. The hash is fixed, and the tests look up
    // every hand, so no two slots of a bucket collide.
    [[nodiscard]] bool fits(const std::vector<std::uint64_t>& bucket, unsigned displacement) const {
        return std::all_of(bucket.begin(), bucket.end(), [&](std::uint64_t counts) {
            return slots_[slot_of(hash_of(counts), displacement)] == 0;
        });
    }

    std::array<HandRank, slot_count> slots_{};
    std::array<std::uint32_t, bucket_count> displacements_{};
    std::array<HandRank, 1U << rank_count> flushes_{};
};

// Computed at the first use, in some milliseconds.
inline const RankTables& rank_tables() {
    static const RankTables tables;
    return tables;
}

// Requires five to seven cards, as bits 4 * rank + suit.
inline HandRank hand_rank(Cards cards, const RankTables& tables = rank_tables()) {
    for (int suit = 0; suit < suit_count; ++suit) {
        const Cards of_suit = cards >> suit & every_rank;
        if (std::popcount(of_suit) >= 5) [[unlikely]]
            return tables.of_flush(ranks_of(of_suit));
    }
    return tables.without_flush(counts_of(cards));
}

}  // namespace zeitnot::holdem
