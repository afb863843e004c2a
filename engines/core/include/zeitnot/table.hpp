// A transposition table that any number of threads share: its memory is in slots.hpp, its
// replacement strategy in replacement.hpp.
#pragma once

#include <cstddef>
#include <optional>

#include "zeitnot/replacement.hpp"
#include "zeitnot/slots.hpp"
#include "zeitnot/zobrist.hpp"

// Builds that compare strategies define another one and include its header first: see
// tests/CMakeLists.txt.
#ifndef ZEITNOT_TABLE_STRATEGY
#define ZEITNOT_TABLE_STRATEGY Buckets
#endif

namespace zeitnot {

// See Slots for what `Words` words of data must hold.
template <std::size_t Words, class Strategy = ZEITNOT_TABLE_STRATEGY>
class Table {
   public:
    using Data = typename Slots<Words>::Data;

    // At most `megabytes` MB; with 0 the table stores nothing.
    explicit Table(std::size_t megabytes) : Table(SlotCount{slots_in(megabytes << 20U)}) {}

    // A table of exactly `slots` slots, for tests.
    static Table tiny(std::size_t slots) { return Table(SlotCount{slots}); }

    // Prefetches what `find` will read. Force-inlined: GCC treats a function that only
    // prefetches as one without effect and drops its calls.
    [[gnu::always_inline]] void prefetch(Key key) const {
        if (slots_.count() > 0) slots_.prefetch(strategy_.bucket_start(slots_, key));
    }

    [[nodiscard]] std::optional<Data> find(Key key) const {
        if (slots_.count() == 0) return std::nullopt;
        return strategy_.find(slots_, key);
    }

    void store(Key key, const Data& data) {
        if (slots_.count() > 0) strategy_.store(slots_, key, slots_.with_generation(data));
    }

    // The following two must not run during a search.
    void new_search() { slots_.new_generation(); }
    void clear() {
        slots_.clear();
        strategy_.clear();
    }

    // The permille of used slots, from a sample.
    [[nodiscard]] int filled() const { return slots_.filled(); }

   private:
    struct SlotCount {
        std::size_t slots;
    };
    explicit Table(SlotCount count)
        : slots_(Strategy::template count<Words>(count.slots)), strategy_(slots_.count()) {}

    static std::size_t slots_in(std::size_t bytes) {
        return bytes / (sizeof(typename Slots<Words>::Slot) + Strategy::bytes_per_slot);
    }

    Slots<Words> slots_;
    [[no_unique_address]] Strategy strategy_;
};

}  // namespace zeitnot
