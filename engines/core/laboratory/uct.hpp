// UCT as in its paper (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006): UCB1
// chooses in the tree, each move once before any a second time; then random moves to the end.
//
// The tree grows by one node with each simulation. A simulation is undecided, half a win, after
// `max_plies` random moves.
#pragma once

#include "laboratory/answer.hpp"
#include "laboratory/walk.hpp"
#include "zeitnot/search/control.hpp"
#include "zeitnot/search/mcts/random.hpp"

namespace zeitnot::laboratory {

class Uct {
   public:
    static constexpr std::uint64_t usual_simulations = 1000;
    static constexpr int max_plies = 1000;

    // `exploration`: c in mean + c·√(2 ln n / nᵢ). `allowed`: the root's edges to try.
    Uct(Walk& walk, double exploration, std::uint64_t seed, std::vector<std::size_t> allowed,
        std::size_t lines);

    // A node of the limits is a simulation; without a limit of nodes or time there are
    // `usual_simulations`. At least one simulation runs.
    Answer search(const Limits& limits, const StopToken& token, const OnAnswer& on_answer);

   private:
    static constexpr std::uint32_t no_node = ~std::uint32_t{0};
    static constexpr std::size_t max_edges = std::size_t{1} << 22U;  // in the tree: 100 MB

    // `total`: the sum of the scores of the seat that chooses or throws.
    struct Edge {
        std::uint32_t node = no_node;
        std::uint32_t visits = 0;
        double total = 0;
    };
    struct Node {
        int seat;
        NodeKind kind;
        std::vector<Edge> edges;
    };

    std::uint32_t expand();
    void simulate();
    [[nodiscard]] std::size_t select(const Node& node, bool is_root) const;
    std::size_t draw(std::size_t outcomes);
    double play_out();
    [[nodiscard]] Answer answer() const;
    [[nodiscard]] AnswerLine line(std::size_t edge) const;

    Walk& walk_;
    const double exploration_;
    Random random_;
    const std::vector<std::size_t> allowed_;
    const std::size_t lines_;
    std::vector<Node> nodes_;
    std::size_t edges_ = 0;
    std::vector<std::pair<std::uint32_t, std::size_t>> path_;  // node and edge
};

}  // namespace zeitnot::laboratory
