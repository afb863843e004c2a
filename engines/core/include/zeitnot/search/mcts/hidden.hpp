// Monte-Carlo tree search for games with hidden cards or moves.
//
// Each simulation begins with a position drawn at random among those that look the same to the side
// to move, and each choice is made by statistics of what its seat knows (information set
// Monte-Carlo tree search: Cowling, Powley and Whitehouse 2012). The root's hidden part is not
// used. It has the plain method's parts only, and one thread.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "zeitnot/search/mcts/playouts.hpp"
#include "zeitnot/search/mcts/schedule.hpp"
#include "zeitnot/search/report.hpp"

namespace zeitnot {

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
        const Root root{task, task.root.position().turn(),
                        task.root.position().view(task.root.position().turn())};
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
    };
    struct Root {
        const Task<P>& task;
        int seat;
        std::string view;
    };

    void simulate(const Root& root, Random& random) {
        auto sampled = P::sample(root.view, settings_, [&random](int n) {
            return static_cast<int>(random.below(static_cast<std::uint32_t>(n)));
        });
        if (!sampled) return;
        path_.clear();
        P position = *sampled;
        const auto end = select(root, position, random);
        played_.clear();
        back_propagate(root.seat, end ? end->scores : playouts_(position, random, played_));
    }

    // Goes down to the first information state that is new and plays a move there, or to the end,
    // whose outcome it returns.
    std::optional<Outcome> select(const Root& root, P& position, Random& random) {
        bool is_root = true, is_new = false;
        for (;;) {
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
            const Key key = key_of(position);
            const auto known = nodes_.find(key);
            is_new = known == nodes_.end();
            if (is_new && nodes_.size() >= most_nodes()) return std::nullopt;
            Node& node = is_new ? nodes_[key] : known->second;
            if (is_root) root_key_ = key;
            Arm& arm = choose(node, is_root ? root.task.only : std::vector<Move>{});
            path_.push_back({&arm - node.arms.data(), &node, position.turn()});
            position.play(arm.move);
            is_root = false;
        }
    }

    // What the seat to move knows, and how many moves lie behind: in a session of several hands the
    // same may come again.
    [[nodiscard]] Key key_of(const P& position) const {
        Key salt = max_seats * path_.size() + static_cast<Key>(position.turn());
        return information_key(position, position.turn()) ^ splitmix64(salt);
    }

    // UCB1 among the moves that are legal here.
    Arm& choose(Node& node, const std::vector<Move>& only) {
        Arm* best = nullptr;
        double best_urgency = -1;
        for (const Move move : moves_) add_arm(node, move);
        for (Arm& arm : node.arms) {
            if (!is_choice(arm.move, only)) continue;
            ++arm.available;
            const double urgency =
                arm.visits == 0 ? unvisited
                                : arm.sum / arm.visits +
                                      mcts_options_.exploration.value_or(plain_exploration) *
                                          std::sqrt(2 * std::log(arm.available) / arm.visits);
            if (urgency > best_urgency) {
                best_urgency = urgency;
                best = &arm;
            }
        }
        return *best;
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
        report.unit = Unit::win_probability;
        report.value = simulations_ > 0 ? sum_ / simulations_ : 0.5;
        report.nodes = control.nodes();
        report.seconds = control.seconds();
        typename P::Moves moves;
        root.task.root.moves(moves);
        for (const Move move : moves) {
            if (root.task.allows(move)) report.lines.push_back(line(move));
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

    [[nodiscard]] Line<P> line(Move move) const {
        Line<P> line{.move = move, .value = 0.5, .distance = {}, .pv = {move}, .visits = 0};
        const auto node = nodes_.find(root_key_);
        if (node == nodes_.end()) return line;
        for (const Arm& arm : node->second.arms) {
            if (arm.move != move || arm.visits == 0) continue;
            line.value = arm.sum / arm.visits;
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
