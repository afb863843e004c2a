// Sockets in the lobby, not signed in, which only read. Pings on some of them measure how long the
// server's event loop is blocked, because it answers them in its next iteration.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "opener.hpp"
#include "options.hpp"
#include "samples.hpp"
#include "socket.hpp"

namespace load {

class Watchers {
   public:
    Watchers(const Options& options, int count)
        : only_changes_(options.changes), opener_(poll_, options.port) {
        for (int i = 0; i < count; ++i)
            opener_.enqueue(*sockets_.emplace_back(std::make_unique<Watching>()), "/ws/lobby", "");
    }

    [[nodiscard]] bool idle() const { return opener_.idle(); }
    [[nodiscard]] Samples& loop_delay() { return loop_delay_; }
    [[nodiscard]] std::int64_t frames() const { return frames_; }
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }

    // From now on the delays of pings are recorded.
    void measure() { measuring_ = true; }

    // Handles the events that are there. Never waits, since the thread's other `poll_once` does.
    void poll_once() {
        if (sockets_.empty()) return;
        epoll_event events[256];
        opener_.open_due();
        ping_one();
        const int count = poll_.wait(events, 256, 0);
        for (int i = 0; i < count; ++i)
            serve(*static_cast<Watching*>(static_cast<Socket*>(events[i].data.ptr)));
    }

   private:
    struct Watching : Socket {};
    static constexpr std::size_t probes = 64;
    // Between two pings of one probe, since the server limits their rate.
    static constexpr std::int64_t pause_us = 64'000;

    bool only_changes_;
    Poll poll_;
    Opener opener_;
    std::vector<std::unique_ptr<Watching>> sockets_;
    Samples loop_delay_;  // from a ping to its pong
    bool measuring_ = false;
    std::int64_t next_ping_ = 0, frames_ = 0, bytes_ = 0;
    std::size_t next_probe_ = 0;

    void serve(Watching& socket) {
        socket.serve(
            [&] {
                socket.send(only_changes_ ? R"({"type":"watch","changes":true})"
                                          : R"({"type":"watch"})");
                opener_.on_opened();
            },
            [&](std::string_view text) {
                ++frames_;
                bytes_ += static_cast<std::int64_t>(text.size());
            },
            [&](std::string_view payload) {
                std::int64_t sent = 0;
                std::memcpy(&sent, payload.data(), std::min(payload.size(), sizeof sent));
                if (measuring_) loop_delay_.add(now_us() - sent);
            });
        if (socket.link() == Link::closed)
            throw std::runtime_error("the server closed a watcher's socket");
    }

    void ping_one() {
        if (!opener_.idle() || sockets_.empty() || now_us() < next_ping_) return;
        const auto now = now_us();
        const auto used = std::min(probes, sockets_.size());
        next_ping_ = now + pause_us / static_cast<std::int64_t>(used);
        auto& probe = *sockets_[next_probe_++ % used];
        if (probe.link() == Link::open)
            probe.ping({reinterpret_cast<const char*>(&now), sizeof now});
    }
};

}  // namespace load
