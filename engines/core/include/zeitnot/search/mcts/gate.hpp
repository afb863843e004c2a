// A readers-writer lock for the tree: many threads may search it, or one thread frees memory.
#pragma once

#include <atomic>
#include <thread>

namespace zeitnot {

class Gate {
   public:
    // Shared access. It costs nothing with one thread.
    class SharedAccess {
       public:
        SharedAccess(Gate& gate, bool threaded) : gate_(threaded ? &gate : nullptr) {
            if (gate_ != nullptr) gate_->enter();
        }
        SharedAccess(const SharedAccess&) = delete;
        SharedAccess& operator=(const SharedAccess&) = delete;
        ~SharedAccess() {
            if (gate_ != nullptr) gate_->readers_.fetch_sub(1, std::memory_order_release);
        }

       private:
        Gate* gate_;
    };

    // Exclusive access: waits until all other threads have left and keeps them out.
    class ExclusiveAccess {
       public:
        ExclusiveAccess(Gate& gate, bool threaded) : gate_(threaded ? &gate : nullptr) {
            if (gate_ == nullptr) return;
            while (gate_->is_closed_.exchange(true)) std::this_thread::yield();
            while (gate_->readers_.load() != 0) std::this_thread::yield();
        }
        ExclusiveAccess(const ExclusiveAccess&) = delete;
        ExclusiveAccess& operator=(const ExclusiveAccess&) = delete;
        ~ExclusiveAccess() {
            if (gate_ != nullptr) gate_->is_closed_.store(false);
        }

       private:
        Gate* gate_;
    };

   private:
    void enter() {
        for (;;) {
            readers_.fetch_add(1);
            if (!is_closed_.load()) return;
            readers_.fetch_sub(1);
            while (is_closed_.load(std::memory_order_relaxed)) std::this_thread::yield();
        }
    }

    std::atomic<int> readers_{0};
    std::atomic<bool> is_closed_{false};
};

}  // namespace zeitnot
