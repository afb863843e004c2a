// A game of two seats in the sequence form: what a seat gains is a bilinear function of the two
// realisation plans (von Stengel, "Efficient computation of behavior strategies", Games and
// Economic Behavior 14, 1996). For each of a seat's actions, its plan has the probability that the
// seat makes all of its moves up to this action. So one iteration of a solver is a product of a
// sparse matrix with the other seat's plan, and one pass over the seat's own sets. Ends with the
// same last actions of both seats share one entry of the matrix.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "zeitnot/equilibrium/game_tree.hpp"

namespace zeitnot {

// A sparse matrix by rows.
struct SparseMatrix {
    std::vector<Index> begin{
        0};  // the start of each row in the other two, and the end of the last row
    std::vector<Index> columns;
    std::vector<double> weights;

    // The row times a vector.
    [[nodiscard]] double row_product(std::size_t row, const std::vector<double>& vector) const {
        double sum = 0;
        for (Index i = begin[row]; i < begin[row + 1]; ++i) sum += weights[i] * vector[columns[i]];
        return sum;
    }
};

// One seat's part of the game; its own actions are numbered from 0, in the order of its sets. The
// number after the last represents having made no action.
struct SeatForm {
    // `parent`: a number of this seat's; `tree_action`: the first action's number in the tree.
    struct Set {
        Index first, count, parent, tree_action;
    };
    std::vector<Set> sets;
    Index actions = 0;
    // The seat's gains at the ends, times the probability that chance leads there: rows by the
    // seat's last action, columns by the other seat's.
    SparseMatrix gains;
    // The probability that chance leads to the histories of a set: rows by set, columns by the
    // other seat's last action.
    SparseMatrix reach;
};

// The probability of each action that is due to the seat's own moves; the last element is 1.
using Plan = std::vector<double>;

class SequenceForm {
   public:
    explicit SequenceForm(const GameTree& tree);

    [[nodiscard]] const SeatForm& seat(std::size_t seat) const { return seats_[seat]; }

    // The plan of one seat's part of a strategy.
    [[nodiscard]] Plan plan(std::size_t seat, const Strategy& strategy) const {
        const SeatForm& form = seats_[seat];
        Plan plan(form.actions + 1U, 1.0);
        for (const auto& set : form.sets) {
            for (Index i = 0; i < set.count; ++i)
                plan[set.first + i] = plan[set.parent] * strategy[set.tree_action + i];
        }
        return plan;
    }

    // Writes a plan's probabilities into a strategy; uniform at sets that it does not reach.
    void write_strategy(std::size_t seat, const Plan& plan, Strategy& strategy) const {
        for (const auto& set : seats_[seat].sets) {
            double sum = 0;
            for (Index i = 0; i < set.count; ++i) sum += plan[set.first + i];
            for (Index i = 0; i < set.count; ++i)
                strategy[set.tree_action + i] =
                    sum > 0 ? plan[set.first + i] / sum : 1.0 / set.count;
        }
    }

    // The gains of each action at the ends at which it is the seat's last one, times the
    // probability that chance and the other seat lead there.
    void immediate_gains(std::size_t seat, const Plan& other, std::vector<double>& gains) const {
        const SeatForm& form = seats_[seat];
        gains.resize(form.actions + 1U);
        for (std::size_t row = 0; row < gains.size(); ++row)
            gains[row] = form.gains.row_product(row, other);
    }

   private:
    std::array<SeatForm, 2> seats_;
};

namespace detail {

// An entry of a matrix; several may have the same row and column.
struct Entry {
    Index row, column;
    double weight;
};

// Sorts the entries by rows and columns, and adds up those with the same row and column.
inline SparseMatrix make_sparse(const std::vector<Entry>& entries, std::size_t rows) {
    std::vector<Index> next(rows + 1);  // the index of the next entry of a row
    for (const Entry& entry : entries) ++next[entry.row + 1U];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<std::pair<Index, double>> by_row(entries.size());
    for (const Entry& entry : entries) by_row[next[entry.row]++] = {entry.column, entry.weight};
    SparseMatrix matrix;
    auto at = by_row.begin();
    for (std::size_t row = 0; row < rows; ++row) {
        const auto end = by_row.begin() + next[row];
        std::sort(at, end);
        for (; at != end; ++at) {
            const bool is_new =
                matrix.columns.size() == matrix.begin.back() || matrix.columns.back() != at->first;
            if (is_new) {
                matrix.columns.push_back(at->first);
                matrix.weights.push_back(0);
            }
            matrix.weights.back() += at->second;
        }
        matrix.begin.push_back(static_cast<Index>(matrix.columns.size()));
    }
    return matrix;
}

// Collects the entries in one traversal of the tree.
class FormBuilder {
   public:
    FormBuilder(const GameTree& tree, std::array<SeatForm, 2>& seats)
        : tree_(tree), seats_(seats), number_(tree.actions.size()), set_number_(tree.sets.size()) {
        number_sets();
        walk();
        for (const std::size_t seat : {0U, 1U}) {
            seats_[seat].gains = make_sparse(gains_[seat], seats_[seat].actions + 1U);
            seats_[seat].reach = make_sparse(reach_[seat], seats_[seat].sets.size());
        }
    }

   private:
    // A history with the seats' last actions, by their own numbers, and chance's probability.
    struct HistoryNode {
        Index node;
        std::array<Index, 2> last;
        double probability;
    };

    void number_sets() {
        for (std::size_t i = 0; i < tree_.sets.size(); ++i) {
            const InformationSet& set = tree_.sets[i];
            SeatForm& form = seats_[static_cast<std::size_t>(set.seat)];
            set_number_[i] = static_cast<Index>(form.sets.size());
            // The parent of a seat's first sets is known when all actions are numbered.
            const Index parent = set.parent == no_index ? no_index : number_[set.parent];
            form.sets.push_back({form.actions, set.count, parent, set.first});
            for (Index k = 0; k < set.count; ++k) number_[set.first + k] = form.actions++;
        }
        for (SeatForm& form : seats_) {
            for (auto& set : form.sets)
                if (set.parent == no_index) set.parent = form.actions;
        }
    }

    void walk() {
        std::vector<HistoryNode> stack{{0, {seats_[0].actions, seats_[1].actions}, 1}};
        while (!stack.empty()) {
            const HistoryNode history = stack.back();
            stack.pop_back();
            const TreeNode& node = tree_.nodes[history.node];
            if (node.count == 0) add_end(history, node.gain);
            if (node.set != no_index) add_reach(history, node.set);
            for (Index i = 0; i < node.count; ++i) stack.push_back(child(history, node, i));
        }
    }

    [[nodiscard]] HistoryNode child(const HistoryNode& history, const TreeNode& node,
                                    Index i) const {
        HistoryNode next = history;
        next.node = node.first + i;
        next.probability *= tree_.nodes[next.node].probability;
        if (node.set != no_index) {
            const InformationSet& set = tree_.sets[node.set];
            next.last[static_cast<std::size_t>(set.seat)] = number_[set.first + i];
        }
        return next;
    }

    void add_end(const HistoryNode& history, double gain) {
        if (gain == 0) return;
        gains_[0].push_back({history.last[0], history.last[1], history.probability * gain});
        gains_[1].push_back({history.last[1], history.last[0], -history.probability * gain});
    }

    void add_reach(const HistoryNode& history, Index set) {
        const auto seat = static_cast<std::size_t>(tree_.sets[set].seat);
        reach_[seat].push_back({set_number_[set], history.last[seat ^ 1U], history.probability});
    }

    const GameTree& tree_;
    std::array<SeatForm, 2>& seats_;
    std::vector<Index> number_;      // of each action, among its seat's
    std::vector<Index> set_number_;  // of each set, among its seat's
    std::array<std::vector<Entry>, 2> gains_;
    std::array<std::vector<Entry>, 2> reach_;
};

}  // namespace detail

inline SequenceForm::SequenceForm(const GameTree& tree) { detail::FormBuilder(tree, seats_); }

}  // namespace zeitnot
