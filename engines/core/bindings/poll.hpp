// Lets Ctrl-C end long work that runs without the GIL.
#pragma once

#include <chrono>

#include "bind.hpp"

namespace zeitnot {

// Called very often; checks for a signal every 50 ms. Throws the exception that the signal handler
// raised. Python handles signals only in the main thread, so in others this never throws.
class SignalPoll {
   public:
    void operator()() {
        if (++calls_ % 1024 != 0) return;
        const auto now = Clock::now();
        if (now < next_check_) return;
        next_check_ = now + std::chrono::milliseconds(50);
        const nanobind::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    }

   private:
    using Clock = std::chrono::steady_clock;
    unsigned calls_ = 0;
    Clock::time_point next_check_ = Clock::now() + std::chrono::milliseconds(50);
};

}  // namespace zeitnot
