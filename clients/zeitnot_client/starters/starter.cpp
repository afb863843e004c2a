// A bot for GAME that plays a legal move at random. Write your own idea into `choose`.
//
//     COMMANDS
//
// The server's page /rules describes the game's positions and moves.
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

// Called when it is this bot's turn: returns one of `legal`.
std::string choose(const std::string& position, const std::vector<std::string>& legal) {
    static std::mt19937 random{std::random_device{}()};
    return legal[random() % legal.size()];
}

// The texts after the last key with this name in a line of JSON: those of a list, or a single one.
// Moves and positions have no quotation marks or backslashes.
std::vector<std::string> texts(const std::string& json, const std::string& key) {
    std::vector<std::string> parts, found;  // every second part is a text
    std::istringstream input{json};
    for (std::string part; std::getline(input, part, '"');) parts.push_back(part);
    size_t at = parts.size() - 1;
    while (at > 0 && parts[at] != key) --at;
    const bool is_list = parts.at(at + 1).find('[') != std::string::npos;
    for (size_t next = at + 2; next < parts.size(); next += 2) {
        if (parts[next - 1].find(']') != std::string::npos) break;
        found.push_back(parts[next]);
        if (!is_list) break;
    }
    return found;
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        const std::string move = choose(texts(line, "position").at(0), texts(line, "legal"));
        std::cout << "{\"response\": \"" << move << "\"}\n"
                  << ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<" << std::endl;
    }
}
