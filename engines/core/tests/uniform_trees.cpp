// Counts the nodes of alpha-beta in uniform trees, for docs/measurements/game-trees.md: the search
// of the core, with only the requested heuristics.
//
//   uniform_trees
//
// Reads one search a line from standard input, `BRANCHING DEPTH ORDER SEED INFORMED HEURISTICS
// FIRST`: the settings of the tree (toy_games/uniform_tree.hpp), the heuristics in use, separated
// by commas, or `none`, and the first iteration; the last one is DEPTH. Prints for each search one
// line: the value, then for each iteration its leaves and its nodes, as LEAVES:NODES.
#include <cstdio>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>

#include "toy_games/uniform_tree.hpp"
#include "zeitnot/search/alphabeta_root.hpp"

namespace {

using namespace zeitnot;

// Counts the nodes at the horizon, where the game has ended or is evaluated.
struct LeafCounter {
    std::uint64_t* leaves;

    template <class P>
    void enter(const P& /*position*/, int depth, int /*ply*/, Score /*alpha*/, Score /*beta*/) {
        if (depth == 0) ++*leaves;
    }
    void leave(int /*ply*/, const Value&, Exit) {}
    void cut(int /*ply*/, UniformTree::Move) {}
};

std::optional<Heuristics> all_except(const std::string& names) {
    Heuristics without = Heuristics::all();
    std::istringstream words(names);
    for (std::string name; names != "none" && std::getline(words, name, ',');) {
        const auto heuristic = heuristic_of(name);
        if (!heuristic) return std::nullopt;
        without = without.without({*heuristic});
    }
    return without;
}

void search(const UniformTreeSettings& settings, const Heuristics& without, int first) {
    Options options;
    options.without = without;
    const bool uses_table = !without.has(Heuristic::table);
    auto table = uses_table ? Table<1>(std::size_t{64}) : Table<1>::tiny(4);
    const Evaluation<UniformTree> evaluation;
    const StopToken token;
    Control control(Limits{}, token);
    std::uint64_t leaves = 0;
    const Task<UniformTree> task{History<UniformTree>(UniformTree(settings)), 1, {}};
    AlphaBetaRoot<UniformTree, LeafCounter> root(task, table, evaluation, control, options,
                                                 LeafCounter{&leaves});
    std::string counts;
    std::uint64_t nodes_before = 0, leaves_before = 0;
    for (int depth = first; depth <= settings.depth; ++depth) {
        root.iterate(depth);
        const std::uint64_t nodes = root.meter().total();
        counts += " " + std::to_string(leaves - leaves_before) + ":" +
                  std::to_string(nodes - nodes_before);
        nodes_before = nodes;
        leaves_before = leaves;
    }
    std::printf("%.0f%s\n", root.answer().value, counts.c_str());
}

}  // namespace

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        UniformTreeSettings settings;
        std::string order, informed, names;
        int first = 0;
        std::istringstream words(line);
        words >> settings.branching >> settings.depth >> order >> settings.seed >> informed >>
            names >> first;
        const auto without = all_except(names);
        if (!words || !without || first < 1) return 2;
        const SettingSpec orders = UniformTree::setting_table[2];
        for (const int choice : orders.choices()) {
            settings.order = choice;
            if (orders.text(choice) == order) break;
        }
        settings.informed = informed == "yes";
        search(settings, *without, first);
    }
}
