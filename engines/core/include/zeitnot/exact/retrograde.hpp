// Retrograde analysis: the exact value of every position of a small game, from its final positions
// backwards.
//
// A position is won if a move leads to a position that is lost for the opponent, and lost if all
// moves lead to positions that the opponent wins (where the same side moves again, its own values
// count). Going backwards from the finished games in order of distance gives the shortest wins and
// longest losses. Positions that are never reached are drawn: neither side can force an end
// (Ströhlein 1970; Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "zeitnot/concepts.hpp"

namespace zeitnot {

// `StateSpace<P>::roots(settings)`: the positions to expand, the start first. Specialised for games
// small enough to be solved completely.
template <class P>
struct StateSpace;

template <class P>
concept Solvable = Deterministic<P> && TwoPlayerZeroSum<P> && !Superko<P> &&
                   requires(const typename P::Settings& settings) {
                       { StateSpace<P>::roots(settings) } -> std::same_as<std::vector<P>>;
                   };

// `value` for the side to move: 1 won, 0 drawn, -1 lost; `distance` in plies to a forced end.
struct Verdict {
    int value = 0;
    std::optional<int> distance;
};

template <Deterministic P>
class Retrograde {
   public:
    explicit Retrograde(const std::vector<P>& roots) {
        for (const P& root : roots) number_of(root);
        for (std::size_t i = 0; i < positions_.size(); ++i) expand(i);
        propagate();
    }

    [[nodiscard]] const std::vector<P>& positions() const { return positions_; }
    [[nodiscard]] const std::vector<Verdict>& verdicts() const { return verdicts_; }

    // Empty if play from the roots cannot reach it.
    [[nodiscard]] std::optional<Verdict> find(const P& position) const {
        const auto found = numbers_.find(position.hash());
        if (found == numbers_.end()) return std::nullopt;
        return verdicts_[found->second];
    }

   private:
    std::size_t number_of(const P& position) {
        const auto [at, added] = numbers_.try_emplace(position.hash(), positions_.size());
        if (added) positions_.push_back(position);
        return at->second;
    }

    void expand(std::size_t number) {
        const P position = positions_[number];
        typename P::Moves moves;
        if (!position.result()) position.generate(moves);
        for (const auto move : moves) {
            P next = position;
            next.play(move);
            const std::size_t to = number_of(next);
            predecessors_.resize(positions_.size());
            predecessors_[to].push_back(number);
        }
        undecided_moves_.push_back(moves.size());
    }

    void propagate() {
        predecessors_.resize(positions_.size());
        verdicts_.resize(positions_.size());
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            const auto end = positions_[i].result();
            if (!end || end->scores[0] == 0.5) continue;
            verdicts_[i] = {(end->scores[0] > 0.5) == (positions_[i].turn() == 0) ? 1 : -1, 0};
            decided_.push_back(i);
        }
        for (std::size_t i = 0; i < decided_.size(); ++i) {
            for (const std::size_t predecessor : predecessors_[decided_[i]])
                count_decided_move(predecessor, decided_[i]);
        }
    }

    // Accounts for a move of `number` to the decided position `next`.
    void count_decided_move(std::size_t number, std::size_t next) {
        --undecided_moves_[number];
        if (verdicts_[number].value != 0) return;
        const auto& [next_value, distance] = verdicts_[next];
        const bool same_side = positions_[next].turn() == positions_[number].turn();
        const int value = same_side ? next_value : -next_value;
        if (value < 0 && undecided_moves_[number] > 0) return;
        verdicts_[number] = {value, *distance + 1};
        decided_.push_back(number);
    }

    std::vector<P> positions_;
    std::unordered_map<Key, std::size_t> numbers_;
    std::vector<std::vector<std::size_t>> predecessors_;
    std::vector<std::size_t> undecided_moves_;  // moves not yet known to lose
    std::vector<Verdict> verdicts_;
    std::vector<std::size_t> decided_;  // in order of distance
};

}  // namespace zeitnot
