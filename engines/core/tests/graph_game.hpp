// A toy game for tests: the sides take turns to push a stone along the edges of a small random
// graph, once or twice per turn. It has many cycles, so that repetition often decides, and is small
// enough for a naive solver.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

// The edges of each node, and the score at nodes without edges: 1, 0.5 or 0.
struct Graph {
    std::vector<std::vector<std::size_t>> next;
    std::vector<double> score;

    Graph(std::mt19937& rng, std::size_t size) : next(size), score(size) {
        for (std::size_t node = 0; node < size; ++node) {
            score[node] = 0.5 * static_cast<double>(rng() % 3);
            if (node > 0 && rng() % 4 == 0) continue;
            for (auto edges = 1 + rng() % 3; edges > 0; --edges) add_edge(node, rng() % size);
        }
    }

    void add_edge(std::size_t from, std::size_t to) {
        auto& edges = next[from];
        if (std::find(edges.begin(), edges.end(), to) == edges.end()) edges.push_back(to);
    }
};

struct GraphGame {
    static constexpr std::string_view name = "graph";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    static constexpr int repetition_limit = 3;
    using Settings = NoSettings;
    static constexpr std::array<Setting<Settings>, 0> setting_table{};
    using Move = std::uint8_t;
    using Moves = FixedList<Move, 3>;
    inline static const Graph* graph = nullptr;  // the current graph
    inline static int pushes = 1;                // pushes of a turn: 1 or 2

    GraphGame() = default;
    explicit GraphGame(const Settings& /*settings*/) {}
    static Parsed<GraphGame> parse(std::string_view, const Settings&) { return Error{"no text"}; }

    int turn() const { return side; }
    void generate(Moves& moves) const {
        for (const std::size_t to : graph->next[node]) moves.push(static_cast<Move>(to));
    }
    void play(Move to) {
        node = to;
        pushed = (pushed + 1) % pushes;
        if (pushed == 0) side ^= 1;
    }
    // Encodes the position as a number; `from_number` decodes it.
    std::size_t number() const {
        return 4 * node + 2 * static_cast<std::size_t>(pushed) + static_cast<std::size_t>(side);
    }
    static GraphGame from_number(std::size_t number) {
        GraphGame game;
        game.node = number / 4;
        game.pushed = static_cast<int>(number / 2 % 2);
        game.side = static_cast<int>(number % 2);
        return game;
    }
    static std::size_t numbers() { return 4 * graph->next.size(); }
    Key hash() const {
        Key state = number();
        return splitmix64(state);
    }
    std::optional<Outcome> result() const {
        if (!graph->next[node].empty()) return std::nullopt;
        const double score = graph->score[node];
        return Outcome{score, 0, "end"};
    }
    std::string text() const { return std::to_string(node); }
    std::string move_text(Move move) const { return std::to_string(move); }
    bool is_capture(Move) const { return false; }
    bool irreversible(Move) const { return false; }
    friend bool operator==(const GraphGame&, const GraphGame&) = default;

    std::size_t node = 0;
    int pushed = 0;
    int side = 0;
};

template <>
struct Evaluation<GraphGame> : PointsEvaluation {};

}  // namespace zeitnot
