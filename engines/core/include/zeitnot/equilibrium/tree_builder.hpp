// Builds the tree of a game, or of one hand of a session, from its rules.
#pragma once

#include <array>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

#include "zeitnot/equilibrium/game_tree.hpp"
#include "zeitnot/equilibrium/small_tree.hpp"
#include "zeitnot/search/control.hpp"

namespace zeitnot {

template <SmallTree P>
class TreeBuilder {
   public:
    explicit TreeBuilder(const P& root) : root_(root) {
        tree_.nodes.emplace_back();
        unexpanded_.push_back({root, 0, {no_index, no_index}});
    }

    // Builds the tree. May throw Interrupted; the next call continues.
    void build(Meter& meter) {
        while (!unexpanded_.empty()) {
            meter.visit();
            const Unexpanded next = std::move(unexpanded_.back());
            unexpanded_.pop_back();
            expand(next);
        }
    }

    // Returns the complete tree; called once, after `build`.
    [[nodiscard]] GameTree take() { return std::move(tree_); }

   private:
    // A node whose children are not built yet; `last`: the last action of each seat.
    struct Unexpanded {
        P position;
        Index node;
        std::array<Index, 2> last;
    };

    void expand(const Unexpanded& from) {
        const P& position = from.position;
        if (is_over(position)) {
            tree_.nodes[from.node].gain = final_gain(position);
            return;
        }
        if (is_chance_node(position)) {
            expand_throws(from);
        } else {
            expand_moves(from);
        }
    }

    void expand_throws(const Unexpanded& from) {
        std::vector<std::pair<P, double>> outcomes;
        if constexpr (Stochastic<P>) {
            from.position.chance([&](auto outcome, double probability) {
                P next = from.position;
                next.apply(outcome);
                outcomes.emplace_back(next, probability);
            });
        }
        const Index first = add_children(from.node, outcomes.size());
        for (std::size_t i = outcomes.size(); i-- > 0;) {
            const auto child = first + static_cast<Index>(i);
            tree_.nodes[child].probability = outcomes[i].second;
            unexpanded_.push_back({outcomes[i].first, child, from.last});
        }
    }

    void expand_moves(const Unexpanded& from) {
        typename P::Moves moves;
        from.position.generate(moves);
        const int seat = from.position.turn();
        const auto seat_index = static_cast<std::size_t>(seat);
        const Index set = find_or_add_set(from.position, moves, from.last[seat_index]);
        tree_.nodes[from.node].set = set;
        const Index first = add_children(from.node, moves.size());
        for (std::size_t i = moves.size(); i-- > 0;) {
            const auto offset = static_cast<Index>(i);
            Unexpanded next{from.position, first + offset, from.last};
            next.position.play(moves[i]);
            next.last[seat_index] = tree_.sets[set].first + offset;
            unexpanded_.push_back(std::move(next));
        }
    }

    Index add_children(Index node, std::size_t count) {
        const auto first = static_cast<Index>(tree_.nodes.size());
        tree_.nodes[node].first = first;
        tree_.nodes[node].count = static_cast<Index>(count);
        tree_.nodes.resize(tree_.nodes.size() + count);
        return first;
    }

    Index find_or_add_set(const P& position, const typename P::Moves& moves, Index parent) {
        const int seat = position.turn();
        std::string information = position.information(seat);
        const auto [begin, end] = tree_.set_of.equal_range(information);
        for (auto found = begin; found != end; ++found) {
            const InformationSet& set = tree_.sets[found->second];
            if (set.seat != seat || set.parent != parent) continue;
            if (set.count != moves.size())
                throw std::logic_error("Positions of one information state have different moves.");
            return found->second;
        }
        const auto index = static_cast<Index>(tree_.sets.size());
        const auto first = static_cast<Index>(tree_.actions.size());
        for (const auto move : moves) tree_.actions.push_back(position.move_text(move));
        tree_.set_of.emplace(information, index);
        tree_.sets.push_back(
            {seat, first, static_cast<Index>(moves.size()), parent, std::move(information)});
        return index;
    }

    [[nodiscard]] bool is_over(const P& position) const {
        if constexpr (Episodic<P>) {
            if (position.episode() != root_.episode()) return true;
        }
        return position.result().has_value();
    }
    [[nodiscard]] double final_gain(const P& position) const {
        if constexpr (Episodic<P>) {
            return position.gain() - root_.gain();
        } else {
            return position.result()->margins[0];
        }
    }

    P root_;
    GameTree tree_;
    std::vector<Unexpanded> unexpanded_;  // a stack
};

// Builds the complete tree, without limits.
template <SmallTree P>
GameTree build_tree(const P& root) {
    const StopToken never_stopped;
    Control control(Limits{}, never_stopped);
    Meter meter(control);
    TreeBuilder<P> builder(root);
    builder.build(meter);
    return builder.take();
}

}  // namespace zeitnot
