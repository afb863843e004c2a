#include <string>

#include "any_game.hpp"

namespace zeitnot {

GameEntry pig_entry();
GameEntry twice_entry();
GameEntry unplayed_entry();
GameEntry relay_entry();
GameEntry hands_entry();
GameEntry blind_entry();
GameEntry line_go_entry();

// What a server must know of a game to offer it.
static GameEntry with_manifest(GameEntry entry, std::string_view manifest) {
    entry.manifest = manifest;
    return entry;
}

std::vector<GameEntry> all_games() {
    return {
        with_manifest(pig_entry(), R"(
position = "Pig"
order = 1
seat_names = ["first", "second"]
word = "roll|hold"
controls = ["60+1"]
alphabet = "0123456789 "
names = {en = "Pig"}
)"),
        with_manifest(twice_entry(), R"(
position = "Twice"
order = 2
seat_names = ["first", "second"]
word = "[!-~]+"
controls = ["60+1"]
alphabet = "0123456789 "
names = {en = "Twice"}
)"),
        with_manifest(unplayed_entry(), R"(
position = "Unplayed"
order = 3
seat_names = ["first", "second"]
word = "[!-~]+"
controls = ["60+1"]
alphabet = "0123456789 "
names = {en = "Unplayed"}
)"),
        with_manifest(relay_entry(), R"(
position = "Relay"
order = 4
seat_names = ["red", "green", "blue", "yellow", "white", "black"]
word = "walk|wait"
controls = ["60+1"]
alphabet = "0123456789 "
names = {en = "Relay"}
)"),
        with_manifest(hands_entry(), R"(
position = "Hands"
order = 5
seat_names = ["left", "middle", "right"]
word = "bid|fold"
controls = ["60+1"]
alphabet = "012345-/bf?"
names = {en = "Hands"}
)"),
        with_manifest(blind_entry(), R"(
position = "Blind"
order = 6
seat_names = ["x", "o"]
word = "[a-c][1-3]"
controls = ["60+1"]
alphabet = "xXoO.? "
names = {en = "Blind tic-tac-toe"}
)"),
        with_manifest(line_go_entry(), R"(
position = "LineGo"
order = 7
seat_names = ["x", "o"]
word = "[a-i]|pass"
controls = ["60+1"]
alphabet = "xo. 012"
names = {en = "Go on a row"}
)"),
    };
}

}  // namespace zeitnot
