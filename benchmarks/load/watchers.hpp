// Sockets in the lobby, not signed in: they read and say nothing. How long the server's loop is
// held is seen by pings on some of them, each answered as soon as the loop comes round.
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
        : changes_(options.changes), opener_(poll_, options.port) {
        for (int i = 0; i < count; ++i)
            opener_.want(*sockets_.emplace_back(std::make_unique<Watching>()), "/ws/lobby", "");
    }

    [[nodiscard]] bool idle() const { return opener_.idle(); }
    [[nodiscard]] Samples& held() { return held_; }
    [[nodiscard]] std::int64_t frames() const { return frames_; }
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }

    // From now on pings are counted.
    void measure() { measuring_ = true; }

    // Never waits: what else is served in the same thread does.
    void turn_around() {
        if (sockets_.empty()) return;
        epoll_event events[256];
        opener_.work();
        ping_one();
        const int count = poll_.wait(events, 256, 0);
        for (int i = 0; i < count; ++i)
            serve(*static_cast<Watching*>(static_cast<Socket*>(events[i].data.ptr)));
    }

   private:
    struct Watching : Socket {};
    static constexpr std::size_t probes = 64;
    static constexpr std::int64_t pause_us =
        64'000;  // between two pings of one probe: the server bounds them

    bool changes_;
    Poll poll_;
    Opener opener_;
    std::vector<std::unique_ptr<Watching>> sockets_;
    Samples held_;
    bool measuring_ = false;
    std::int64_t next_ping_ = 0, frames_ = 0, bytes_ = 0;
    std::size_t next_probe_ = 0;

    void serve(Watching& socket) {
        socket.serve(
            [&] {
                socket.send(changes_ ? R"({"type":"watch","changes":true})"
                                     : R"({"type":"watch"})");
                opener_.opened();
            },
            [&](std::string_view text) {
                ++frames_;
                bytes_ += static_cast<std::int64_t>(text.size());
            },
            [&](std::string_view payload) {
                std::int64_t sent = 0;
                std::memcpy(&sent, payload.data(), std::min(payload.size(), sizeof sent));
                if (measuring_) held_.add(now_us() - sent);
            });
        if (socket.link() == Link::closed) throw std::runtime_error("a watcher was hung up on");
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
