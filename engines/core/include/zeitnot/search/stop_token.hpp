// How a search is told to stop: one token a search, made by who starts it.
//
// Since a token is never taken back, a stop that is told before the search has begun is kept.
#pragma once

#include <atomic>

namespace zeitnot {

// Any thread may tell, and any number may ask.
class StopToken {
   public:
    StopToken() = default;
    StopToken(const StopToken&) = delete;
    StopToken& operator=(const StopToken&) = delete;

    void stop() noexcept { stopped_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }

   private:
    std::atomic<bool> stopped_{false};
};

}  // namespace zeitnot
