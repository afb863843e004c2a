// `play`: every room of the plan is played by two players, as fast as acknowledgements come or at a
// given rate; an ended game is followed by a rematch, unless that is forbidden.
//
// At a given rate moves go out by the clock, whatever is still unanswered (an open loop): a server
// that stands still is not excused from the moves that would have come meanwhile. The games are
// then at all stages when the measuring begins, as in a house that has been open for long.
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

    // Plays; returns when the time is over. Throws std::runtime_error if the server goes away.
    void run() {
        const auto deadline_us = now_us() + 240'000'000;
        while (waiting_.size() < rooms_.size()) {
            turn_around();
            if (now_us() > deadline_us)
                throw std::runtime_error(
                    "the games do not start: " + std::to_string(waiting_.size()) + " of " +
                    std::to_string(rooms_.size()) + " have, " + std::to_string(opener_.left()) +
                    " sockets are not in");
        }
        if (options_.rate > 0) age();
        while (!watchers_.idle()) turn_around();
        watchers_.measure();
        std::puts("go");
        std::fflush(stdout);
        if (options_.together)
            while (!input_waits()) turn_around();
        const Traffic before = traffic;
        begin_ = last_report_ = tally_.since_us = now_us();
        tally_.measuring = true;
        const auto end = begin_ + static_cast<std::int64_t>(options_.seconds * 1e6);
        while (now_us() < end &&
               (options_.rematch || tally_.ended * 20 < static_cast<std::int64_t>(rooms_.size()))) {
            send_due();
            turn_around();
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
                    watchers_.held().json().c_str(), static_cast<long long>(watchers_.frames()),
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
    std::deque<Room*> waiting_;  // somebody could move there
    Tally tally_;
    std::int64_t begin_ = 0, last_report_ = 0, sent_ = 0;
    double seconds_ = 0;
    Traffic wire_;

    // Whether somebody has written to the standard input.
    static bool input_waits() {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        return poll(&input, 1, 0) == 1;
    }

    void enter(Room& room) {
        room.mover = nullptr;
        for (auto& player : room.players) {
            player.seated = false;
            player.played = -1;
            opener_.want(player, "/ws/games/" + room.game + options_.query, player.token);
        }
    }

    // Plays as many plies in each room as its name says, as fast as acknowledgements come. Rooms
    // equally far on are not to follow one another then: they would all end at once.
    void age() {
        std::deque<Room*> aged;
        while (aged.size() < rooms_.size()) {
            turn_around();
            for (; !waiting_.empty(); waiting_.pop_front()) {
                Room& room = *waiting_.front();
                if (room.mover->ply < room.head_start)
                    play(room, tally_);
                else
                    aged.push_back(&room);
            }
        }
        std::ranges::sort(aged, {}, [](const Room* room) { return scramble(room->game, -1); });
        waiting_ = std::move(aged);
    }

    void turn_around() {
        epoll_event events[256];
        opener_.work();
        const int count = poll_.wait(events, 256, options_.rate > 0 ? 1 : 20);
        for (int i = 0; i < count; ++i)
            serve(*static_cast<Player*>(static_cast<Socket*>(events[i].data.ptr)));
        watchers_.turn_around();
    }

    void serve(Player& player) {
        player.serve([&] { say_hello(player); }, [&](std::string_view text) { take(player, text); },
                     [](std::string_view) {});
        if (player.link() == Link::closed) throw std::runtime_error("the server hung up");
    }

    void take(Player& player, std::string_view text) {
        Room& room = *player.room;
        if (is(text, "welcome")) opener_.opened();
        told(player, text, tally_);
        if (room.mover == &player && is(text, "turn")) {
            if (tally_.measuring && options_.rate == 0)
                play(room, tally_);
            else
                waiting_.push_back(&room);
        }
        const std::string next = std::exchange(room.next, {});
        if (next.empty() || next == room.game) return;  // the other player has heard of it first
        room.game = next;
        enter(room);
    }

    // As many moves as are due by now; those whose rooms do not wait yet come later.
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
