// Lets many threads into the tree, or one alone that frees memory.
#pragma once

#include <atomic>
#include <thread>

namespace zeitnot {

class Gate {
   public:
    // A thread's stay in the tree. With one thread it costs nothing.
    class Visit {
       public:
        Visit(Gate& gate, bool threaded) : gate_(threaded ? &gate : nullptr) {
            if (gate_ != nullptr) gate_->enter();
        }
        Visit(const Visit&) = delete;
        Visit& operator=(const Visit&) = delete;
        ~Visit() {
            if (gate_ != nullptr) gate_->inside_.fetch_sub(1, std::memory_order_release);
        }

       private:
        Gate* gate_;
    };

    // Waits until all have left, and keeps them out meanwhile.
    class Closed {
       public:
        Closed(Gate& gate, bool threaded) : gate_(threaded ? &gate : nullptr) {
            if (gate_ == nullptr) return;
            while (gate_->closed_.exchange(true)) std::this_thread::yield();
            while (gate_->inside_.load() != 0) std::this_thread::yield();
        }
        Closed(const Closed&) = delete;
        Closed& operator=(const Closed&) = delete;
        ~Closed() {
            if (gate_ != nullptr) gate_->closed_.store(false);
        }

       private:
        Gate* gate_;
    };

   private:
    void enter() {
        for (;;) {
            inside_.fetch_add(1);
            if (!closed_.load()) return;
            inside_.fetch_sub(1);
            while (closed_.load(std::memory_order_relaxed)) std::this_thread::yield();
        }
    }

    std::atomic<int> inside_{0};
    std::atomic<bool> closed_{false};
};

}  // namespace zeitnot
