// `broadcast`: one game with many spectators. How long an event blocks the server's event loop is
// measured from outside, by small pings on other sockets, which the server answers in its loop's
// next iteration.
//
// These sockets, the probes, are in the plan's second room. They are many, so that a thousand pings
// a second are few on each. They are read between any two spectators' frames, so that this
// program's own work does not count.
#pragma once

#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "opener.hpp"
#include "options.hpp"
#include "room.hpp"

namespace load {

class Broadcast {
   public:
    static constexpr std::size_t probes = 64;

    explicit Broadcast(const Options& options)
        : options_(options),
          opener_(poll_, options.port),
          probe_opener_(probe_poll_, options.port),
          plan_(read_plan(options.plan)) {
        if (plan_.size() < 2) throw std::runtime_error("a broadcast needs two games");
        room_.game = plan_[0].game;
        other_.game = plan_[1].game;
        room_.players[0].token = plan_[0].first;
        room_.players[1].token = plan_[0].second;
        for (auto& player : room_.players) join(player, room_, opener_);
        for (auto& probe : probes_) join(probe, other_, probe_opener_);
        for (int i = 0; i < options.sockets; ++i)
            join(*spectators_.emplace_back(std::make_unique<Player>()), room_, opener_);
    }

    void run() {
        while (!opener_.idle() || !probe_opener_.idle() || room_.mover == nullptr) poll_once();
        poll_for(2'000'000);
        std::puts("go");
        std::fflush(stdout);
        measuring_ = true;
        poll_for(static_cast<std::int64_t>(options_.seconds * 5e5));
        idle_delay_ = std::exchange(loop_delay_, {});
        tally_.measuring = true;
        const auto end = now_us() + static_cast<std::int64_t>(options_.seconds * 1e6);
        auto next_move = now_us();
        while (now_us() < end && tally_.ended == 0) {
            if (room_.mover != nullptr && now_us() >= next_move) {
                next_move += static_cast<std::int64_t>(1e6 / options_.rate);
                play(room_, tally_);
                deliveries_ = 0;
            }
            poll_once();
        }
        tally_.measuring = measuring_ = false;
    }

    void report() {
        std::printf(R"({"moves":%lld,"errors":%lld,"frames":%lld,"held_ms":%s,"ack_ms":%s,)",
                    static_cast<long long>(tally_.moves), static_cast<long long>(tally_.errors),
                    static_cast<long long>(frames_), loop_delay_.json().c_str(),
                    tally_.ack.json().c_str());
        std::printf(R"("reach_ms":%s,"idle_ms":%s})", last_delivery_.json().c_str(),
                    idle_delay_.json().c_str());
        std::puts("");
    }

   private:
    static constexpr std::int64_t ping_every_us = 1000;

    const Options& options_;
    Poll poll_, probe_poll_;
    Opener opener_, probe_opener_;
    std::vector<PlannedGame> plan_;
    Room room_, other_;
    std::array<Player, probes> probes_;
    std::vector<std::unique_ptr<Player>> spectators_;
    Tally tally_;
    bool measuring_ = false;
    Samples loop_delay_;     // from a ping to its pong
    Samples idle_delay_;     // the same before the first move: the delay of the machine itself
    Samples last_delivery_;  // from sending a move to the last spectator's frame
    std::int64_t frames_ = 0, next_ping_ = 0;
    std::int64_t deliveries_ = 0;  // of the last move, to spectators
    std::size_t next_probe_ = 0;

    void join(Player& player, Room& room, Opener& opener) {
        player.room = &room;
        opener.enqueue(player, "/ws/games/" + room.game, player.token);
    }

    void poll_for(std::int64_t us) {
        for (const auto until = now_us() + us; now_us() < until;) poll_once();
    }

    // Handles the events that are there; waits for some only while nothing is measured.
    void poll_once() {
        epoll_event events[64];
        opener_.open_due();
        probe();
        const int count = poll_.wait(events, 64, measuring_ ? 0 : 1);
        for (int i = 0; i < count; ++i) {
            serve(*static_cast<Player*>(static_cast<Socket*>(events[i].data.ptr)));
            probe();
        }
    }

    void probe() {
        probe_opener_.open_due();
        const auto now = now_us();
        if (measuring_ && now >= next_ping_) {
            next_ping_ = now + ping_every_us;
            char payload[sizeof now];
            std::memcpy(payload, &now, sizeof now);
            probes_[next_probe_++ % probes].ping({payload, sizeof payload});
        }
        epoll_event events[16];
        const int count = probe_poll_.wait(events, 16, 0);
        for (int i = 0; i < count; ++i) {
            auto& socket = *static_cast<Player*>(static_cast<Socket*>(events[i].data.ptr));
            socket.serve([&] { say_hello(socket); },
                         [&](std::string_view text) { welcome(text, probe_opener_); },
                         [&](std::string_view payload) {
                             std::int64_t sent = 0;
                             std::memcpy(&sent, payload.data(), sizeof sent);
                             loop_delay_.add(now_us() - sent);
                         });
        }
    }

    static void welcome(std::string_view text, Opener& opener) {
        if (is(text, "welcome")) opener.on_opened();
    }

    void serve(Player& player) {
        const bool plays = !player.token.empty();
        player.serve([&] { say_hello(player); },
                     [&](std::string_view text) {
                         welcome(text, opener_);
                         if (plays)
                             handle_message(player, text, tally_);
                         else if (measuring_ && is(text, "moved"))
                             on_spectator_frame();
                     },
                     [](std::string_view) {});
        if (player.link() == Link::closed) throw std::runtime_error("the server closed a socket");
    }

    void on_spectator_frame() {
        ++frames_;
        if (++deliveries_ == static_cast<std::int64_t>(spectators_.size())) {
            const auto sent = std::max(room_.players[0].sent_us, room_.players[1].sent_us);
            last_delivery_.add(now_us() - sent);
        }
    }
};

}  // namespace load
