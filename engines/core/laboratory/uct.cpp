#include "laboratory/uct.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace zeitnot::laboratory {
namespace {

constexpr std::uint64_t first_report = 64;  // simulations; then at every doubling

double mean_of(const auto& edge) { return edge.visits == 0 ? 0.5 : edge.total / edge.visits; }

// The edge with most visits, the first of equals; the edges must not be empty.
std::size_t most_visited(const auto& edges) {
    const auto best =
        std::max_element(edges.begin(), edges.end(),
                         [](const auto& a, const auto& b) { return a.visits < b.visits; });
    return static_cast<std::size_t>(best - edges.begin());
}

}  // namespace

Uct::Uct(Walk& walk, double exploration, std::uint64_t seed, std::vector<std::size_t> allowed,
         std::size_t lines)
    : walk_(walk),
      exploration_(exploration),
      random_(seed),
      allowed_(std::move(allowed)),
      lines_(lines) {
    expand();
}

Answer Uct::search(const Limits& limits, const StopToken& token, const OnAnswer& on_answer) {
    Limits set = limits;
    if (!set.nodes && !set.time && !set.soft) set.nodes = usual_simulations;
    Control control(set, token);
    const auto with_counts = [&] {
        Answer found = answer();
        found.nodes = control.nodes();
        found.seconds = control.seconds();
        return found;
    };
    do {
        simulate();
        control.add_nodes(1);
        const std::uint64_t done = control.nodes();
        if (on_answer && done >= first_report && std::has_single_bit(done))
            on_answer(with_counts());
    } while (!control.is_over() && !control.is_soft_over());
    return with_counts();
}

// Adds the node at the end of the walk's path to the tree.
std::uint32_t Uct::expand() {
    const std::size_t count = walk_.list();
    nodes_.push_back({walk_.seat(), walk_.kind(), std::vector<Edge>(count)});
    edges_ += count;
    return static_cast<std::uint32_t>(nodes_.size() - 1);
}

void Uct::simulate() {
    path_.clear();
    walk_.rewind();
    std::uint32_t at = 0;
    while (at != no_node) {
        const std::size_t count = walk_.list();
        const std::size_t chosen =
            nodes_[at].kind == NodeKind::chance ? draw(count) : select(nodes_[at], at == 0);
        path_.emplace_back(at, chosen);
        walk_.enter(chosen);
        if (walk_.kind() == NodeKind::end) break;
        Edge& edge = nodes_[at].edges[chosen];
        if (edge.node == no_node && edge.visits > 0 && edges_ < max_edges) {
            const std::uint32_t added = expand();  // moves the nodes
            nodes_[at].edges[chosen].node = added;
        }
        at = nodes_[at].edges[chosen].node;
    }
    const double score = play_out();
    for (const auto& [node, chosen] : path_) {
        Edge& edge = nodes_[node].edges[chosen];
        ++edge.visits;
        edge.total += nodes_[node].seat == 0 ? score : 1 - score;
    }
}

// The first edge with the largest UCB1.
std::size_t Uct::select(const Node& node, bool is_root) const {
    std::uint64_t visits = 0;
    for (const Edge& edge : node.edges) visits += edge.visits;
    const double log_term = 2 * std::log(static_cast<double>(std::max<std::uint64_t>(1, visits)));
    std::size_t best = 0;
    double highest = -1;
    const auto consider = [&](std::size_t i) {
        const Edge& edge = node.edges[i];
        const double bound =
            edge.visits == 0
                ? std::numeric_limits<double>::infinity()
                : edge.total / edge.visits + exploration_ * std::sqrt(log_term / edge.visits);
        if (bound > highest) best = i, highest = bound;
    };
    if (is_root) {
        for (const std::size_t i : allowed_) consider(i);
    } else {
        for (std::size_t i = 0; i < node.edges.size(); ++i) consider(i);
    }
    return best;
}

// A random outcome of the listed chance node.
std::size_t Uct::draw(std::size_t outcomes) {
    const double drawn = random_.next32() / 4294967296.0;
    double total = 0;
    for (std::size_t outcome = 0; outcome + 1 < outcomes; ++outcome) {
        total += walk_.probability(outcome);
        if (drawn < total) return outcome;
    }
    return outcomes - 1;
}

// Seat 0's score after random moves to the end.
double Uct::play_out() {
    for (int plies = 0; walk_.kind() != NodeKind::end;) {
        if (walk_.kind() == NodeKind::choice && plies++ == max_plies) return 0.5;
        const std::size_t count = walk_.list();
        walk_.replace(walk_.kind() == NodeKind::chance
                          ? draw(count)
                          : random_.below(static_cast<std::uint32_t>(count)));
    }
    return walk_.score();
}

Answer Uct::answer() const {
    Answer answer;
    const Node& root = nodes_[0];
    if (root.kind == NodeKind::chance) {
        walk_.rewind();
        for (std::size_t i = 0; i < root.edges.size(); ++i) {
            answer.lines.push_back(line(i));
            answer.value += walk_.probability(i) * answer.lines.back().value;
        }
    } else {
        for (const std::size_t i : allowed_) answer.lines.push_back(line(i));
        std::stable_sort(answer.lines.begin(), answer.lines.end(),
                         [](const auto& a, const auto& b) { return a.visits > b.visits; });
        answer.lines.resize(std::min(answer.lines.size(), lines_));
        answer.value = answer.lines.front().value;
    }
    for (const AnswerLine& one : answer.lines)
        answer.depth = std::max(answer.depth, 1 + static_cast<int>(one.moves.size()));
    return answer;
}

// An edge of the root, with the most visited moves after it, up to a throw.
AnswerLine Uct::line(std::size_t edge) const {
    const Edge* at = &nodes_[0].edges[edge];
    AnswerLine line{edge, mean_of(*at), {}, at->visits};
    while (at->node != no_node && nodes_[at->node].kind == NodeKind::choice) {
        const auto& edges = nodes_[at->node].edges;
        const std::size_t best = most_visited(edges);
        if (edges[best].visits == 0) break;
        line.moves.push_back(best);
        at = &edges[best];
    }
    return line;
}

}  // namespace zeitnot::laboratory
