// Monte-Carlo tree search for games with hidden cards or moves.
//
// Each simulation begins with a position drawn at random among those that look the same to the side
// to move, and each choice is made by statistics of what its seat knows (information set
// Monte-Carlo tree search with a tree for each observer: Cowling, Powley and Whitehouse 2012). The
// root's hidden part is not used. It has the plain method's parts only, and one thread.
//
// Another seat knows what the searching one does not, and has so many information states that most
// are met once. Until one has been visited often enough, its seat chooses by the statistics of all
// of them that look the same to the searching seat; both are kept for each of its moves.
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

namespace zeitnot {

// A game of points: what is searched is each seat's part of them at the end, not the score, and
// values are reported in points.
template <class P>
concept SharesPoints = Position<P> && requires(const P& p) {
    { p.shares() } -> std::same_as<PerSeat<double>>;
    { p.points_at_stake() } -> std::same_as<int>;
};

template <Observable P>
class HiddenMcts {
   public:
    static constexpr std::string_view name = "mcts";
    using Settings = typename P::Settings;

    HiddenMcts(const Options& options, const Settings& settings)
        : options_(options),
          mcts_options_(mcts_options(options)),
          settings_(settings),
          playouts_(options_) {}

    // See Mcts::search.
    Report<P> search(const Task<P>& task, const Limits& limits, const StopToken& token,
                     const OnReport<P>& on_report) {
        clear();
        Control control(limits, token);
        Schedule schedule(control, true);
        Random random(mcts_options_.seed);
        Root root{task, task.root.position().turn(), Deals<P>(task.root.position(), settings_)};
        while (!control.over()) {
            simulate(root, random);
            control.add_nodes(1);
            if (limits.soft && control.seconds() >= soft_seconds(limits)) break;
            if (!schedule.report_due()) continue;
            if (on_report) on_report(answer(root, control));
            if (limits.depth) break;  // one move deep is all that is shown
        }
        const Report<P> report = answer(root, control);
        if (on_report) on_report(report);
        return report;
    }

    void clear() {
        nodes_.clear();
        sum_ = simulations_ = 0;
    }
    [[nodiscard]] int filled() const {
        return static_cast<int>(std::min<std::size_t>(1000, 1000 * nodes_.size() / most_nodes()));
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
    };
    struct Root {
        const Task<P>& task;
        int seat;
        Deals<P> deals;
    };

    void simulate(Root& root, Random& random) {
        auto deal = root.deals(random);
        if (!deal) return;
        path_.clear();
        P& position = *deal;
        const auto end = select(root, position, random);
        played_.clear();
        back_propagate(root.seat,
                       end ? scores_of(position, *end) : playouts_(position, random, played_));
    }

    static PerSeat<double> scores_of(const P& position, const Outcome& end) {
        if constexpr (SharesPoints<P>) return position.shares();
        return end.scores;
    }

    // Goes down to the first information state that is new and plays a move there, or to the end,
    // whose outcome it returns.
    std::optional<Outcome> select(const Root& root, P& position, Random& random) {
        bool is_root = true, is_new = false;
        for (int ply = 0;;) {
            if (auto end = settled_outcome(position); end || is_new) return end;
            if constexpr (Stochastic<P>) {
                if (position.chance_due()) {
                    position.apply(random_throw(position, random));
                    is_root = false;
                    continue;
                }
            }
            moves_.clear();
            position.generate(moves_);
            // As the searching seat tells the positions apart, and as the seat to move does.
            Node* node = node_of(key_of(position, root.seat, ply), is_new);
            if (node == nullptr) return std::nullopt;
            if (is_root) root_key_ = key_of(position, root.seat, ply);
            Node* own = nullptr;
            bool is_own_new = false;
            if (position.turn() != root.seat)
                own = node_of(key_of(position, position.turn(), ply), is_own_new);
            const bool trusts_own = own != nullptr && own->visits >= trusted * moves_.size();
            const auto& only = is_root ? root.task.only : any_move;
            const Move move = choose(trusts_own ? *own : *node, only);
            visit(*node, move, position.turn());
            if (own != nullptr) visit(*own, move, position.turn());
            position.play(move);
            is_root = false;
            ++ply;
        }
    }

    // The node of an information state, made if it is new; null: there is no room.
    Node* node_of(Key key, bool& is_new) {
        const auto known = nodes_.find(key);
        is_new = known == nodes_.end();
        if (!is_new) return &known->second;
        return nodes_.size() < most_nodes() ? &nodes_[key] : nullptr;
    }

    // What a seat knows, who is to move, and how many moves lie behind: in a session of several
    // hands the same may come again.
    [[nodiscard]] static Key key_of(const P& position, int seat, int ply) {
        Key salt = static_cast<Key>((ply * max_seats + position.turn()) * max_seats + seat);
        return information_key(position, seat) ^ splitmix64(salt);
    }

    // Counts the legal moves of a node as available, and this one as tried.
    void visit(Node& node, Move move, int seat) {
        ++node.visits;
        for (const Move legal : moves_) add_arm(node, legal);
        for (Arm& arm : node.arms) {
            if (is_choice(arm.move, any_move)) ++arm.available;
            if (arm.move == move) path_.push_back({&arm - node.arms.data(), &node, seat});
        }
    }

    // UCB1 among the moves that are legal here.
    Move choose(Node& node, const std::vector<Move>& only) {
        const Arm* best = nullptr;
        double best_urgency = -1;
        for (const Move move : moves_) add_arm(node, move);
        for (const Arm& arm : node.arms) {
            if (!is_choice(arm.move, only)) continue;
            const double urgency =
                arm.visits == 0 ? unvisited
                                : arm.sum / arm.visits +
                                      mcts_options_.exploration.value_or(plain_exploration) *
                                          std::sqrt(2 * std::log(arm.available + 1) / arm.visits);
            if (urgency > best_urgency) {
                best_urgency = urgency;
                best = &arm;
            }
        }
        return best->move;
    }

    static void add_arm(Node& node, Move move) {
        for (const Arm& arm : node.arms) {
            if (arm.move == move) return;
        }
        node.arms.push_back({move});
    }

    [[nodiscard]] bool is_choice(Move move, const std::vector<Move>& only) const {
        const bool legal = std::find(moves_.begin(), moves_.end(), move) != moves_.end();
        return legal && (only.empty() || std::find(only.begin(), only.end(), move) != only.end());
    }

    void back_propagate(int seat, const PerSeat<double>& scores) {
        for (const auto& [index, node, mover] : path_) {
            Arm& arm = node->arms[static_cast<std::size_t>(index)];
            ++arm.visits;
            arm.sum += scores[mover];
        }
        sum_ += scores[seat];
        ++simulations_;
    }

    [[nodiscard]] Report<P> answer(const Root& root, const Control& control) const {
        Report<P> report;
        if constexpr (!SharesPoints<P>) report.unit = Unit::win_probability;
        report.value = reported(root, simulations_ > 0 ? sum_ / simulations_ : 0.5);
        report.nodes = control.nodes();
        report.seconds = control.seconds();
        typename P::Moves moves;
        root.task.root.moves(moves);
        for (const Move move : moves) {
            if (root.task.allows(move)) report.lines.push_back(line(root, move));
        }
        std::stable_sort(report.lines.begin(), report.lines.end(),
                         [this](const auto& a, const auto& b) {
                             return mcts_options_.best_by == BestBy::rate ? a.value > b.value
                                                                          : *a.visits > *b.visits;
                         });
        if (report.lines.empty()) return report;
        report.lines.resize(
            std::min(report.lines.size(), static_cast<std::size_t>(root.task.lines)));
        report.value = report.lines.front().value;
        report.depth = 1;
        return report;
    }

    [[nodiscard]] static double reported(const Root& root, double score) {
        if constexpr (SharesPoints<P>) return score * root.task.root.position().points_at_stake();
        return score;
    }

    [[nodiscard]] Line<P> line(const Root& root, Move move) const {
        Line<P> line{
            .move = move, .value = reported(root, 0.5), .distance = {}, .pv = {move}, .visits = 0};
        const auto node = nodes_.find(root_key_);
        if (node == nodes_.end()) return line;
        for (const Arm& arm : node->second.arms) {
            if (arm.move != move || arm.visits == 0) continue;
            line.value = reported(root, arm.sum / arm.visits);
            line.visits = arm.visits;
        }
        return line;
    }

    static double soft_seconds(const Limits& limits) {
        return std::chrono::duration<double>(*limits.soft).count();
    }
    [[nodiscard]] std::size_t most_nodes() const {
        return (options_.hash_mb + 1) * (std::size_t{1} << 20U) / bytes_a_node;
    }

    static constexpr double unvisited = 1e9;
    static constexpr std::size_t bytes_a_node = 256;
    // The visits for each legal move from which another seat's own statistics are used.
    static constexpr std::size_t trusted = 8;
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
    Key root_key_ = 0;
    std::vector<PathStep> path_;
    typename P::Moves moves_;
    Played<P> played_;
    double sum_ = 0, simulations_ = 0;
};

}  // namespace zeitnot
