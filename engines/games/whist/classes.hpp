// The double-dummy table. An entry is a class of positions before a trick: the lengths of all suits
// in each hand, and in each suit the owners of some of the highest cards.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/whist/open_cards.hpp"
#include "zeitnot/zobrist.hpp"

namespace zeitnot::whist {

// The owners of all remaining cards, two suits per word.
using AllOwners = std::array<std::uint64_t, 2>;

// Bounds of how many of the remaining tricks the first side takes.
struct TrickBounds {
    std::uint8_t lower = 0, upper = ranks;
};

// Entries are found by the lengths, the leader, and the owners of the highest card in each suit in
// which cards matter. The possible sets of such suits, at most 16, are stored for each
// combination of lengths and leader.
class ClassTable {
   public:
    struct Entry {
        std::uint64_t lengths;
        AllOwners owners, mask;
        std::array<std::uint8_t, suits> tops;  // how many of the highest cards matter
        TrickBounds bounds;
        std::uint8_t leader;
        std::int32_t next;
    };
    // A position before a trick.
    struct PositionKey {
        std::uint64_t lengths;
        int leader;
        AllOwners owners;
    };

    // `entries`: the capacity. A full table is cleared.
    explicit ClassTable(std::size_t entries) : max_entries_(entries) {
        entries_.reserve(std::min<std::size_t>(entries, 1U << 12U));
        heads_.assign(std::bit_ceil(std::max<std::size_t>(entries / 2, 64)), -1);
        suit_sets_.assign(heads_.size() / 8, 0);
    }

    // An entry of the position's class for which `decides(bounds)` is true; null if there is none.
    const Entry* find(const PositionKey& position, auto&& decides) const {
        for (unsigned sets = suit_sets_[shape_slot(position)]; sets != 0; sets &= sets - 1) {
            const auto set = static_cast<unsigned>(std::countr_zero(sets));
            for (std::int32_t i = heads_[slot(position, set)]; i >= 0;) {
                const Entry& entry = entries_[static_cast<std::size_t>(i)];
                i = entry.next;
                if (((entry.owners[0] ^ position.owners[0]) & entry.mask[0]) == 0 &&
                    ((entry.owners[1] ^ position.owners[1]) & entry.mask[1]) == 0 &&
                    entry.lengths == position.lengths && entry.leader == position.leader &&
                    decides(entry.bounds))
                    return &entry;
            }
        }
        return nullptr;
    }

    void store(const PositionKey& position, const std::array<std::uint8_t, suits>& tops,
               TrickBounds bounds) {
        if (entries_.size() >= max_entries_) clear();
        const AllOwners mask{mask_of(tops[0], tops[1]), mask_of(tops[2], tops[3])};
        const AllOwners masked{position.owners[0] & mask[0], position.owners[1] & mask[1]};
        unsigned set = 0;
        for (std::size_t suit = 0; suit < suits; ++suit) set |= (tops[suit] > 0 ? 1U : 0U) << suit;
        suit_sets_[shape_slot(position)] |= static_cast<std::uint16_t>(1U << set);
        std::int32_t& head = heads_[slot(position, set)];
        for (std::int32_t i = head; i >= 0;) {
            Entry& entry = entries_[static_cast<std::size_t>(i)];
            i = entry.next;
            if (entry.lengths != position.lengths || entry.leader != position.leader ||
                entry.mask != mask || entry.owners != masked)
                continue;
            entry.bounds.lower = std::max(entry.bounds.lower, bounds.lower);
            entry.bounds.upper = std::min(entry.bounds.upper, bounds.upper);
            return;
        }
        const auto leader = static_cast<std::uint8_t>(position.leader);
        entries_.push_back({position.lengths, masked, mask, tops, bounds, leader, head});
        head = static_cast<std::int32_t>(entries_.size() - 1);
    }

    void clear() {
        entries_.clear();
        std::ranges::fill(heads_, -1);
        std::ranges::fill(suit_sets_, 0);
    }
    [[nodiscard]] std::size_t size() const { return entries_.size(); }
    [[nodiscard]] std::size_t capacity() const { return max_entries_; }

   private:
    [[nodiscard]] std::size_t shape_slot(const PositionKey& position) const {
        Key state = position.lengths + static_cast<std::uint64_t>(position.leader);
        return splitmix64(state) & (suit_sets_.size() - 1);
    }
    // `set`: a bit for each suit whose highest card matters.
    [[nodiscard]] std::size_t slot(const PositionKey& position, unsigned set) const {
        constexpr std::uint64_t owner_mask = 3;  // the two bits of a card's owner
        std::uint64_t tops = set;
        for (unsigned suit = 0; suit < suits; ++suit) {
            const unsigned shift = (suit % 2 == 0 ? 2 * owner_bits : owner_bits) - 2;
            const std::uint64_t owner = position.owners[suit / 2] >> shift & owner_mask;
            tops = tops << 2U | ((set >> suit & 1U) != 0 ? owner : 0);
        }
        Key state = position.lengths + static_cast<std::uint64_t>(position.leader) + (tops << 40U);
        return splitmix64(state) & (heads_.size() - 1);
    }
    static std::uint64_t mask_of(std::uint8_t first, std::uint8_t second) {
        return highest_of(first) << owner_bits | highest_of(second);
    }
    static std::uint64_t highest_of(std::uint8_t tops) {
        const std::uint64_t all = (std::uint64_t{1} << owner_bits) - 1;
        return all & ~(all >> (2U * tops));
    }

    std::size_t max_entries_;
    std::vector<Entry> entries_;
    std::vector<std::int32_t> heads_;
    std::vector<std::uint16_t> suit_sets_;  // by lengths and leader, one bit per set
};

}  // namespace zeitnot::whist
