// The textbook's strategies that lost to the table's own (docs/why/table.md), to be compared again.
#pragma once

#include <memory>

#include "chains.hpp"
#include "zeitnot/replacement.hpp"

namespace zeitnot {

inline bool gives_way_always(const Worth&, const Worth&) { return true; }
inline bool gives_way_by_depth(const Worth& old, const Worth& fresh) {
    return old.empty || old.age > 0 || fresh.depth >= old.depth;
}
inline bool gives_way_by_ply(const Worth& old, const Worth& fresh) {
    return old.empty || old.age > 0 || fresh.ply <= old.ply;
}

using GivesWay = bool (*)(const Worth& old, const Worth& fresh);

template <std::size_t Words>
void store_at(Slots<Words>& slots, std::size_t place, Key key,
              const typename Slots<Words>::Data& data, GivesWay gives_way) {
    const auto held = slots.at(place);
    if (gives_way(slots.worth(held.data), slots.worth(data))) slots.write(place, key, data);
}

// What most of them have in common: all slots are used, and nothing stands beside them.
struct Plain {
    static constexpr std::size_t bytes_a_slot = 0;
    template <std::size_t Words>
    static std::size_t count(std::size_t slots) {
        return slots;
    }

    explicit Plain(std::size_t) {}
    void clear() {}
};

// One place a position.
template <GivesWay gives_way>
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
        store_at(slots, first(slots, key), key, data, gives_way);
    }
};

using Always = OnePlace<gives_way_always>;   // the newest entry stays
using Later = OnePlace<gives_way_by_ply>;    // what stands farther from the root gives way
using Depth = OnePlace<gives_way_by_depth>;  // what was searched less deep gives way

// Buckets, but the last place always takes what the others refuse.
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
            const auto held = slots.at(i);
            const Worth old = slots.worth(held.data);
            if (held.key == key) {
                if (slots.worth(data).depth + 2 >= old.depth) slots.write(i, key, data);
                return;
            }
            if (i == last) break;
            if (i == from || old.value() < least) {
                victim = i;
                least = old.value();
            }
        }
        slots.write(slots.worth(data).value() < least ? last : victim, key, data);
    }
};

// Three tables side by side: always, later, depth. With fewer slots than that it keeps nothing.
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
        store_at(slots, place(slots, key, 0), key, data, gives_way_always);
        store_at(slots, place(slots, key, 1), key, data, gives_way_by_ply);
        store_at(slots, place(slots, key, 2), key, data, gives_way_by_depth);
    }

   private:
    template <std::size_t Words>
    static std::size_t place(const Slots<Words>& slots, Key key, std::size_t table) {
        return table * (slots.count() / 3) + spread(key, slots.count() / 3);
    }
};

// Lists of entries; when all are in use the oldest is taken from its list.
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
            const auto held = slots.at(*own);
            if (held.data[0] != 0) chains_->unlink(first(slots, held.key), *own);
            chains_->link(chain, *own);
        }
        slots.write(*own, key, data);
    }

    void clear() { chains_->clear(); }

   private:
    std::unique_ptr<Chains> chains_;
};

}  // namespace zeitnot
