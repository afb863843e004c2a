// The textbook's replacement strategies, for comparison with the table's own (docs/why/table.md).
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
void store_at(Slots<Words>& slots, std::size_t place, Key key,
              const typename Slots<Words>::Data& data, ReplacementRule should_replace) {
    const auto content = slots.at(place);
    if (should_replace(slots.priority(content.data), slots.priority(data)))
        slots.write(place, key, data);
}

// The common part of most strategies: all slots are used, and there is no other memory.
struct Plain {
    static constexpr std::size_t bytes_a_slot = 0;
    template <std::size_t Words>
    static std::size_t count(std::size_t slots) {
        return slots;
    }

    explicit Plain(std::size_t) {}
    void clear() {}
};

// One slot for each position.
template <ReplacementRule should_replace>
struct OnePlace : Plain {
    using Plain::Plain;

    template <std::size_t Words>
    static std::size_t first(const Slots<Words>& slots, Key key) {
        return spread(key, slots.count());
    }
    template <std::size_t Words>
    static auto find(const Slots<Words>& slots, Key key) {
        return slots.find(key, first(slots, key), 1);
    }
    template <std::size_t Words>
    static void store(Slots<Words>& slots, Key key, const typename Slots<Words>::Data& data) {
        store_at(slots, first(slots, key), key, data, should_replace);
    }
};

using Always = OnePlace<replace_always>;   // the newest entry is kept
using Later = OnePlace<replace_by_ply>;    // entries farther from the root are replaced
using Depth = OnePlace<replace_by_depth>;  // entries of lower depth are replaced

// Buckets, but the last slot always stores what the others do not.
struct TwoTier : Buckets {
    using Buckets::Buckets;

    template <std::size_t Words>
    static void store(Slots<Words>& slots, Key key, const typename Slots<Words>::Data& data) {
        const std::size_t from = first(slots, key);
        const std::size_t last = from + std::min(slots.count(), Slots<Words>::ways) - 1;
        if (from == last) return Buckets::store(slots, key, data);
        std::size_t victim = from;
        int least = 0;
        for (std::size_t i = from; i <= last; ++i) {
            const auto content = slots.at(i);
            const SlotPriority old = slots.priority(content.data);
            if (content.key == key) {
                if (slots.priority(data).depth + 2 >= old.depth) slots.write(i, key, data);
                return;
            }
            if (i == last) break;
            if (i == from || old.value() < least) {
                victim = i;
                least = old.value();
            }
        }
        slots.write(slots.priority(data).value() < least ? last : victim, key, data);
    }
};

// Three tables side by side: always, later, depth. With fewer than three slots it stores nothing.
struct Several : Plain {
    using Plain::Plain;

    template <std::size_t Words>
    static std::size_t first(const Slots<Words>& slots, Key key) {
        return place(slots, key, 0);
    }
    template <std::size_t Words>
    static std::optional<typename Slots<Words>::Data> find(const Slots<Words>& slots, Key key) {
        for (std::size_t table = 0; table < 3; ++table) {
            if (const auto data = slots.find(key, place(slots, key, table), 1)) return data;
        }
        return std::nullopt;
    }
    template <std::size_t Words>
    static void store(Slots<Words>& slots, Key key, const typename Slots<Words>::Data& data) {
        if (slots.count() < 3) return;
        store_at(slots, place(slots, key, 0), key, data, replace_always);
        store_at(slots, place(slots, key, 1), key, data, replace_by_ply);
        store_at(slots, place(slots, key, 2), key, data, replace_by_depth);
    }

   private:
    template <std::size_t Words>
    static std::size_t place(const Slots<Words>& slots, Key key, std::size_t table) {
        return table * (slots.count() / 3) + spread(key, slots.count() / 3);
    }
};

// Lists of entries; when all are in use the oldest is replaced.
class Chained {
   public:
    static constexpr std::size_t bytes_a_slot = Chains::bytes_a_slot;
    template <std::size_t Words>
    static std::size_t count(std::size_t slots) {
        return slots;
    }

    explicit Chained(std::size_t slots) : chains_(std::make_unique<Chains>(slots)) {}

    template <std::size_t Words>
    static std::size_t first(const Slots<Words>& slots, Key key) {
        return spread(key, slots.count());
    }
    template <std::size_t Words>
    std::optional<typename Slots<Words>::Data> find(const Slots<Words>& slots, Key key) const {
        std::optional<typename Slots<Words>::Data> found;
        chains_->walk(first(slots, key), [&](std::size_t i) {
            found = slots.find(key, i, 1);
            return found.has_value();
        });
        return found;
    }
    template <std::size_t Words>
    void store(Slots<Words>& slots, Key key, const typename Slots<Words>::Data& data) {
        const std::size_t chain = first(slots, key);
        const auto guard = chains_->lock();
        std::optional<std::size_t> own;
        chains_->walk(chain, [&](std::size_t i) {
            if (slots.find(key, i, 1)) own = i;
            return own.has_value();
        });
        if (!own) {
            own = chains_->oldest();
            const auto content = slots.at(*own);
            if (content.data[0] != 0) chains_->unlink(first(slots, content.key), *own);
            chains_->link(chain, *own);
        }
        slots.write(*own, key, data);
    }

    void clear() { chains_->clear(); }

   private:
    std::unique_ptr<Chains> chains_;
};

}  // namespace zeitnot
