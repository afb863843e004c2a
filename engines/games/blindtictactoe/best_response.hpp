// The best response of a seat with perfect recall to the other's strategy. Exact: the tree has an
// information set for each sequence of own tries, their results and the other's refusals, up to
// symmetries of the board, under which strategies are invariant.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "games/blindtictactoe/public_tree.hpp"

namespace zeitnot::blindtictactoe {

class BestResponse {
   public:
    // `strategy`: the probability of each choice, see PublicTree.
    BestResponse(const PublicTree& tree, std::span<const float> strategy)
        : tree_(tree), strategy_(strategy) {}

    // The expected gain of `seat`.
    [[nodiscard]] double value(int seat) {
        seat_ = seat;
        visited_ = 0;
        return value(0, {.depth = 0}, {{{}, 1.0}});
    }
    // The number of information sets reached in the last call of `value`.
    [[nodiscard]] std::uint64_t visited() const { return visited_; }

   private:
    // A possible state of the other seat, weighted by its probability times that of the
    // observations.
    struct Possibility {
        PrivateState state;
        double weight;
    };
    using Belief = std::vector<Possibility>;
    // What the seat knows. `fixing_symmetries`: a bit for each symmetry that fixes all cells that
    // the seat has tried; cells that it maps to each other are equivalent.
    struct OwnState {
        PrivateState state{};
        unsigned fixing_symmetries = (1U << symmetry_count) - 1;
        std::size_t depth = 0;

        [[nodiscard]] OwnState after(std::size_t cell, bool is_refused) const {
            OwnState next = *this;
            (is_refused ? next.state.found : next.state.marks) |= static_cast<Cells>(1U << cell);
            for (std::size_t g = 0; g < symmetry_count; ++g)
                if (symmetries()[g][cell] != cell) next.fixing_symmetries &= ~(1U << g);
            ++next.depth;
            return next;
        }
        [[nodiscard]] OwnState after_other() const {
            OwnState next = *this;
            ++next.depth;
            return next;
        }
        // Whether this cell is equivalent to an earlier one.
        [[nodiscard]] bool is_symmetric_to_earlier(std::size_t cell) const {
            for (std::size_t g = 0; g < symmetry_count; ++g)
                if ((fixing_symmetries >> g & 1) != 0 && symmetries()[g][cell] < cell) return true;
            return false;
        }
    };
    // The beliefs after a placed or refused try, one per depth to reuse their memory.
    struct Scratch {
        Belief placed, refused;
    };

    double value(int number, const OwnState& own, const Belief& belief) {
        const auto& node = tree_.nodes()[static_cast<std::size_t>(number)];
        return node.mover == seat_ ? best(node, own, belief) : reply(node, own, belief);
    }

    // The value of a node where the seat is to move: that of its best try.
    double best(const PublicTree::Node& node, const OwnState& own, const Belief& belief) {
        ++visited_;
        double best_value = -1e9;
        for (std::size_t cell = 0; cell < cell_count; ++cell) {
            if ((own.state.known() >> cell & 1) == 0 && !own.is_symmetric_to_earlier(cell))
                best_value = std::max(best_value, value_of(node, own, belief, cell));
        }
        return best_value;
    }

    double value_of(const PublicTree::Node& node, const OwnState& own, const Belief& belief,
                    std::size_t cell) {
        const OwnState placed = own.after(cell, false);
        Scratch& scratch = cleared(own.depth);
        double sum = 0;
        for (const Possibility& one : belief) {
            if (one.state.marks >> cell & 1) {
                scratch.refused.push_back(one);
            } else if (const auto gain = gain_after(placed.state.marks, one.state.marks, seat_)) {
                sum += one.weight * (seat_ == 0 ? *gain : -*gain);
            } else {
                scratch.placed.push_back(one);
            }
        }
        return sum + below(node, scratch, own.after(cell, true), placed);
    }

    // The value of a node where the other seat is to move.
    double reply(const PublicTree::Node& node, const OwnState& own, const Belief& belief) {
        Scratch& scratch = cleared(own.depth);
        double sum = 0;
        for (const Possibility& one : belief) sum += reply(node, own, one, scratch);
        merge(scratch.refused);
        merge(scratch.placed);
        return sum + below(node, scratch, own.after_other(), own.after_other());
    }

    // Adds the states after a try of the other; returns the gain of tries that end the game.
    double reply(const PublicTree::Node& node, const OwnState& own, const Possibility& one,
                 Scratch& scratch) {
        const auto [number, symmetry] = StateClasses::all().member_of(one.state);
        const StateClass& known = StateClasses::all()[static_cast<std::size_t>(number)];
        const auto first =
            static_cast<std::size_t>(node.first_choice[static_cast<std::size_t>(number)]);
        double sum = 0;
        for (std::size_t cell = 0; cell < cell_count; ++cell) {
            if (one.state.known() >> cell & 1) continue;
            const std::uint8_t choice = known.choice_of[symmetries()[symmetry][cell]];
            const double weight = one.weight * strategy_[first + choice] / known.sizes[choice];
            if (weight <= 0) continue;
            Possibility after{one.state, weight};
            const auto bit = static_cast<Cells>(1U << cell);
            if (own.state.marks & bit) {
                after.state.found |= bit;
                scratch.refused.push_back(after);
                continue;
            }
            after.state.marks |= bit;
            if (const auto gain = gain_after(after.state.marks, own.state.marks, seat_ ^ 1)) {
                sum += weight * (seat_ == 0 ? *gain : -*gain);
            } else {
                scratch.placed.push_back(after);
            }
        }
        return sum;
    }

    // The value of both children, weighted by the beliefs that lead there.
    double below(const PublicTree::Node& node, const Scratch& scratch, const OwnState& refused,
                 const OwnState& placed) {
        double sum = 0;
        if (!scratch.refused.empty()) sum += value(node.children[1], refused, scratch.refused);
        if (!scratch.placed.empty()) sum += value(node.children[0], placed, scratch.placed);
        return sum;
    }

    Scratch& cleared(std::size_t depth) {
        scratch_[depth].placed.clear();
        scratch_[depth].refused.clear();
        return scratch_[depth];
    }

    // Adds up the weights of equal states.
    static void merge(Belief& belief) {
        const auto key = [](const Possibility& one) {
            return one.state.marks << cell_count | one.state.found;
        };
        std::ranges::sort(belief, {}, key);
        std::size_t merged = 0;
        for (const Possibility& one : belief) {
            if (merged > 0 && belief[merged - 1].state == one.state) {
                belief[merged - 1].weight += one.weight;
            } else {
                belief[merged++] = one;
            }
        }
        belief.resize(merged);
    }

    const PublicTree& tree_;
    std::span<const float> strategy_;
    std::array<Scratch, max_tries + 1> scratch_;
    int seat_ = 0;
    std::uint64_t visited_ = 0;
};

}  // namespace zeitnot::blindtictactoe
