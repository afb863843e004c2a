// Monte-Carlo tree search for games with hidden cards or moves.
//
// Each simulation begins with a random position among those that look the same to the searching
// seat, and each move is chosen by statistics of what its seat knows (information set Monte-Carlo
// tree search with a tree for each observer: Cowling, Powley and Whitehouse 2012). The search does
// not use the hidden part of the root. Of the parts in mcts_parts.hpp it has only `reuse`; it
// uses one thread.
//
// Another seat knows what the searching seat does not, and most of its many information states are
// visited only once. Until a state has been visited often enough (`min_visits`), its seat chooses
// by the joint statistics of all states that look the same to the searching seat; each of its moves
// updates both.
//
// The searching seat need not be the seat to move. Then the search is pondering, and the next
// search continues with its nodes. A node represents an information state of the searching seat,
// which includes everything that the seat has seen before, so every deal that reached the node in
// an earlier search was possible there. Earlier deals were weighted by how often the other seats
// were expected to play into the node with them; a new search samples each deal as often as it is
// dealt. A mean over both is a mean over possible deals, with weights between the two.
//
// The tree belongs to one seat in one game. A search for another seat, or for a state that is not
// in the tree, begins with an empty tree, so that no seat's search depends on another seat's cards.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "zeitnot/search/mcts/deals.hpp"
#include "zeitnot/search/mcts/playouts.hpp"
#include "zeitnot/search/mcts/schedule.hpp"
#include "zeitnot/search/report.hpp"
#include "zeitnot/stable_sort.hpp"

namespace zeitnot {

template <Observable P>
class HiddenMcts {
   public:
    static constexpr std::string_view name = "mcts";
    static constexpr bool any_seat = true;  // can also search another seat's turn
    using Settings = typename P::Settings;

    HiddenMcts(const Options& options, const Settings& settings)
        : options_(options),
          mcts_options_(mcts_options(options)),
          settings_(settings),
          playouts_(options_),
          random_(mcts_options_.seed) {}

    // See Mcts::search. If another seat is to move, its moves are those of all sampled deals.
    // Values are for the side to move, and in the game's unit if it has payoffs.
    Report<P> search(const Task<P>& task, const Limits& limits, const StopToken& token,
                     const OnReport<P>& on_report) {
        const P& position = task.root.position();
        Root root{task, task.searching_seat(),
                  Deals<P>(position, settings_, task.searching_seat())};
        begin(position, root.seat);
        Control control(limits, token);
        Schedule schedule(control, true);
        const bool is_forced = root.seat == position.turn() && moves_of(task).size() == 1;
        while (!control.is_over()) {
            simulate(root);
            control.add_nodes(1);
            if (control.is_soft_over() || (limits.soft && is_forced)) break;
            if (!schedule.report_due()) continue;
            if (on_report) on_report(answer(root, control));
            if (limits.depth) break;  // reports have depth 1
        }
        const Report<P> report = answer(root, control);
        if (on_report) on_report(report);
        return report;
    }

    void clear() {
        nodes_.clear();
        arms_ = 0;
        random_ = Random(mcts_options_.seed);
    }
    [[nodiscard]] int filled() const {
        return static_cast<int>(std::min<std::size_t>(1000, 1000 * used_bytes() / max_bytes()));
    }

   private:
    using Move = typename P::Move;

    // A move at an information state. `available`: how often it was legal there.
    struct Arm {
        Move move;
        double sum = 0;
        std::uint32_t visits = 0, available = 0;
    };
    struct Node {
        std::vector<Arm> arms;
        std::uint32_t visits = 0;
        std::uint32_t search = 0;  // the number of the last search that visited it
    };
    struct Root {
        const Task<P>& task;
        int seat;
        Deals<P> deals;
    };

    // Reuses the tree if it is for this seat and has the root's information state.
    void begin(const P& position, int seat) {
        root_key_.reset();
        if (!is_chance_node(position)) root_key_ = key_of(position, seat);
        is_reused_ = root_key_ && seat == seat_ && nodes_.contains(*root_key_) &&
                     !mcts_options_.without.has(MctsPart::reuse);
        if (!is_reused_) clear();
        seat_ = seat;
        ++search_;
        sum_ = simulations_ = 0;
    }

    void simulate(Root& root) {
        auto deal = root.deals(random_);
        if (!deal) return;
        path_.clear();
        P& position = *deal;
        const auto end = select(root, position);
        played_.clear();
        back_propagate(root.task.root.position().turn(),
                       end ? end_rates(position, *end) : playouts_(position, random_, played_));
    }

    // Descends to the first new information state and plays a move there, or to the end of the
    // game, whose outcome it returns.
    std::optional<Outcome> select(const Root& root, P& position) {
        bool is_root = true, is_new = false;
        while (true) {
            if (auto end = settled_outcome(position); end || is_new) return end;
            if constexpr (Stochastic<P>) {
                if (is_chance_node(position)) {
                    position.apply(random_throw(position, random_));
                    is_root = false;
                    continue;
                }
            }
            moves_.clear();
            position.generate(moves_);
            // One node for what the searching seat knows, and one for what the seat to move knows.
            Node* node = node_of(key_of(position, root.seat), is_new);
            if (node == nullptr) return std::nullopt;
            Node* mover_node = nullptr;
            bool is_mover_node_new = false;
            if (position.turn() != root.seat)
                mover_node = node_of(key_of(position, position.turn()), is_mover_node_new);
            const bool is_mover_node_used =
                mover_node != nullptr && mover_node->visits >= min_visits * moves_.size();
            const auto& searchmoves = is_root ? root.task.searchmoves : any_move;
            const Move move = choose(is_mover_node_used ? *mover_node : *node, searchmoves);
            visit(*node, move, position.turn());
            if (mover_node != nullptr) visit(*mover_node, move, position.turn());
            position.play(move);
            is_root = false;
        }
    }

    // Finds or makes the node of an information state; null if there is no memory.
    Node* node_of(Key key, bool& is_new) {
        auto known = nodes_.find(key);
        is_new = known == nodes_.end();
        if (is_new) {
            if (is_full() && is_reused_ && simulations_ >= min_simulations_to_prune) prune();
            if (is_full()) return nullptr;
            known = nodes_.try_emplace(key).first;
        }
        known->second.search = search_;
        return &known->second;
    }

    // Frees the nodes that this search has not visited, most of which belong to moves that were not
    // made. At most once per search.
    void prune() {
        is_reused_ = false;
        std::erase_if(nodes_, [this](const auto& entry) {
            const bool is_old = entry.second.search != search_;
            if (is_old) arms_ -= entry.second.arms.size();
            return is_old;
        });
    }

    // The key of what a seat knows and of the seat to move. In a session of several hands it
    // includes the score, because the same cards may be dealt again.
    [[nodiscard]] static Key key_of(const P& position, int seat) {
        Key salt = static_cast<Key>(position.turn() * max_seats + seat);
        if constexpr (requires { position.episode() + position.gain(); }) {
            salt |= static_cast<Key>(position.episode()) << 16U;
            salt |= static_cast<Key>(position.gain()) << 32U;
        }
        return information_key(position, seat) ^ splitmix64(salt);
    }

    // Counts the legal moves of a node as available, and this move as tried.
    void visit(Node& node, Move move, int seat) {
        ++node.visits;
        for (const Move legal : moves_) add_arm(node, legal);
        for (Arm& arm : node.arms) {
            if (is_choice(arm.move, any_move)) ++arm.available;
            if (arm.move == move) path_.push_back({&arm - node.arms.data(), &node, seat});
        }
    }

    // UCB1 among the moves that are legal here.
    Move choose(Node& node, const std::vector<Move>& searchmoves) {
        const Arm* best = nullptr;
        double best_urgency = -1;
        for (const Move move : moves_) add_arm(node, move);
        for (const Arm& arm : node.arms) {
            if (!is_choice(arm.move, searchmoves)) continue;
            const double urgency =
                arm.visits == 0 ? unvisited
                                : arm.sum / arm.visits +
                                      mcts_options_.exploration.value_or(uct_exploration) *
                                          std::sqrt(2 * std::log(arm.available + 1) / arm.visits);
            if (urgency > best_urgency) {
                best_urgency = urgency;
                best = &arm;
            }
        }
        return best->move;
    }

    void add_arm(Node& node, Move move) {
        for (const Arm& arm : node.arms) {
            if (arm.move == move) return;
        }
        node.arms.push_back({move});
        ++arms_;
    }

    [[nodiscard]] bool is_choice(Move move, const std::vector<Move>& searchmoves) const {
        const bool legal = std::find(moves_.begin(), moves_.end(), move) != moves_.end();
        return legal && (searchmoves.empty() || std::find(searchmoves.begin(), searchmoves.end(),
                                                          move) != searchmoves.end());
    }

    // `side`: the side to move at the root.
    void back_propagate(int side, const PerSeat<double>& scores) {
        for (const auto& [index, node, mover] : path_) {
            Arm& arm = node->arms[static_cast<std::size_t>(index)];
            ++arm.visits;
            arm.sum += scores[mover];
        }
        sum_ += scores[side];
        ++simulations_;
    }

    [[nodiscard]] Report<P> answer(const Root& root, const Control& control) const {
        Report<P> report;
        if constexpr (!HasPayoffs<P>) report.unit = Unit::win_probability;
        report.value = reported(root, simulations_ > 0 ? sum_ / simulations_ : 0.5);
        report.nodes = control.nodes();
        report.seconds = control.seconds();
        for (const Move move : root_moves(root)) {
            if (root.task.allows(move)) report.lines.push_back(line(root, move));
        }
        const bool by_rate = mcts_options_.best_by == BestBy::rate;
        stable_sort_short(report.lines, [by_rate](const Line<P>& a, const Line<P>& b) {
            // The value of an untried move means nothing.
            const bool tried = *a.visits > 0 && *b.visits > 0;
            return by_rate && tried ? a.value > b.value : *a.visits > *b.visits;
        });
        if (report.lines.empty()) return report;
        report.lines.resize(
            std::min(report.lines.size(), static_cast<std::size_t>(root.task.lines)));
        report.value = report.lines.front().value;
        report.depth = 1;
        return report;
    }

    // The moves of the root; for another seat those in the tree.
    [[nodiscard]] std::vector<Move> root_moves(const Root& root) const {
        std::vector<Move> all;
        if (root.seat == root.task.root.position().turn()) {
            typename P::Moves moves;
            root.task.root.moves(moves);
            all.assign(moves.begin(), moves.end());
        } else if (const Node* node = root_node()) {
            for (const Arm& arm : node->arms) all.push_back(arm.move);
        }
        return all;
    }
    [[nodiscard]] const Node* root_node() const {
        if (!root_key_) return nullptr;
        const auto found = nodes_.find(*root_key_);
        return found == nodes_.end() ? nullptr : &found->second;
    }

    [[nodiscard]] static double reported(const Root& root, double rate) {
        if constexpr (HasPayoffs<P>) {
            const P& position = root.task.root.position();
            return payoff_of(rate, position.payoff_range(position.turn()));
        }
        return rate;
    }

    [[nodiscard]] Line<P> line(const Root& root, Move move) const {
        Line<P> line{
            .move = move, .value = reported(root, 0.5), .distance = {}, .pv = {move}, .visits = 0};
        const Node* node = root_node();
        if (node == nullptr) return line;
        for (const Arm& arm : node->arms) {
            if (arm.move != move || arm.visits == 0) continue;
            line.value = reported(root, arm.sum / arm.visits);
            line.visits = arm.visits;
        }
        return line;
    }

    [[nodiscard]] bool is_full() const { return used_bytes() >= max_bytes(); }
    [[nodiscard]] std::size_t used_bytes() const {
        return nodes_.size() * bytes_per_node + arms_ * bytes_per_arm;
    }
    [[nodiscard]] std::size_t max_bytes() const {
        return (options_.hash_mb + 1) * (std::size_t{1} << 20U);
    }

    static constexpr double unvisited = 1e9;
    // Estimates that include the allocator's overhead.
    static constexpr std::size_t bytes_per_node = 96, bytes_per_arm = 3 * sizeof(Arm) / 2;
    // After this number of simulations, reused nodes without a visit are unlikely to be useful.
    static constexpr double min_simulations_to_prune = 1000;
    // The visits per legal move from which another seat's own statistics are used.
    static constexpr std::size_t min_visits = 8;
    inline static const std::vector<Move> any_move{};

    struct PathStep {
        std::ptrdiff_t index;
        Node* node;
        int seat;
    };

    Options options_;
    MctsOptions mcts_options_;
    Settings settings_;
    Playouts<P> playouts_;
    std::unordered_map<Key, Node> nodes_;
    std::size_t arms_ = 0;         // of all nodes
    std::optional<Key> root_key_;  // empty before a throw
    std::optional<int> seat_;      // the seat that the tree belongs to
    std::uint32_t search_ = 0;     // counts the searches
    bool is_reused_ = false;       // whether the tree has nodes of the previous search
    Random random_;                // not reseeded while the tree is reused
    std::vector<PathStep> path_;
    typename P::Moves moves_;
    PlayoutMoves<P> played_;
    double sum_ = 0, simulations_ = 0;
};

}  // namespace zeitnot
