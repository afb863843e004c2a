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
    double rate = 0;        // moves a second; 0: as fast as acknowledgements arrive
    int sockets = 0;        // echo: connections; broadcast: spectators
    int watchers = 0;       // play: sockets in the lobby, in addition to the players'
    bool changes = true;    // play: whether the watchers ask only for changes
    bool rematch = true;    // false: no rematches; the run stops when 1 in 20 games has ended
    bool together = false;  // play: see main.cpp
    int at_once = 24;       // play: the number of sockets that open at the same time
    std::string query;      // play: appended to the sockets' paths
};

// Throws std::runtime_error for an unknown option, std::logic_error for a value that is no number.
inline Options read_options(int count, char** arguments) {
    if (count < 2) throw std::runtime_error("usage: load MODE --port N [--plan FILE] …");
    Options options;
    options.mode = arguments[1];
    for (int at = 2; at + 1 < count; at += 2) {
        const std::string name = arguments[at], value = arguments[at + 1];
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

struct PlannedGame {
    std::string game, first, second;  // the game's id, the players' tokens
};

inline std::vector<PlannedGame> read_plan(const std::string& path) {
    std::ifstream file(path);
    std::vector<PlannedGame> plan;
    for (PlannedGame one; file >> one.game >> one.first >> one.second;) plan.push_back(one);
    if (plan.empty()) throw std::runtime_error("no games in " + path);
    return plan;
}

}  // namespace load
