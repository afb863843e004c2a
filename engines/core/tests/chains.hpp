// A list of table slots for each hash value (chaining; Knuth, The Art of Computer Programming 3,
// section 6.4), for the table strategy `chained`.
//
// Readers walk without a lock and at most `max_steps` steps, so that a concurrent change of a
// list can at worst hide an entry; writers use a lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace zeitnot {

class Chains {
   public:
    static constexpr std::size_t bytes_per_slot = 2 * sizeof(std::uint32_t);

    explicit Chains(std::size_t slots) : heads_(slots), next_(slots) {}

    // Visits the slots of a list until `found(slot)` is true.
    template <class Found>
    void walk(std::size_t chain, const Found& found) const {
        std::uint32_t at = heads_[chain].load(std::memory_order_relaxed);
        for (int steps = 0; at != 0 && steps < max_steps; ++steps) {
            if (found(at - 1)) return;
            at = next_[at - 1].load(std::memory_order_relaxed);
        }
    }

    // The following functions require the lock, except lock() itself.
    [[nodiscard]] std::unique_lock<std::mutex> lock() { return std::unique_lock(writing_); }
    std::size_t oldest() { return cursor_++ % next_.size(); }

    void link(std::size_t chain, std::size_t slot) {
        next_[slot].store(heads_[chain].load(std::memory_order_relaxed), std::memory_order_relaxed);
        heads_[chain].store(static_cast<std::uint32_t>(slot + 1), std::memory_order_relaxed);
    }

    void unlink(std::size_t chain, std::size_t slot) {
        std::atomic<std::uint32_t>* from = &heads_[chain];
        while (const std::uint32_t at = from->load(std::memory_order_relaxed)) {
            if (at == slot + 1) {
                from->store(next_[slot].load(std::memory_order_relaxed), std::memory_order_relaxed);
                return;
            }
            from = &next_[at - 1];
        }
    }

    void clear() {
        for (auto& head : heads_) head.store(0, std::memory_order_relaxed);
        for (auto& next : next_) next.store(0, std::memory_order_relaxed);
        cursor_ = 0;
    }

   private:
    static constexpr int max_steps = 16;

    // A slot's number plus 1; 0 ends a list.
    std::vector<std::atomic<std::uint32_t>> heads_, next_;
    std::size_t cursor_ = 0;
    std::mutex writing_;
};

}  // namespace zeitnot
