// A transposition table for one thread that starts small and grows as it fills, so that a small
// problem initialises and touches little memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "zeitnot/replacement.hpp"
#include "zeitnot/slots.hpp"

namespace zeitnot {

// See Slots for what `Words` words of data must hold.
template <std::size_t Words>
class GrowingTable {
   public:
    using Data = typename Slots<Words>::Data;

    // At most `megabytes` MB. Throws std::bad_alloc if there is no address space for them.
    explicit GrowingTable(std::size_t megabytes)
        : lines_(std::max<std::size_t>(1, (megabytes << 20U) / line_bytes)),
          slots_(lines_, initial_lines(lines_)) {
        set_next_check();
    }

    [[nodiscard]] std::optional<Data> find(Key key) const { return Buckets::find(slots_, key); }

    void store(Key key, const Data& data) {
        if (++stores_ >= next_check_) grow_if_filled();
        Buckets::store(slots_, key, slots_.with_generation(data));
    }

    // The slots in use so far.
    [[nodiscard]] std::size_t size() const { return slots_.count(); }

   private:
    static constexpr std::size_t line_bytes = 64;
    static constexpr std::size_t min_lines = (std::size_t{1} << 20U) / line_bytes;
    static constexpr std::size_t growth = 4;
    static constexpr int min_filled =
        500;  // permille of used slots at which it grows, before many entries are lost

    // The initial number of lines: repeated growth then reaches nearly all lines.
    static std::size_t initial_lines(std::size_t lines) {
        while (lines >= growth * min_lines) lines /= growth;
        return lines;
    }

    void set_next_check() {
        next_check_ = growth * slots_.lines() > lines_ ? std::numeric_limits<std::uint64_t>::max()
                                                       : stores_ + slots_.count() / 4;
    }

    void grow_if_filled() {
        if (slots_.filled() >= min_filled) slots_.grow(growth);
        set_next_check();
    }

    std::size_t lines_;
    Slots<Words> slots_;
    std::uint64_t stores_ = 0;
    std::uint64_t next_check_ = 0;
};

}  // namespace zeitnot
