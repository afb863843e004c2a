// The nodes of searches with a small table, to compare strategies: one program for each strategy.
//
//   table_nodes GAME DEPTH SLOTS MAX_NODES WITHOUT    reads one position per line from standard
//   input
//
// WITHOUT: heuristics separated by commas. Prints the total number of nodes, or "over" if a search
// takes more than MAX_NODES.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

#include "games/chess/evaluation.hpp"
#include "games/othello/evaluation.hpp"
#include "games/xiangqi/evaluation.hpp"
#include "package_weights.hpp"
#include "zeitnot/search/engine.hpp"

namespace {

using namespace zeitnot;

template <Position P>
int count(const Options& base_options, const Limits& limits) {
    const Options options = with_weights<P>(base_options);
    std::uint64_t nodes = 0;
    for (std::string text; std::getline(std::cin, text);) {
        const auto position = P::parse(text, typename P::Settings{});
        if (!position) return 2;
        const Task<P> task{History<P>(*position), 1, {}};
        const auto report = Engine<P>(options).search(task, limits, StopToken{}, nullptr);
        if (report.depth < *limits.depth && !report.exact && !report.distance()) {
            std::printf("over\n");
            return 0;
        }
        nodes += report.nodes;
    }
    std::printf("%llu\n", static_cast<unsigned long long>(nodes));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) return 2;
    Options options;
    options.hash_slots = std::strtoull(argv[3], nullptr, 10);
    std::istringstream names(argv[5]);
    for (std::string name; std::getline(names, name, ',');) {
        const auto heuristic = heuristic_of(name);
        if (!heuristic) return 2;
        options.without = options.without | Heuristics{*heuristic};
    }
    const Limits limits{std::atoi(argv[2]), std::strtoull(argv[4], nullptr, 10), {}, {}};
    const std::string game = argv[1];
    if (game == Chess::name) return count<Chess>(options, limits);
    if (game == Xiangqi::name) return count<Xiangqi>(options, limits);
    if (game == Othello::name) return count<Othello>(options, limits);
    return 2;
}
