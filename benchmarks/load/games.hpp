// `play`: two players play in every room of the plan, as fast as acknowledgements arrive or at a
// given rate. After a game there is a rematch, unless `--rematch no` is given.
//
// At a given rate, moves are sent by the clock, even if earlier ones are unanswered (an open loop),
// so that a server that stops for a while still gets the moves due in that time. The games are then
// at all stages when measuring begins, as on a server that has run for long.
#pragma once

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "opener.hpp"
#include "options.hpp"
#include "room.hpp"
#include "watchers.hpp"

namespace load {

class Games {
   public:
    explicit Games(const Options& options)
        : options_(options),
          opener_(poll_, options.port, options.at_once),
          watchers_(options, options.watchers) {
        tally_.rematch = options.rematch;
        for (const auto& planned : read_plan(options.plan)) {
            auto& room = *rooms_.emplace_back(std::make_unique<Room>());
            room.game = planned.game;
            room.players[0].token = planned.first;
            room.players[1].token = planned.second;
            room.head_start = static_cast<std::int64_t>(scramble(room.game, 0) % plies_of_a_game);
            for (auto& player : room.players) player.room = &room;
            enter(room);
        }
    }

    // Plays until the time is over. Throws std::runtime_error if the server closes a socket.
    void run() {
        const auto deadline_us = now_us() + 240'000'000;
        while (waiting_.size() < rooms_.size()) {
            poll_once();
            if (now_us() > deadline_us)
                throw std::runtime_error(
                    "the games do not start: " + std::to_string(waiting_.size()) + " of " +
                    std::to_string(rooms_.size()) + " have, " +
                    std::to_string(opener_.remaining()) + " sockets are not open");
        }
        if (options_.rate > 0) play_head_start();
        while (!watchers_.idle()) poll_once();
        watchers_.measure();
        std::puts("go");
        std::fflush(stdout);
        if (options_.together)
            while (!has_input()) poll_once();
        const Traffic before = traffic;
        begin_ = last_report_ = tally_.since_us = now_us();
        tally_.measuring = true;
        const auto end = begin_ + static_cast<std::int64_t>(options_.seconds * 1e6);
        while (now_us() < end &&
               (options_.rematch || tally_.ended * 20 < static_cast<std::int64_t>(rooms_.size()))) {
            send_due();
            poll_once();
        }
        seconds_ = static_cast<double>(now_us() - begin_) / 1e6;
        tally_.measuring = false;
        wire_ = {traffic.received - before.received, traffic.sent - before.sent};
    }

    void report() {
        std::printf(R"({"moves":%lld,"seconds":%.3f,"deliveries":%lld,"ended":%lld,"errors":%lld,)",
                    static_cast<long long>(tally_.moves), seconds_,
                    static_cast<long long>(tally_.deliveries), static_cast<long long>(tally_.ended),
                    static_cast<long long>(tally_.errors));
        std::printf(R"("ack_ms":%s,"charge_ms":%s,)", tally_.ack.json().c_str(),
                    tally_.charge.json().c_str());
        std::printf(R"("received":%lld,"sent":%lld,)", static_cast<long long>(wire_.received),
                    static_cast<long long>(wire_.sent));
        std::printf(R"("held_ms":%s,"lobby_frames":%lld,"lobby_bytes":%lld})",
                    watchers_.loop_delay().json().c_str(),
                    static_cast<long long>(watchers_.frames()),
                    static_cast<long long>(watchers_.bytes()));
        std::puts("");
        std::fflush(stdout);
        if (options_.together)
            while (std::getchar() != EOF) {
            }
    }

   private:
    static constexpr std::uint64_t plies_of_a_game = 60;

    const Options& options_;
    Poll poll_;
    Opener opener_;
    Watchers watchers_;
    std::vector<std::unique_ptr<Room>> rooms_;
    std::deque<Room*> waiting_;  // rooms whose next move can be sent
    Tally tally_;
    std::int64_t begin_ = 0, last_report_ = 0, sent_ = 0;
    double seconds_ = 0;
    Traffic wire_;

    // Whether the standard input can be read.
    static bool has_input() {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        return poll(&input, 1, 0) == 1;
    }

    void enter(Room& room) {
        room.mover = nullptr;
        for (auto& player : room.players) {
            player.seated = false;
            player.played = -1;
            opener_.enqueue(player, "/ws/games/" + room.game + options_.query, player.token);
        }
    }

    // Plays the head start of each room, as fast as acknowledgements arrive. Then shuffles the
    // rooms: if all games at one ply followed each other, they would end together.
    void play_head_start() {
        std::deque<Room*> ready;
        while (ready.size() < rooms_.size()) {
            poll_once();
            for (; !waiting_.empty(); waiting_.pop_front()) {
                Room& room = *waiting_.front();
                if (room.mover->ply < room.head_start)
                    play(room, tally_);
                else
                    ready.push_back(&room);
            }
        }
        std::ranges::sort(ready, {}, [](const Room* room) { return scramble(room->game, -1); });
        waiting_ = std::move(ready);
    }

    void poll_once() {
        epoll_event events[256];
        opener_.open_due();
        const int count = poll_.wait(events, 256, options_.rate > 0 ? 1 : 20);
        for (int i = 0; i < count; ++i)
            serve(*static_cast<Player*>(static_cast<Socket*>(events[i].data.ptr)));
        watchers_.poll_once();
    }

    void serve(Player& player) {
        player.serve([&] { say_hello(player); },
                     [&](std::string_view text) { handle_text(player, text); },
                     [](std::string_view) {});
        if (player.link() == Link::closed) throw std::runtime_error("the server closed a socket");
    }

    void handle_text(Player& player, std::string_view text) {
        Room& room = *player.room;
        if (is(text, "welcome")) opener_.on_opened();
        handle_message(player, text, tally_);
        if (room.mover == &player && is(text, "turn")) {
            if (tally_.measuring && options_.rate == 0)
                play(room, tally_);
            else
                waiting_.push_back(&room);
        }
        const std::string next = std::exchange(room.next, {});
        if (next.empty() || next == room.game) return;  // the latter: already entered
        room.game = next;
        enter(room);
    }

    // Sends the moves that are due by now, as far as rooms wait for one; the others follow later.
    void send_due() {
        const auto passed = static_cast<double>(now_us() - begin_) / 1e6;
        const auto due = options_.rate > 0 ? static_cast<std::int64_t>(passed * options_.rate)
                                           : sent_ + static_cast<std::int64_t>(waiting_.size());
        for (; sent_ < due && !waiting_.empty(); ++sent_) {
            Room& room = *waiting_.front();
            waiting_.pop_front();
            if (room.mover != nullptr) play(room, tally_);
        }
    }
};

}  // namespace load
