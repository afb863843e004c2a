// A transposition table that any number of threads share without locks.
//
// Each slot keeps its key xored with its data, so a slot torn by two writers matches no key and is
// a miss (Hyatt and Mann, "A lock-less transposition table implementation for parallel search chess
// engines", ICGA Journal 25(1), 2002). What is given up for a new entry is chosen by strategy, see
// replacement.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "zeitnot/chains.hpp"
#include "zeitnot/pages.hpp"
#include "zeitnot/replacement.hpp"
#include "zeitnot/zobrist.hpp"

namespace zeitnot {

// `Words` 64-bit words of data under each key. Of word 0 the table reads bits 0..7, the depth, and
// bits 32..37, the ply from the root, and writes bits 8..15, the generation; it must not be 0. The
// rest is the user's.
template <std::size_t Words>
class Table {
   public:
    using Data = std::array<std::uint64_t, Words>;

    // At most `megabytes` MB; 0 is a table that forgets.
    explicit Table(std::size_t megabytes, Replacement strategy = Replacement::bucket)
        : Table(strategy, slots_in(megabytes << 20U, strategy)) {}

    // As many slots as are asked for, for tests with hardly any.
    static Table tiny(std::size_t slots, Replacement strategy = Replacement::bucket) {
        return Table(strategy, slots);
    }

    // Brings what `find` will look at near the processor. Inlined by force: GCC takes a function
    // that only prefetches for one without effect, and drops its calls.
    [[gnu::always_inline]] void prefetch(Key key) const {
        if (count_ > 0) __builtin_prefetch(&buckets_[first_place(key) / ways]);
    }

    [[nodiscard]] std::optional<Data> find(Key key) const {
        if (count_ == 0) return std::nullopt;
        switch (strategy_) {
            case Replacement::bucket:
            case Replacement::two_tier:
                return find_in(key, first_place(key), places_);
            case Replacement::several:
                for (std::size_t table = 0; table < 3; ++table) {
                    if (const auto data = find_in(key, side_place(key, table), 1)) return data;
                }
                return std::nullopt;
            case Replacement::chained:
                return find_in_chain(key);
            default:
                return find_in(key, first_place(key), 1);
        }
    }

    void store(Key key, Data data) {
        if (count_ == 0) return;
        data[0] = (data[0] & ~(std::uint64_t{0xFF} << 8U)) | std::uint64_t{generation_} << 8U;
        const std::size_t place = first_place(key);
        switch (strategy_) {
            case Replacement::bucket:
            case Replacement::two_tier:
                return store_in_bucket(key, data, place);
            case Replacement::several:
                store_at(key, data, side_place(key, 0), Replacement::always);
                store_at(key, data, side_place(key, 1), Replacement::later);
                return store_at(key, data, side_place(key, 2), Replacement::depth);
            case Replacement::chained:
                return store_in_chain(key, data);
            default:
                return store_at(key, data, place, strategy_);
        }
    }

    // What follows must not run while a search does.
    void new_search() { ++generation_; }
    void clear() {
        for (std::size_t i = 0; i < count_; ++i) write(slot(i), 0, Data{});
        if (chains_) chains_->clear();
    }

    // Used slots in a thousand, from a sample.
    [[nodiscard]] int filled() const {
        const std::size_t sample = std::min<std::size_t>(count_, 2048);
        std::size_t used = 0;
        for (std::size_t i = 0; i < sample; ++i) {
            used += slot(i).data[0].load(std::memory_order_relaxed) != 0;
        }
        return sample == 0 ? 0 : static_cast<int>(used * 1000 / sample);
    }

   private:
    struct Slot {
        std::atomic<Key> check{0};
        std::array<std::atomic<std::uint64_t>, Words> data{};
    };
    static constexpr std::size_t ways = 64 / sizeof(Slot);
    struct alignas(64) Bucket {
        std::array<Slot, ways> slots;
    };
    // A much deeper entry of the same position stays: pondering left it for the search to come.
    static constexpr int slack = 2;

    Table(Replacement strategy, std::size_t slots)
        : strategy_(strategy == Replacement::several && slots < 3 ? Replacement::bucket : strategy),
          count_(slots),
          places_(std::min(slots, ways)),
          buckets_((slots + ways - 1) / ways) {
        if (is_bucketed() && count_ > ways) count_ -= count_ % ways;
        if (strategy_ == Replacement::chained) chains_ = std::make_unique<Chains>(count_);
    }

    static std::size_t slots_in(std::size_t bytes, Replacement strategy) {
        const bool chained = strategy == Replacement::chained;
        return bytes / (sizeof(Slot) + (chained ? Chains::bytes_a_slot : 0));
    }

    [[nodiscard]] bool is_bucketed() const {
        return strategy_ == Replacement::bucket || strategy_ == Replacement::two_tier;
    }

    // A number below `range` from the key's upper half, every one equally likely.
    static std::size_t spread(Key key, std::size_t range) {
        return static_cast<std::size_t>(((key >> 32U) * range) >> 32U);
    }
    [[nodiscard]] std::size_t first_place(Key key) const {
        return is_bucketed() ? spread(key, buckets_.size()) * ways : spread(key, count_);
    }
    [[nodiscard]] std::size_t side_place(Key key, std::size_t table) const {
        return table * (count_ / 3) + spread(key, count_ / 3);
    }

    [[nodiscard]] const Slot& slot(std::size_t i) const {
        return buckets_[i / ways].slots[i % ways];
    }
    [[nodiscard]] Slot& slot(std::size_t i) { return buckets_[i / ways].slots[i % ways]; }

    [[nodiscard]] Worth worth(const Data& data) const {
        const auto stored = static_cast<std::uint8_t>(data[0] >> 8U);
        return {data[0] == 0, static_cast<int>(data[0] & 0xFFU),
                static_cast<int>(data[0] >> 32U & 63U),
                static_cast<std::uint8_t>(generation_ - stored)};
    }

    [[nodiscard]] std::optional<Data> find_in(Key key, std::size_t from, std::size_t places) const {
        for (std::size_t i = from; i < from + places; ++i) {
            Key check = 0;
            const Data data = load(slot(i), check);
            if ((check ^ mixed(data)) == key && data[0] != 0) return data;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Data> find_in_chain(Key key) const {
        std::optional<Data> found;
        chains_->walk(spread(key, count_), [&](std::size_t i) {
            found = find_in(key, i, 1);
            return found.has_value();
        });
        return found;
    }

    void store_at(Key key, const Data& data, std::size_t place, Replacement strategy) {
        Key check = 0;
        const Data held = load(slot(place), check);
        const Worth old = worth(held), fresh = worth(data);
        const bool yields = strategy == Replacement::always ||
                            (strategy == Replacement::later ? old.gives_way_by_ply(fresh)
                                                            : old.gives_way_by_depth(fresh));
        if (yields) write(slot(place), key, data);
    }

    void store_in_bucket(Key key, const Data& data, std::size_t from) {
        const bool two_tier = strategy_ == Replacement::two_tier && places_ > 1;
        std::size_t victim = from;
        int least = 0;
        for (std::size_t i = from; i < from + places_; ++i) {
            Key check = 0;
            const Data held = load(slot(i), check);
            const Worth old = worth(held);
            if ((check ^ mixed(held)) == key) {
                if (worth(data).depth + slack >= old.depth) write(slot(i), key, data);
                return;
            }
            if (two_tier && i + 1 == from + places_) break;
            if (i == from || old.value() < least) {
                victim = i;
                least = old.value();
            }
        }
        if (two_tier && worth(data).value() < least) victim = from + places_ - 1;
        write(slot(victim), key, data);
    }

    void store_in_chain(Key key, const Data& data) {
        const std::size_t chain = spread(key, count_);
        const auto guard = chains_->lock();
        std::optional<std::size_t> own;
        chains_->walk(chain, [&](std::size_t i) {
            if (find_in(key, i, 1)) own = i;
            return own.has_value();
        });
        if (!own) {
            own = chains_->oldest();
            Key check = 0;
            const Data held = load(slot(*own), check);
            if (held[0] != 0) chains_->unlink(spread(check ^ mixed(held), count_), *own);
            chains_->link(chain, *own);
        }
        write(slot(*own), key, data);
    }

    static Key mixed(const Data& data) {
        Key key = 0;
        for (const std::uint64_t word : data) key ^= word;
        return key;
    }

    static Data load(const Slot& slot, Key& check) {
        Data data;
        check = slot.check.load(std::memory_order_relaxed);
        for (std::size_t i = 0; i < Words; ++i)
            data[i] = slot.data[i].load(std::memory_order_relaxed);
        return data;
    }

    static void write(Slot& slot, Key key, const Data& data) {
        slot.check.store(key ^ mixed(data), std::memory_order_relaxed);
        for (std::size_t i = 0; i < Words; ++i)
            slot.data[i].store(data[i], std::memory_order_relaxed);
    }

    Replacement strategy_;
    std::size_t count_;   // slots
    std::size_t places_;  // of a bucket that are in use
    Pages<Bucket> buckets_;
    std::unique_ptr<Chains> chains_;
    std::uint8_t generation_ = 1;
};

}  // namespace zeitnot
