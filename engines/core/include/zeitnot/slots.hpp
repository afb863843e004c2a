// The memory of a transposition table, which any number of threads share without locks.
//
// Each slot stores its key xored with its data, so a slot that two threads wrote at the same time
// matches no key (Hyatt and Mann, "A lock-less transposition table implementation for parallel
// search chess engines", ICGA Journal 25(1), 2002).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "zeitnot/pages.hpp"
#include "zeitnot/zobrist.hpp"

namespace zeitnot {

// Maps the upper half of the key uniformly to a number below `range`.
inline std::size_t spread(Key key, std::size_t range) {
    return static_cast<std::size_t>(((key >> 32U) * range) >> 32U);
}

// The priority of an entry, for replacement strategies. `age`: searches since it was stored.
struct SlotPriority {
    bool empty;
    int depth;
    int ply;  // from the root of its search
    int age;

    // Higher for deep and recent entries.
    [[nodiscard]] int value() const { return empty ? -1'000'000 : depth - 8 * age; }
};

// `Words` 64-bit words of data under each key. Of word 0 the table reads bits 0..7, the depth, and
// bits 32..37, the ply from the root, and writes bits 8..15, the generation; the rest is the
// caller's. A word 0 of 0 marks an empty slot, so the caller must store something else.
template <std::size_t Words>
class Slots {
   public:
    using Data = std::array<std::uint64_t, Words>;
    struct Slot {
        std::atomic<Key> check{0};
        std::array<std::atomic<std::uint64_t>, Words> data{};
    };
    // Slots of one cache line.
    static constexpr std::size_t ways = 64 / sizeof(Slot);

    // A copy of a slot's content.
    struct SlotContent {
        Key key;
        Data data;
    };

    explicit Slots(std::size_t count) : count_(count), lines_((count + ways - 1) / ways) {}
    // Room for `lines` full lines, of which the first `used` are used until `grow`.
    Slots(std::size_t lines, std::size_t used) : count_(used * ways), lines_(lines, used) {}

    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] std::size_t lines() const { return lines_.size(); }
    [[gnu::always_inline]] void prefetch(std::size_t index) const {
        __builtin_prefetch(&lines_[index / ways]);
    }

    // The data of this key, if it is in one of the `count` slots from `begin` on.
    [[nodiscard]] std::optional<Data> find(Key key, std::size_t begin, std::size_t count) const {
        for (std::size_t i = begin; i < begin + count; ++i) {
            const SlotContent content = at(i);
            if (content.key == key && content.data[0] != 0) return content.data;
        }
        return std::nullopt;
    }

    [[nodiscard]] SlotContent at(std::size_t index) const {
        const Slot& slot = this->slot(index);
        SlotContent content;
        content.key = slot.check.load(std::memory_order_relaxed);
        for (std::size_t i = 0; i < Words; ++i)
            content.data[i] = slot.data[i].load(std::memory_order_relaxed);
        content.key ^= xor_of(content.data);
        return content;
    }

    void write(std::size_t index, Key key, const Data& data) {
        Slot& slot = lines_[index / ways].slots[index % ways];
        slot.check.store(key ^ xor_of(data), std::memory_order_relaxed);
        for (std::size_t i = 0; i < Words; ++i)
            slot.data[i].store(data[i], std::memory_order_relaxed);
    }

    void clear() {
        for (std::size_t i = 0; i < count_; ++i) write(i, 0, Data{});
    }

    // Multiplies the number of lines in use by `factor`, for which there must be room. Every entry
    // moves to the line that `spread` now gives its key. Each old line is split into `factor` new
    // ones, so moving the last line first overwrites no entry. Only for one thread and full lines.
    void grow(std::size_t factor) {
        const std::size_t old = lines_.size();
        lines_.initialise_to(old * factor);
        count_ = lines_.size() * ways;
        for (std::size_t line = old; line-- > 0;) {
            std::array<SlotContent, ways> moved;
            for (std::size_t way = 0; way < ways; ++way) {
                moved[way] = at(line * ways + way);
                write(line * ways + way, 0, Data{});
            }
            for (const SlotContent& content : moved) {
                if (content.data[0] == 0) continue;
                std::size_t index = spread(content.key, lines_.size()) * ways;
                while (at(index).data[0] != 0) ++index;
                write(index, content.key, content.data);
            }
        }
    }

    // The permille of used slots, from a sample.
    [[nodiscard]] int filled() const {
        const std::size_t sample = std::min<std::size_t>(count_, 2048);
        std::size_t used = 0;
        for (std::size_t i = 0; i < sample; ++i) {
            used += slot(i).data[0].load(std::memory_order_relaxed) != 0;
        }
        return sample == 0 ? 0 : static_cast<int>(used * 1000 / sample);
    }

    // The data with the current generation.
    [[nodiscard]] Data with_generation(Data data) const {
        data[0] = (data[0] & ~(std::uint64_t{0xFF} << 8U)) | std::uint64_t{generation_} << 8U;
        return data;
    }
    [[nodiscard]] SlotPriority priority(const Data& data) const {
        const auto stored = static_cast<std::uint8_t>(data[0] >> 8U);
        return {data[0] == 0, static_cast<int>(data[0] & 0xFFU),
                static_cast<int>(data[0] >> 32U & 63U),
                static_cast<std::uint8_t>(generation_ - stored)};
    }
    void new_generation() { ++generation_; }

   private:
    struct alignas(64) Line {
        std::array<Slot, ways> slots;
    };

    [[nodiscard]] const Slot& slot(std::size_t i) const { return lines_[i / ways].slots[i % ways]; }

    static Key xor_of(const Data& data) {
        Key key = 0;
        for (const std::uint64_t word : data) key ^= word;
        return key;
    }

    std::size_t count_;
    Pages<Line> lines_;
    std::uint8_t generation_ = 1;
};

}  // namespace zeitnot
