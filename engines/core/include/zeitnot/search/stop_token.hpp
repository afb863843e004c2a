// Stops a search: the caller creates one token for each search.
//
// A token is never reset, so a stop that is requested before the search has begun takes effect.
#pragma once

#include <atomic>

namespace zeitnot {

// Any thread may request the stop, and any number of threads may check it.
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
