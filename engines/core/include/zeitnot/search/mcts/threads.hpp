// The helper threads of a search, which simulate in the same tree until the search is over
// (Chaslot, Winands and van den Herik, "Parallel Monte-Carlo tree search", 2008: tree
// parallelisation).
#pragma once

#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "zeitnot/search/control.hpp"
#include "zeitnot/search/mcts/simulator.hpp"

namespace zeitnot {

template <Position P>
class SimulatorThreads {
   public:
    SimulatorThreads(SharedSearch<P>& shared, Control& control, int count) : control_(control) {
        try {
            for (int i = 1; i <= count; ++i) start(shared, static_cast<std::uint64_t>(i));
        } catch (...) {  // no more threads available: end those that run first
            wait();
            throw;
        }
    }
    SimulatorThreads(const SimulatorThreads&) = delete;
    SimulatorThreads& operator=(const SimulatorThreads&) = delete;
    ~SimulatorThreads() { wait(); }

    // Ends the threads. Rethrows an exception of one of them.
    void join() {
        wait();
        if (failure_) std::rethrow_exception(failure_);
    }

   private:
    static constexpr std::uint64_t stride = 0x9E37'79B9;

    void start(SharedSearch<P>& shared, std::uint64_t number) {
        const std::uint64_t seed = shared.options.seed + number * stride;
        threads_.emplace_back([this, &shared, seed] { run(shared, seed); });
    }

    void run(SharedSearch<P>& shared, std::uint64_t seed) {
        try {
            const auto simulator = std::make_unique<Simulator<P>>(shared, seed);
            while (!control_.is_over())
                control_.add_nodes(simulator->simulate(control_.nodes_left()));
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            failure_ = std::current_exception();
            control_.finish();
        }
    }

    void wait() {
        control_.finish();
        for (std::thread& thread : threads_) {
            if (thread.joinable()) thread.join();
        }
    }

    Control& control_;
    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::exception_ptr failure_;
};

}  // namespace zeitnot
