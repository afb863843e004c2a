// A child of a node: the move or throw that leads to it, and its statistics, in 32 bytes for most
// games.
//
// Threads share the counters without locks: a thread that reads a sum and its count between two
// updates sees a slightly wrong mean (Enzenberger and Müller allow this in "A lock-free
// multithreaded Monte-Carlo tree search algorithm", 2009; they also lose updates, which these
// counters do not).
#pragma once

#include <atomic>
#include <cmath>
#include <cstdint>

#include "zeitnot/concepts.hpp"

namespace zeitnot {

// A move, or a throw at a node where one is due.
template <Position P>
struct Branch {
    typename P::Move move;
};

template <Stochastic P>
struct Branch<P> {
    union {
        typename P::Move move;
        typename P::Throw thrown;
    };
};

// The proved outcome of a child with best play; `open`: not proved.
enum class Proof : std::uint8_t { open, first_wins, draw, second_wins };

// A counter that threads may share.
template <class T>
class Counter {
   public:
    [[nodiscard]] T get() const { return value_.load(std::memory_order_relaxed); }
    void set(T value) { value_.store(value, std::memory_order_relaxed); }
    void add(T more, bool shared) {
        if (shared) {
            value_.fetch_add(more, std::memory_order_relaxed);
        } else {
            set(static_cast<T>(get() + more));
        }
    }

   private:
    std::atomic<T> value_;
};

// Sums are fixed-point numbers, because processors add integers atomically in one instruction.
inline constexpr double sum_unit = 1 << 20;
inline constexpr double amaf_unit = 1 << 8;
inline constexpr double prior_unit = 65535;

inline std::uint64_t to_fixed_point(double score) {
    return static_cast<std::uint64_t>(std::llround(score * sum_unit));
}

template <Position P>
struct Child {
    Counter<std::uint64_t> sum;  // scores of the seat to move
    Counter<std::uint32_t> visits;
    Counter<std::uint32_t> amaf_visits;  // for a throw, the end of its interval: see `random_child`
    Counter<std::uint32_t> amaf_sum;
    std::atomic<std::uint32_t> node;  // its first block; see arena.hpp
    std::uint16_t prior_rate;         // in 65535ths
    std::uint8_t prior_visits;
    Counter<std::uint8_t> state;  // its proof, and a bit for the end of the game
    Branch<P> branch;

    void reset() {
        sum.set(0);
        visits.set(0);
        amaf_visits.set(0);
        amaf_sum.set(0);
        node.store(0, std::memory_order_relaxed);
        prior_rate = 0;
        prior_visits = 0;
        state.set(0);
    }

    // The mean score of the seat to move. Precondition: the child was visited.
    [[nodiscard]] double rate() const {
        return static_cast<double>(sum.get()) / sum_unit / visits.get();
    }
    [[nodiscard]] double amaf_rate() const {
        return static_cast<double>(amaf_sum.get()) / amaf_unit / amaf_visits.get();
    }

    [[nodiscard]] Proof proof() const { return static_cast<Proof>(state.get() & 3U); }
    void prove(Proof proof) {
        state.set(static_cast<std::uint8_t>((state.get() & ~3U) | static_cast<unsigned>(proof)));
    }
    // Whether the game is over after this move.
    [[nodiscard]] bool is_end() const { return (state.get() & end_bit) != 0; }
    void set_end() { state.set(static_cast<std::uint8_t>(state.get() | end_bit)); }

   private:
    static constexpr unsigned end_bit = 4;
};

}  // namespace zeitnot
