#include <string_view>

#include "any_game.hpp"

namespace zeitnot {

GameEntry pig_entry();
GameEntry twice_entry();
GameEntry unplayed_entry();
GameEntry relay_entry();
GameEntry hands_entry();
GameEntry blind_entry();
GameEntry line_go_entry();
GameEntry liars_dice_entry();
GameEntry boxes_entry();

// The manifests that a server needs to offer the games.
constexpr std::string_view pig_manifest = R"(
position = "Pig"
order = 1
seat_names = ["first", "second"]
word = "roll|hold"
controls = ["60+1"]
alphabet = "0123456789 "
names = {en = "Pig"}
)";

constexpr std::string_view twice_manifest = R"(
position = "Twice"
order = 2
seat_names = ["first", "second"]
word = "[!-~]+"
controls = ["60+1"]
alphabet = "0123456789 "
names = {en = "Twice"}
)";

constexpr std::string_view unplayed_manifest = R"(
position = "Unplayed"
order = 3
seat_names = ["first", "second"]
word = "[!-~]+"
controls = ["60+1"]
alphabet = "0123456789 "
names = {en = "Unplayed"}
)";

constexpr std::string_view relay_manifest = R"(
position = "Relay"
order = 4
seat_names = ["red", "green", "blue", "yellow", "white", "black"]
word = "walk|wait"
controls = ["60+1"]
alphabet = "-0123456789 "
plays_on = true
names = {en = "Relay"}
)";

constexpr std::string_view hands_manifest = R"(
position = "Hands"
order = 5
seat_names = ["left", "middle", "right"]
word = "bid|fold"
controls = ["60+1"]
alphabet = "012345-/bf?"
names = {en = "Hands"}
)";

constexpr std::string_view blind_manifest = R"(
position = "Blind"
order = 6
seat_names = ["x", "o"]
word = "[a-c][1-3]"
controls = ["60+1"]
alphabet = "xXoO.? "
names = {en = "Blind tic-tac-toe"}
)";

constexpr std::string_view line_go_manifest = R"(
position = "LineGo"
order = 7
seat_names = ["x", "o"]
word = "[a-i]|pass"
controls = ["60+1"]
alphabet = "xo. 012"
names = {en = "Go on a row"}
)";

constexpr std::string_view liars_dice_manifest = R"(
position = "LiarsDice"
order = 8
seat_names = ["blue", "red", "green", "yellow", "violet", "grey"]
word = "[1-9][0-9]?x[1-6]|liar"
controls = ["60+1"]
alphabet = "0123456789x.-!? "
names = {en = "Liar's dice"}
)";

constexpr std::string_view boxes_manifest = R"(
position = "Boxes"
order = 9
seat_names = ["first", "second"]
word = "[0-9]+"
controls = ["60+1"]
alphabet = "0123456789 "
names = {en = "Boxes"}
)";

static GameEntry with_manifest(GameEntry entry, std::string_view manifest) {
    entry.manifest = manifest;
    return entry;
}

std::vector<GameEntry> all_games() {
    return {
        with_manifest(pig_entry(), pig_manifest),
        with_manifest(twice_entry(), twice_manifest),
        with_manifest(unplayed_entry(), unplayed_manifest),
        with_manifest(relay_entry(), relay_manifest),
        with_manifest(hands_entry(), hands_manifest),
        with_manifest(blind_entry(), blind_manifest),
        with_manifest(line_go_entry(), line_go_manifest),
        with_manifest(liars_dice_entry(), liars_dice_manifest),
        with_manifest(boxes_entry(), boxes_manifest),
    };
}

}  // namespace zeitnot
