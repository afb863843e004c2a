// Random numbers for playouts: splitmix64, whose state is one word (Steele, Lea and Flood 2014).
//
// The same seed gives the same numbers on every machine, so that a search with one thread can be
// repeated.
#pragma once

#include <cstdint>

#include "zeitnot/zobrist.hpp"

namespace zeitnot {

class Random {
   public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    [[nodiscard]] std::uint64_t next() { return splitmix64(state_); }
    [[nodiscard]] std::uint32_t next32() { return static_cast<std::uint32_t>(next() >> 32U); }

    // From 0 to n - 1, for n > 0 (Lemire, "Fast random integer generation in an interval", 2019,
    // without its correction: the error is below n / 2^32).
    [[nodiscard]] std::uint32_t below(std::uint32_t n) {
        return static_cast<std::uint32_t>((std::uint64_t{next32()} * n) >> 32U);
    }

   private:
    std::uint64_t state_;
};

}  // namespace zeitnot
