// `echo`: the baseline, a server without rooms. Each socket sends a text as long as a move, waits until it comes back,
// and sends it again.
#pragma once

#include <cstdio>
#include <memory>
#include <vector>

#include "opener.hpp"
#include "options.hpp"
#include "samples.hpp"

namespace load {

class Echo {
   public:
    explicit Echo(const Options& options) : options_(options), opener_(poll_, options.port) {
        for (int i = 0; i < options.sockets; ++i)
            opener_.enqueue(*sockets_.emplace_back(std::make_unique<Socket>()), "/", "");
    }

    void run() {
        while (!opener_.idle()) poll_once();
        std::puts("go");
        std::fflush(stdout);
        const auto begin = now_us();
        for (auto& socket : sockets_) socket->send(text);
        while (now_us() < begin + static_cast<std::int64_t>(options_.seconds * 1e6)) poll_once();
        seconds_ = static_cast<double>(now_us() - begin) / 1e6;
    }

    void report() const {
        std::printf(R"({"messages":%lld,"seconds":%.3f})", static_cast<long long>(count_),
                    seconds_);
        std::puts("");
    }

   private:
    static constexpr std::string_view text =
        R"({"type":"move","game":"abcdefghij","id":"move17","ply":17,"move":"d3"})";
    const Options& options_;
    Poll poll_;
    Opener opener_;
    std::vector<std::unique_ptr<Socket>> sockets_;
    std::int64_t count_ = 0;
    double seconds_ = 0;

    void poll_once() {
        epoll_event events[256];
        opener_.open_due();
        const int count = poll_.wait(events, 256, 20);
        for (int i = 0; i < count; ++i) {
            auto& socket = *static_cast<Socket*>(events[i].data.ptr);
            socket.serve([&] { opener_.on_opened(); },
                         [&](std::string_view) {
                             ++count_;
                             socket.send(text);
                         },
                         [](std::string_view) {});
            if (socket.link() == Link::closed)
                throw std::runtime_error("the server closed a socket");
        }
    }
};

}  // namespace load
