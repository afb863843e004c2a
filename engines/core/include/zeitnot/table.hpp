// A transposition table that any number of threads share: its memory is in slots.hpp, what it gives
// up for a new entry in replacement.hpp.
#pragma once

#include <cstddef>
#include <optional>

#include "zeitnot/replacement.hpp"
#include "zeitnot/slots.hpp"
#include "zeitnot/zobrist.hpp"

// A build that compares strategies names another one, and includes the header that has it before
// everything else: see tests/CMakeLists.txt.
#ifndef ZEITNOT_TABLE_STRATEGY
#define ZEITNOT_TABLE_STRATEGY Buckets
#endif

namespace zeitnot {

// See Slots for what `Words` words of data must hold.
template <std::size_t Words, class Strategy = ZEITNOT_TABLE_STRATEGY>
class Table {
   public:
    using Data = typename Slots<Words>::Data;

    // At most `megabytes` MB; 0 is a table that forgets.
    explicit Table(std::size_t megabytes) : Table(Exactly{slots_in(megabytes << 20U)}) {}

    // As many slots as are asked for, for tests with hardly any.
    static Table tiny(std::size_t slots) { return Table(Exactly{slots}); }

    // Prefetches what `find` will read. Force-inlined: GCC takes a function that only prefetches
    // for one without effect, and drops its calls.
    [[gnu::always_inline]] void prefetch(Key key) const {
        if (slots_.count() > 0) slots_.prefetch(strategy_.first(slots_, key));
    }

    [[nodiscard]] std::optional<Data> find(Key key) const {
        if (slots_.count() == 0) return std::nullopt;
        return strategy_.find(slots_, key);
    }

    void store(Key key, const Data& data) {
        if (slots_.count() > 0) strategy_.store(slots_, key, slots_.stamped(data));
    }

    // What follows must not run while a search does.
    void new_search() { slots_.new_generation(); }
    void clear() {
        slots_.clear();
        strategy_.clear();
    }

    // Used slots in a thousand, from a sample.
    [[nodiscard]] int filled() const { return slots_.filled(); }

   private:
    struct Exactly {
        std::size_t slots;
    };
    explicit Table(Exactly asked)
        : slots_(Strategy::template count<Words>(asked.slots)), strategy_(slots_.count()) {}

    static std::size_t slots_in(std::size_t bytes) {
        return bytes / (sizeof(typename Slots<Words>::Slot) + Strategy::bytes_a_slot);
    }

    Slots<Words> slots_;
    [[no_unique_address]] Strategy strategy_;
};

}  // namespace zeitnot
