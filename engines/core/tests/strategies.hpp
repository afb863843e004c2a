// The textbook replacement strategies, for comparison with the table's (docs/why/table.md).
#pragma once

#include <memory>

#include "chains.hpp"
#include "zeitnot/replacement.hpp"

namespace zeitnot {

inline bool replace_always(const SlotPriority&, const SlotPriority&) { return true; }
inline bool replace_by_depth(const SlotPriority& old, const SlotPriority& candidate) {
    return old.empty || old.age > 0 || candidate.depth >= old.depth;
}
inline bool replace_by_ply(const SlotPriority& old, const SlotPriority& candidate) {
    return old.empty || old.age > 0 || candidate.ply <= old.ply;
}

using ReplacementRule = bool (*)(const SlotPriority& old, const SlotPriority& candidate);

template <std::size_t Words>
void store_at(Slots<Words>& slots, std::size_t index, Key key,
              const typename Slots<Words>::Data& data, ReplacementRule should_replace) {
    const auto content = slots.at(index);
    if (should_replace(slots.priority(content.data), slots.priority(data)))
        slots.write(index, key, data);
}

// The common part of most strategies: all slots are used, and there is no other memory.
struct StatelessStrategy {
    static constexpr std::size_t bytes_per_slot = 0;
    template <std::size_t Words>
    static std::size_t count(std::size_t slots) {
        return slots;
    }

    explicit StatelessStrategy(std::size_t) {}
    void clear() {}
};

// One slot for each position.
template <ReplacementRule should_replace>
struct SingleSlot : StatelessStrategy {
    using StatelessStrategy::StatelessStrategy;

    template <std::size_t Words>
    static std::size_t bucket_start(const Slots<Words>& slots, Key key) {
        return spread(key, slots.count());
    }
    template <std::size_t Words>
    static auto find(const Slots<Words>& slots, Key key) {
        return slots.find(key, bucket_start(slots, key), 1);
    }
    template <std::size_t Words>
    static void store(Slots<Words>& slots, Key key, const typename Slots<Words>::Data& data) {
        store_at(slots, bucket_start(slots, key), key, data, should_replace);
    }
};

using Always = SingleSlot<replace_always>;   // the newest entry is stored
using Later = SingleSlot<replace_by_ply>;    // entries farther from the root are replaced
using Depth = SingleSlot<replace_by_depth>;  // entries of lower depth are replaced

// Like Buckets, but the last slot always stores an entry that the others reject.
struct TwoTier : Buckets {
    using Buckets::Buckets;

    template <std::size_t Words>
    static void store(Slots<Words>& slots, Key key, const typename Slots<Words>::Data& data) {
        const std::size_t from = bucket_start(slots, key);
        const std::size_t last = from + std::min(slots.count(), Slots<Words>::ways) - 1;
        if (from == last) return Buckets::store(slots, key, data);
        std::size_t victim = from;
        int lowest = 0;
        for (std::size_t i = from; i <= last; ++i) {
            const auto content = slots.at(i);
            const SlotPriority old = slots.priority(content.data);
            if (content.key == key) {
                if (slots.priority(data).depth + 2 >= old.depth) slots.write(i, key, data);
                return;
            }
            if (i == last) break;
            if (i == from || old.value() < lowest) {
                victim = i;
                lowest = old.value();
            }
        }
        slots.write(slots.priority(data).value() < lowest ? last : victim, key, data);
    }
};

// Three tables side by side: always, later, depth. With fewer than three slots it stores nothing.
struct Several : StatelessStrategy {
    using StatelessStrategy::StatelessStrategy;

    template <std::size_t Words>
    static std::size_t bucket_start(const Slots<Words>& slots, Key key) {
        return index(slots, key, 0);
    }
    template <std::size_t Words>
    static std::optional<typename Slots<Words>::Data> find(const Slots<Words>& slots, Key key) {
        for (std::size_t table = 0; table < 3; ++table) {
            if (const auto data = slots.find(key, index(slots, key, table), 1)) return data;
        }
        return std::nullopt;
    }
    template <std::size_t Words>
    static void store(Slots<Words>& slots, Key key, const typename Slots<Words>::Data& data) {
        if (slots.count() < 3) return;
        store_at(slots, index(slots, key, 0), key, data, replace_always);
        store_at(slots, index(slots, key, 1), key, data, replace_by_ply);
        store_at(slots, index(slots, key, 2), key, data, replace_by_depth);
    }

   private:
    template <std::size_t Words>
    static std::size_t index(const Slots<Words>& slots, Key key, std::size_t table) {
        return table * (slots.count() / 3) + spread(key, slots.count() / 3);
    }
};

// Chained entries; when all slots are in use, the oldest is replaced.
class Chained {
   public:
    static constexpr std::size_t bytes_per_slot = Chains::bytes_per_slot;
    template <std::size_t Words>
    static std::size_t count(std::size_t slots) {
        return slots;
    }

    explicit Chained(std::size_t slots) : chains_(std::make_unique<Chains>(slots)) {}

    template <std::size_t Words>
    static std::size_t bucket_start(const Slots<Words>& slots, Key key) {
        return spread(key, slots.count());
    }
    template <std::size_t Words>
    std::optional<typename Slots<Words>::Data> find(const Slots<Words>& slots, Key key) const {
        std::optional<typename Slots<Words>::Data> found;
        chains_->walk(bucket_start(slots, key), [&](std::size_t i) {
            found = slots.find(key, i, 1);
            return found.has_value();
        });
        return found;
    }
    template <std::size_t Words>
    void store(Slots<Words>& slots, Key key, const typename Slots<Words>::Data& data) {
        const std::size_t chain = bucket_start(slots, key);
        const auto guard = chains_->lock();
        std::optional<std::size_t> slot;
        chains_->walk(chain, [&](std::size_t i) {
            if (slots.find(key, i, 1)) slot = i;
            return slot.has_value();
        });
        if (!slot) {
            slot = chains_->oldest();
            const auto content = slots.at(*slot);
            if (content.data[0] != 0) chains_->unlink(bucket_start(slots, content.key), *slot);
            chains_->link(chain, *slot);
        }
        slots.write(*slot, key, data);
    }

    void clear() { chains_->clear(); }

   private:
    std::unique_ptr<Chains> chains_;
};

}  // namespace zeitnot
