// The double-dummy table. An entry is a class of positions: before a trick, with these lengths of
// the suits in each hand, and in each suit the same owners of so many of the highest cards.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/whist/open_cards.hpp"
#include "zeitnot/zobrist.hpp"

namespace zeitnot::whist {

// The owners of all cards left, two suits a word.
using AllOwners = std::array<std::uint64_t, 2>;

// The tricks that the first side takes of those left: at least, at most.
struct TrickBounds {
    std::uint8_t least = 0, most = ranks;
};

class ClassTable {
   public:
    struct Entry {
        std::uint64_t lengths;
        AllOwners owners, mask;
        std::array<std::uint8_t, suits> tops;  // of how many cards the owners matter
        TrickBounds bounds;
        std::uint8_t leader;
        std::int32_t next;
    };

    // Room for so many entries; when it is full, all are forgotten.
    explicit ClassTable(std::size_t entries) : most_(entries) {
        entries_.reserve(std::min<std::size_t>(entries, 1U << 12U));
        heads_.assign(std::bit_ceil(std::max<std::size_t>(entries / 4, 64)), -1);
    }

    // The first entry of this position's class that `decides(bounds)`; null: none.
    const Entry* find(std::uint64_t lengths, int leader, const AllOwners& owners,
                      auto&& decides) const {
        for (std::int32_t i = heads_[slot(lengths, leader)]; i >= 0;) {
            const Entry& entry = entries_[static_cast<std::size_t>(i)];
            i = entry.next;
            if (entry.lengths == lengths && entry.leader == leader &&
                ((entry.owners[0] ^ owners[0]) & entry.mask[0]) == 0 &&
                ((entry.owners[1] ^ owners[1]) & entry.mask[1]) == 0 && decides(entry.bounds))
                return &entry;
        }
        return nullptr;
    }

    void store(std::uint64_t lengths, int leader, const AllOwners& owners,
               const std::array<std::uint8_t, suits>& tops, TrickBounds bounds) {
        const AllOwners mask{mask_of(tops[0], tops[1]), mask_of(tops[2], tops[3])};
        const AllOwners kept{owners[0] & mask[0], owners[1] & mask[1]};
        std::int32_t& head = heads_[slot(lengths, leader)];
        for (std::int32_t i = head; i >= 0;) {
            Entry& entry = entries_[static_cast<std::size_t>(i)];
            i = entry.next;
            if (entry.lengths != lengths || entry.leader != leader || entry.mask != mask ||
                entry.owners != kept)
                continue;
            entry.bounds.least = std::max(entry.bounds.least, bounds.least);
            entry.bounds.most = std::min(entry.bounds.most, bounds.most);
            return;
        }
        if (entries_.size() >= most_) {
            clear();
            return store(lengths, leader, owners, tops, bounds);
        }
        entries_.push_back(
            {lengths, kept, mask, tops, bounds, static_cast<std::uint8_t>(leader), head});
        head = static_cast<std::int32_t>(entries_.size() - 1);
    }

    void clear() {
        entries_.clear();
        std::ranges::fill(heads_, -1);
    }
    [[nodiscard]] std::size_t size() const { return entries_.size(); }
    [[nodiscard]] std::size_t capacity() const { return most_; }

   private:
    [[nodiscard]] std::size_t slot(std::uint64_t lengths, int leader) const {
        Key state = lengths + static_cast<std::uint64_t>(leader);
        return splitmix64(state) & (heads_.size() - 1);
    }
    static std::uint64_t mask_of(std::uint8_t first, std::uint8_t second) {
        return highest_of(first) << owner_bits | highest_of(second);
    }
    static std::uint64_t highest_of(std::uint8_t tops) {
        const std::uint64_t all = (std::uint64_t{1} << owner_bits) - 1;
        return all & ~(all >> (2U * tops));
    }

    std::size_t most_;
    std::vector<Entry> entries_;
    std::vector<std::int32_t> heads_;
};

}  // namespace zeitnot::whist
