// The numbered positions of a game that is small enough to be solved completely.
//
// A game has either a perfect index (`IndexOf`), optionally with unmoves, or root positions from
// which all others are reached (`StateSpace`); these are numbered in order of discovery and found
// by their hash keys. A game that would take more memory than allowed is refused before it is
// solved.
#pragma once

#include <algorithm>
#include <concepts>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "zeitnot/concepts.hpp"
#include "zeitnot/exact/retrograde.hpp"
#include "zeitnot/parsed.hpp"

namespace zeitnot {

// `StateSpace<P>::roots(settings)` are the positions to expand, the start first. Specialised for
// games small enough to be solved completely.
template <class P>
struct StateSpace;

// `IndexOf<P>(settings)`: `size()`; `position(n)`, empty if no position has this number;
// `number(p)`, empty for a position without one; `each_unmove(p, f)` calls f with each position
// from which a move leads to p, once for each such move.
template <class P>
class IndexOf;

template <class I, class P>
concept PositionIndex = requires(const I& index, const P& p, std::size_t number) {
    { index.size() } -> std::same_as<std::size_t>;
    { index.position(number) } -> std::same_as<std::optional<P>>;
    { index.number(p) } -> std::same_as<std::optional<std::size_t>>;
};

template <class I, class P>
concept HasUnmoves =
    requires(const I& index, const P& p) { index.each_unmove(p, [](const P&) {}); };

template <class P>
concept Indexed = requires(const typename P::Settings& settings) { IndexOf<P>(settings); } &&
                  PositionIndex<IndexOf<P>, P>;

template <class P>
concept Expandable = requires(const typename P::Settings& settings) {
    { StateSpace<P>::roots(settings) } -> std::same_as<std::vector<P>>;
};

template <class P>
concept Solvable =
    Deterministic<P> && TwoPlayerZeroSum<P> && !Superko<P> && (Indexed<P> || Expandable<P>);

// The index of the positions reachable from the roots, in order of discovery. It stops when
// retrograde analysis of the positions would take more than `max_bytes`.
template <Deterministic P>
class ReachablePositions {
   public:
    explicit ReachablePositions(const std::vector<P>& roots,
                                double max_bytes = std::numeric_limits<double>::infinity()) {
        for (const P& root : roots) add(root);
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            const P position = positions_[i];
            typename P::Moves moves;
            if (!position.result()) position.generate(moves);
            moves_ += static_cast<double>(moves.size());
            is_complete_ = bytes() <= max_bytes;
            if (!is_complete_) return;
            for (const auto move : moves) {
                P next = position;
                next.play(move);
                add(next);
            }
        }
    }

    // Whether all reachable positions were found.
    [[nodiscard]] bool is_complete() const { return is_complete_; }
    [[nodiscard]] std::size_t size() const { return positions_.size(); }
    [[nodiscard]] std::optional<P> position(std::size_t number) const { return positions_[number]; }
    [[nodiscard]] std::optional<std::size_t> number(const P& position) const {
        const auto found = numbers_.find(position.hash());
        return found == numbers_.end() ? std::nullopt : std::optional(found->second);
    }

   private:
    void add(const P& position) {
        if (numbers_.try_emplace(position.hash(), positions_.size()).second)
            positions_.push_back(position);
    }

    // While a vector grows, its elements exist twice.
    [[nodiscard]] double bytes() const {
        constexpr double per_position = 2 * sizeof(P) + sizeof(Key) + 5 * sizeof(void*);
        const auto positions = static_cast<double>(size());
        return positions * per_position + retrograde_bytes(positions) +
               predecessors_bytes(positions, moves_);
    }

    std::vector<P> positions_;
    std::unordered_map<Key, std::size_t> numbers_;
    double moves_ = 0;
    bool is_complete_ = true;
};

// The positions of an index as a PositionSet. `verdict_of(p)` is the verdict of a position outside
// the index, for its side to move. `drawn`: the sorted keys of positions that count as drawn,
// whatever their moves.
template <Deterministic P, PositionIndex<P> Index, class VerdictOf>
class IndexedPositions {
   public:
    IndexedPositions(const Index& index, VerdictOf verdict_of, std::vector<Key> drawn = {})
        : index_(index), verdict_of_(std::move(verdict_of)), drawn_(std::move(drawn)) {}

    [[nodiscard]] std::size_t size() const { return index_.size(); }

    [[nodiscard]] std::optional<int> end_value(std::size_t number) const {
        const auto position = index_.position(number);
        if (!position) return 0;
        const auto end = position->result();
        if (!end) return is_drawn(*position) ? std::optional(0) : std::nullopt;
        if (end->scores[0] == 0.5) return 0;
        return (end->scores[0] > 0.5) == (position->turn() == 0) ? 1 : -1;
    }

    template <class Inside, class Outside>
    void each_move(std::size_t number, Inside inside, Outside outside) const {
        const P position = *index_.position(number);
        typename P::Moves moves;
        position.generate(moves);
        for (const auto move : moves) {
            P next = position;
            next.play(move);
            const bool same_side = next.turn() == position.turn();
            if (const auto at = index_.number(next)) {
                inside(*at, same_side);
            } else {
                Verdict after = verdict_of_(next);
                if (!same_side) after.value = -after.value;
                outside(after);
            }
        }
    }

    template <class F>
        requires HasUnmoves<Index, P>
    void each_unmove(std::size_t number, F f) const {
        const P position = *index_.position(number);
        index_.each_unmove(position, [&](const P& previous) {
            if (is_drawn(previous)) return;
            f(*index_.number(previous), previous.turn() == position.turn());
        });
    }

   private:
    [[nodiscard]] bool is_drawn(const P& position) const {
        return !drawn_.empty() && std::binary_search(drawn_.begin(), drawn_.end(), position.hash());
    }

    const Index& index_;
    VerdictOf verdict_of_;
    std::vector<Key> drawn_;
};

// Estimates the memory to solve a perfect index, in bytes; the number of moves is estimated from a
// sample of positions.
template <Deterministic P, PositionIndex<P> Index>
double bytes_to_solve(const Index& index) {
    const auto size = static_cast<double>(index.size());
    if constexpr (HasUnmoves<Index, P>) return retrograde_bytes(size);
    const std::size_t step = index.size() / 1000 + 1;
    std::size_t sampled = 0, moves_found = 0;
    for (std::size_t number = 0; number < index.size(); number += step, ++sampled) {
        typename P::Moves moves;
        const auto position = index.position(number);
        if (position && !position->result()) position->generate(moves);
        moves_found += moves.size();
    }
    const double mean =
        sampled == 0 ? 0 : static_cast<double>(moves_found) / static_cast<double>(sampled);
    return retrograde_bytes(size) + predecessors_bytes(size, mean * size);
}

template <Solvable P>
using IndexFor = std::conditional_t<Indexed<P>, IndexOf<P>, ReachablePositions<P>>;
template <Solvable P>
using SharedIndex = std::shared_ptr<const IndexFor<P>>;

// The numbered positions of the game with these settings, or the reason why they cannot be solved:
// they would take more memory than `max_mb`, or the game refuses (`refusal(settings)` of its
// StateSpace or IndexOf, a sentence).
template <Solvable P>
Parsed<SharedIndex<P>> positions_of(const typename P::Settings& settings, std::size_t max_mb) {
    using Space = std::conditional_t<Indexed<P>, IndexOf<P>, StateSpace<P>>;
    if constexpr (requires { Space::refusal(settings); }) {
        if (const std::optional<std::string> refusal = Space::refusal(settings))
            return Error{*refusal};
    }
    const double max_bytes = static_cast<double>(max_mb) * (1 << 20);
    const auto too_large = [&](const std::string& positions, const std::string& memory) {
        return Error{std::string(P::name) + " with these settings has " + positions +
                     " positions; to solve them takes " + memory + ", and the limit is " +
                     std::to_string(max_mb) + " MB."};
    };
    if constexpr (Indexed<P>) {
        auto index = std::make_shared<const IndexOf<P>>(settings);
        const double bytes = bytes_to_solve<P>(*index);
        if (bytes <= max_bytes) return SharedIndex<P>(std::move(index));
        return too_large(
            std::to_string(index->size()),
            "about " + std::to_string(static_cast<std::uint64_t>(bytes) >> 20U) + " MB");
    } else {
        auto reachable = std::make_shared<const ReachablePositions<P>>(
            StateSpace<P>::roots(settings), max_bytes);
        if (reachable->is_complete()) return SharedIndex<P>(std::move(reachable));
        return too_large("more than " + std::to_string(reachable->size()), "more memory");
    }
}

// A completely solved game. `drawn`: the sorted keys of positions that count as drawn.
template <Solvable P>
class SolvedGame {
   public:
    explicit SolvedGame(SharedIndex<P> index, std::vector<Key> drawn = {})
        : index_(std::move(index)), verdicts_(Positions(*index_, &unknown, std::move(drawn))) {
        each([this](const P&, const Verdict&) { ++size_; });
    }

    // The number of positions.
    [[nodiscard]] std::size_t size() const { return size_; }
    // Calls f(position, verdict) for every position.
    void each(auto&& f) const {
        for (std::size_t number = 0; number < index_->size(); ++number) {
            if (const auto position = index_->position(number)) f(*position, verdicts_[number]);
        }
    }

    // Empty if the position is not among them.
    [[nodiscard]] std::optional<Verdict> find(const P& position) const {
        const auto number = index_->number(position);
        return number ? std::optional(verdicts_[*number]) : std::nullopt;
    }

   private:
    // Never called, because no move leaves the index of the entire game.
    static Verdict unknown(const P&) { return {}; }

    using Positions = IndexedPositions<P, IndexFor<P>, Verdict (*)(const P&)>;

    SharedIndex<P> index_;
    Retrograde<Positions> verdicts_;
    std::size_t size_ = 0;
};

}  // namespace zeitnot
