// The command line, and the plan: which games there are and who plays them.
#pragma once

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace load {

struct Options {
    std::string mode;  // play, broadcast, echo
    std::uint16_t port = 0;
    std::string plan;
    double seconds = 5;
    double rate = 0;        // moves a second; 0: as fast as acknowledgements come
    int sockets = 0;        // echo: connections; broadcast: spectators
    int watchers = 0;       // play: sockets in the lobby beside
    bool changes = true;    // whether they ask for changes alone
    bool rematch = true;    // false: ended games are left, and a twentieth of them is the end
    bool together = false;  // play: waits for a line after `go`, and for the input's end at the end
    int at_once = 24;       // play: sockets that are being let in at a time
    std::string query;      // play: of the sockets' paths
};

// Throws std::runtime_error or std::logic_error for what cannot be read.
inline Options read_options(int count, char** words) {
    if (count < 2) throw std::runtime_error("usage: load MODE --port N [--plan FILE] …");
    Options options;
    options.mode = words[1];
    for (int at = 2; at + 1 < count; at += 2) {
        const std::string name = words[at], value = words[at + 1];
        if (name == "--port")
            options.port = static_cast<std::uint16_t>(std::stoi(value));
        else if (name == "--plan")
            options.plan = value;
        else if (name == "--seconds")
            options.seconds = std::stod(value);
        else if (name == "--rate")
            options.rate = std::stod(value);
        else if (name == "--sockets")
            options.sockets = std::stoi(value);
        else if (name == "--watchers")
            options.watchers = std::stoi(value);
        else if (name == "--changes")
            options.changes = value == "yes";
        else if (name == "--rematch")
            options.rematch = value == "yes";
        else if (name == "--together")
            options.together = value == "yes";
        else if (name == "--at-once")
            options.at_once = std::stoi(value);
        else if (name == "--query")
            options.query = value;
        else
            throw std::runtime_error("unknown option " + name);
    }
    return options;
}

struct Planned {
    std::string game, first, second;  // the game's id, the players' tokens
};

inline std::vector<Planned> read_plan(const std::string& path) {
    std::ifstream file(path);
    std::vector<Planned> plan;
    for (Planned one; file >> one.game >> one.first >> one.second;) plan.push_back(one);
    if (plan.empty()) throw std::runtime_error("no games in " + path);
    return plan;
}

}  // namespace load
