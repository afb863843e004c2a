// The limits of a search: time, nodes, depth and the stop token.
//
// `Control` is shared by the threads of one search; each has a `Meter` that counts its nodes and
// checks the control every few hundred nodes. When the search is over, the exception `Interrupted`
// unwinds the recursion, so that no partial value reaches the table or the report.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include "zeitnot/search/stop_token.hpp"

namespace zeitnot {

struct Limits {
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    std::optional<std::chrono::milliseconds> time;
    std::optional<std::chrono::milliseconds> soft;  // see time_manager.hpp
};

struct Interrupted {};

class Control {
   public:
    using Clock = std::chrono::steady_clock;

    Control(const Limits& limits, const StopToken& token)
        : token_(token), start_(Clock::now()), node_limit_(limits.nodes), soft_(limits.soft) {
        if (limits.time) deadline_ = start_ + *limits.time;
    }

    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(Clock::now() - start_).count();
    }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::optional<std::uint64_t> node_limit() const { return node_limit_; }

    // How many nodes the limit still allows.
    [[nodiscard]] std::uint64_t nodes_left() const {
        const auto limit = node_limit_.value_or(std::numeric_limits<std::uint64_t>::max());
        return limit - std::min(limit, nodes());
    }

    [[nodiscard]] std::optional<std::chrono::milliseconds> soft() const { return soft_; }

    [[nodiscard]] bool is_soft_over() const {
        return soft_ && seconds() >= std::chrono::duration<double>(*soft_).count();
    }

    // Ends the search of all threads, because the main thread has its answer.
    void finish() { finished_.store(true, std::memory_order_relaxed); }

    void add_nodes(std::uint64_t more) { nodes_.fetch_add(more, std::memory_order_relaxed); }
    [[nodiscard]] bool is_over() const {
        return finished_.load(std::memory_order_relaxed) || token_.stopped() ||
               (node_limit_ && nodes() >= *node_limit_) ||
               (deadline_ && Clock::now() >= *deadline_);
    }

   private:
    const StopToken& token_;
    Clock::time_point start_;
    std::optional<std::uint64_t> node_limit_;
    std::optional<std::chrono::milliseconds> soft_;
    std::optional<Clock::time_point> deadline_;
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<bool> finished_{false};
};

class Meter {
   public:
    explicit Meter(Control& control) : control_(control) { set_next(); }

    // Counts a node. Throws Interrupted when the search is over; with one thread exactly at the
    // node limit, so that node budgets are reproducible.
    void visit() {
        if (++count_ >= next_) check_control();
    }

    // Counts a node that is `ply` plies from the root.
    void visit(int ply) {
        deepest_ = std::max(deepest_, ply);
        visit();
    }

    // The plies from the root to the deepest node since `start_iteration`.
    [[nodiscard]] int deepest() const { return deepest_; }
    void start_iteration() { deepest_ = 0; }

    // Adds the nodes counted since the last check to the control.
    void flush() {
        control_.add_nodes(count_);
        count_ = 0;
        set_next();
    }

    [[nodiscard]] std::uint64_t total() const { return control_.nodes() + count_; }

   private:
    static constexpr std::uint64_t interval = 256;

    void check_control() {
        flush();
        if (control_.is_over()) throw Interrupted{};
    }

    void set_next() { next_ = std::clamp<std::uint64_t>(control_.nodes_left(), 1, interval); }

    Control& control_;
    std::uint64_t count_ = 0;
    std::uint64_t next_ = interval;
    int deepest_ = 0;
};

}  // namespace zeitnot
