// A transposition table that any number of threads share without locks.
//
// Each slot keeps its key xored with its data, so a slot torn by two writers matches no key and is
// a miss (Hyatt and Mann, "A lock-less transposition table implementation for parallel search chess
// engines", ICGA Journal 25(1), 2002). A bucket gives up the slot that is oldest and shallowest.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "zeitnot/zobrist.hpp"

namespace zeitnot {

// `Words` 64-bit words of data under each key. Of word 0 the table reads bits 0..7, the depth, and
// writes bits 8..15, the generation; it must not be 0. The rest is the user's.
template <std::size_t Words>
class Table {
   public:
    using Data = std::array<std::uint64_t, Words>;

    // At most `megabytes` MB, rounded down to a power of two of buckets; 0 is a table that forgets.
    explicit Table(std::size_t megabytes)
        : Table(megabytes * ((1U << 20U) / sizeof(Bucket)), ways) {}

    // As many slots as are asked for, for tests with hardly any: one bucket, of which `slots`
    // serve.
    static Table tiny(std::size_t slots) { return Table(slots == 0 ? 0 : 1, slots); }

    [[nodiscard]] std::optional<Data> find(Key key) const {
        if (buckets_.empty()) return std::nullopt;
        const Bucket& bucket = buckets_[key & mask_];
        for (std::size_t i = 0; i < ways_; ++i) {
            Key check = 0;
            const Data data = load(bucket.slots[i], check);
            if ((check ^ mixed(data)) == key && data[0] != 0) return data;
        }
        return std::nullopt;
    }

    void store(Key key, Data data) {
        if (buckets_.empty()) return;
        Bucket& bucket = buckets_[key & mask_];
        Slot* victim = nullptr;
        int least = 0;
        for (std::size_t i = 0; i < ways_; ++i) {
            Key check = 0;
            const Data held = load(bucket.slots[i], check);
            if ((check ^ mixed(held)) == key) {
                if (depth(data) + slack < depth(held)) return;
                victim = &bucket.slots[i];
                break;
            }
            const int worth = held[0] == 0 ? -1'000'000 : depth(held) - 8 * age(held);
            if (victim == nullptr || worth < least) {
                victim = &bucket.slots[i];
                least = worth;
            }
        }
        data[0] = (data[0] & ~(std::uint64_t{0xFF} << 8U)) | std::uint64_t{generation_} << 8U;
        write(*victim, key, data);
    }

    // What follows must not run while a search does.
    void new_search() { ++generation_; }
    void clear() {
        for (Bucket& bucket : buckets_) {
            for (Slot& slot : bucket.slots) write(slot, 0, Data{});
        }
    }

    // Used slots in a thousand, from a sample.
    [[nodiscard]] int filled() const {
        const std::size_t sample = std::min<std::size_t>(buckets_.size(), 512);
        std::size_t used = 0;
        for (std::size_t b = 0; b < sample; ++b) {
            for (std::size_t i = 0; i < ways_; ++i) {
                used += buckets_[b].slots[i].data[0].load(std::memory_order_relaxed) != 0;
            }
        }
        return sample == 0 ? 0 : static_cast<int>(used * 1000 / (sample * ways_));
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

    Table(std::size_t buckets, std::size_t slots)
        : buckets_(buckets == 0 ? 0 : std::bit_floor(buckets)),
          mask_(buckets_.empty() ? 0 : buckets_.size() - 1),
          ways_(std::min(slots, ways)) {}

    static int depth(const Data& data) { return static_cast<int>(data[0] & 0xFFU); }
    [[nodiscard]] int age(const Data& data) const {
        return static_cast<std::uint8_t>(generation_ - static_cast<std::uint8_t>(data[0] >> 8U));
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

    std::vector<Bucket> buckets_;
    std::size_t mask_;
    std::size_t ways_;
    std::uint8_t generation_ = 1;
};

}  // namespace zeitnot
