// The replacement strategy of a full transposition table: the worst entry by depth and age of one
// cache line.
//
// docs/measurements/table.md compares it with the textbook's other strategies in three games
// (Breuker, Uiterwijk and van den Herik, "Replacement schemes for transposition tables", ICCA
// Journal 17(4), 1994); tests/strategies.hpp implements those.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

#include "zeitnot/slots.hpp"

namespace zeitnot {

// A table's strategy: where a key's entries are, and which one is replaced. Constructed for a
// number of slots, of which it uses `count`. `bytes_per_slot`: its memory apart from the slots.
class Buckets {
   public:
    static constexpr std::size_t bytes_per_slot = 0;

    template <std::size_t Words>
    static std::size_t count(std::size_t slots) {
        constexpr std::size_t full = Slots<Words>::ways;
        return slots > full ? slots - slots % full : slots;
    }

    explicit Buckets(std::size_t) {}

    template <std::size_t Words>
    [[nodiscard]] static std::size_t bucket_start(const Slots<Words>& slots, Key key) {
        return spread(key, slots.lines()) * Slots<Words>::ways;
    }

    template <std::size_t Words>
    [[nodiscard]] static auto find(const Slots<Words>& slots, Key key) {
        return slots.find(key, bucket_start(slots, key), ways(slots));
    }

    template <std::size_t Words>
    static void store(Slots<Words>& slots, Key key, const typename Slots<Words>::Data& data) {
        const std::size_t from = bucket_start(slots, key);
        std::size_t victim = from;
        int lowest = 0;
        for (std::size_t i = from; i < from + ways(slots); ++i) {
            const auto present = slots.at(i);
            const SlotPriority old = slots.priority(present.data);
            if (present.key == key) {
                if (slots.priority(data).depth + max_depth_loss >= old.depth)
                    slots.write(i, key, data);
                return;
            }
            if (i == from || old.value() < lowest) {
                victim = i;
                lowest = old.value();
            }
        }
        slots.write(victim, key, data);
    }

    void clear() {}

   private:
    // An entry of the same position that is deeper by more than this is kept: it may come from
    // pondering.
    static constexpr int max_depth_loss = 2;

    // The slots of a bucket; fewer than `Slots::ways` only in a table that is smaller than a cache
    // line.
    template <std::size_t Words>
    static std::size_t ways(const Slots<Words>& slots) {
        return std::min(slots.count(), Slots<Words>::ways);
    }
};

}  // namespace zeitnot
