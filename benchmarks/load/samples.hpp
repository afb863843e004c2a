// Measured values. All are stored and sorted at the end, so that percentiles are exact.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace load {

inline std::int64_t now_us() {
    using namespace std::chrono;
    return duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count();
}

class Samples {
   public:
    void add(std::int64_t us) { values_.push_back(us); }
    [[nodiscard]] std::size_t count() const { return values_.size(); }

    // {"p50":…,"p99":…,"p999":…,"max":…} in milliseconds; nearest rank.
    [[nodiscard]] std::string json() {
        std::sort(values_.begin(), values_.end());
        char text[160];
        std::snprintf(text, sizeof text, R"({"p50":%.3f,"p99":%.3f,"p999":%.3f,"max":%.3f})",
                      value_at_rank(0.5), value_at_rank(0.99), value_at_rank(0.999),
                      value_at_rank(1.0));
        return text;
    }

   private:
    std::vector<std::int64_t> values_;

    // The value, in milliseconds, below or at which this share of the sorted values lies.
    [[nodiscard]] double value_at_rank(double share) const {
        if (values_.empty()) return 0.0;
        const auto at = std::ceil(share * static_cast<double>(values_.size()));
        return static_cast<double>(values_[static_cast<std::size_t>(std::max(at, 1.0)) - 1]) / 1e3;
    }
};

}  // namespace load
