// Lets Ctrl-C end long work that runs without the GIL.
#pragma once

#include <chrono>

#include "bind.hpp"

namespace zeitnot {

// Called very often; looks for a signal every 50 ms. Throws what the signal handler raised. In a
// thread other than the main one there is nothing to see, by Python's rules.
class SignalPoll {
   public:
    void operator()() {
        if (++calls_ % 1024 != 0) return;
        const auto now = Clock::now();
        if (now < next_) return;
        next_ = now + std::chrono::milliseconds(50);
        const nanobind::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    }

   private:
    using Clock = std::chrono::steady_clock;
    unsigned calls_ = 0;
    Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(50);
};

}  // namespace zeitnot
