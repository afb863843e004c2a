// A room and its two players, as clients see them: sit, ready, move by the legal list, rematch.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "samples.hpp"
#include "socket.hpp"
#include "text.hpp"

namespace load {

// What a whole run measures.
struct Tally {
    bool measuring = false;
    bool rematch = true;          // whether players ask for a rematch
    std::int64_t since_us = 0;    // when measuring began
    std::int64_t moves = 0;       // acknowledged
    std::int64_t deliveries = 0;  // `moved` frames that arrived, at either side
    std::int64_t ended = 0;       // games
    std::int64_t errors = 0;
    std::int64_t in_flight = 0;  // moves sent and not acknowledged
    Samples ack;                 // from sending a move to its acknowledgement
    Samples charge;              // difference between the time charged and the player's own count
};

struct Room;

struct Player : Socket {
    Room* room = nullptr;
    std::string token;
    bool seated = false;  // in this game
    std::int64_t next_id = 0;
    std::int64_t played = -1;  // the ply of its last `turn`
    std::int64_t turn_us = 0;  // when `turn` arrived
    std::int64_t sent_us = 0;  // when its move was sent
    std::string move;          // its next move
    std::int64_t ply = 0;      // of that move
};

struct Room {
    std::string game, next;  // the ids of the game and of its rematch
    std::array<Player, 2> players;
    Player* mover = nullptr;      // the player who can move now
    std::int64_t head_start = 0;  // plies played before measuring begins
};

// A pseudo-random number for a ply of a game, the same in every run. It chooses the legal move.
inline std::uint64_t scramble(std::string_view game, std::int64_t ply) {
    std::uint64_t x = std::hash<std::string_view>{}(game) + static_cast<std::uint64_t>(ply);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    return x ^ (x >> 27);
}

inline std::string head(std::string_view type, const Room& room) {
    return R"({"type":")" + std::string(type) + R"(","game":")" + room.game + '"';
}

inline std::string command(std::string_view type, Player& player, std::string_view rest = "") {
    return head(type, *player.room) + R"(,"id":")" + std::string(type) +
           std::to_string(player.next_id++) + '"' + std::string(rest) + '}';
}

inline void say_hello(Player& player) { player.send(head("hello", *player.room) + '}'); }

// Sends the next move of this room's player to move.
inline void play(Room& room, Tally& tally) {
    Player& player = *room.mover;
    room.mover = nullptr;
    player.sent_us = now_us();
    ++tally.in_flight;
    player.send(
        command("move", player,
                ",\"ply\":" + std::to_string(player.ply) + R"(,"move":")" + player.move + '"'));
}

// Handles the acknowledgement of one of the player's commands.
inline void on_ack(Player& player, std::string_view text, Tally& tally) {
    const auto id = word(text, "id");
    if (id.starts_with("move")) {
        --tally.in_flight;
        if (tally.measuring) {
            ++tally.moves;
            tally.ack.add(now_us() - player.sent_us);
        }
    } else if (id.starts_with("sit")) {
        player.seated = true;
        player.send(command("ready", player, R"(,"salt":"salt")"));
    }
}

// Handles a move of this player or of the other. This player's comes with the time charged for it,
// which is compared unless its turn began before measuring did, while all games were starting.
inline void on_moved(const Player& player, std::string_view text, Tally& tally) {
    if (!tally.measuring) return;
    ++tally.deliveries;
    const bool ours = number(text, "ply") == player.played;
    if (ours && player.sent_us >= player.turn_us && player.turn_us >= tally.since_us) {
        const auto thought = player.sent_us - player.turn_us;
        const auto error = number(text, "charged_ms") * 1000 - thought;
        tally.charge.add(error < 0 ? -error : error);
    }
}

// Handles one message to a player. It may set `room.mover`, and `room.next` after a rematch.
inline void handle_message(Player& player, std::string_view text, Tally& tally) {
    Room& room = *player.room;
    if (is(text, "turn")) {
        player.ply = number(text, "ply");
        if (player.ply <= player.played) return;
        player.played = player.ply;
        player.turn_us = now_us();
        player.move = pick(text, "legal", scramble(room.game, player.ply));
        room.mover = &player;
    } else if (is(text, "moved")) {
        on_moved(player, text, tally);
    } else if (is(text, "ack")) {
        on_ack(player, text, tally);
    } else if (is(text, "welcome")) {
        if (number(text, "you") < 0) player.send(command("sit", player));
    } else if (is(text, "finished")) {
        tally.ended += &player == room.players.data();
        if (tally.rematch) player.send(command("rematch", player));
    } else if (is(text, "rematch")) {
        if (const auto next = word(text, "next"); !next.empty()) room.next = next;
    } else if (is(text, "error")) {
        if (tally.errors++ < 5) fprintf(stderr, "load: %.*s\n", (int)text.size(), text.data());
    }
}

}  // namespace load
