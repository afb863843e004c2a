// The moves of a node, best first, ranked lazily.
//
// Order: the table's move; captures that do not lose, the largest gain first; killers and the
// counter move; quiet moves by their history; captures that lose. Alpha-beta visits the fewest
// nodes when the best move comes first (Knuth and Moore 1975), and most nodes end after one or two
// moves.
#pragma once

#include <limits>
#include <utility>

#include "zeitnot/fixed_list.hpp"
#include "zeitnot/search/candidates.hpp"
#include "zeitnot/search/move_history.hpp"

namespace zeitnot {

// The node for which moves are picked, with moves as codes.
struct PickerContext {
    std::uint16_t table_move;
    std::uint16_t previous;  // the move that led here
    int depth;
    int ply;
};

// Whether the move gives check, or another threat to win immediately.
template <Position P>
bool threatens(const P& position, typename P::Move move) {
    if constexpr (requires { position.gives_check(move); }) {
        return position.gives_check(move);
    } else if constexpr (SeesThreats<P>) {
        P next = position;
        next.play(move);
        return is_threatened(next);
    }
    return false;
}

// Order of the list: picked | remaining captures | losing captures | quiet moves.
template <Position P>
class Picker {
   public:
    using Move = typename P::Move;
    enum class Kinds : std::uint8_t { all, captures };

    Picker(const P& position, const Evaluation<P>& evaluation, const MoveHistory<P>& move_history,
           Heuristics heuristics, const PickerContext& context, Kinds kinds = Kinds::all)
        : position_(position),
          evaluation_(evaluation),
          move_history_(move_history),
          heuristics_(heuristics),
          context_(context),
          kinds_(kinds) {
        if constexpr (Capturing<P>) {
            if (kinds == Kinds::captures) {
                position.captures(moves_);
                return;
            }
        }
        const int depth = context.ply == 0 ? max_ply : context.depth;
        is_complete_ = add_moves_to_search(position, evaluation, heuristics, depth, moves_);
    }

    [[nodiscard]] std::size_t size() const { return moves_.size(); }
    // Whether no move that is left out can be better than those in the list.
    [[nodiscard]] bool is_complete() const { return is_complete_; }

    // The next move, null when there are no more.
    const Move* next() {
        switch (stage_) {
            case Stage::table:
                stage_ = Stage::sorting;
                if (const Move* move = table_move()) return move;
                [[fallthrough]];
            case Stage::sorting:
                partition_captures();
                stage_ = Stage::captures;
                [[fallthrough]];
            case Stage::captures:
                if (const Move* move = capture()) return move;
                quiet_end_ = moves_.size();
                rank_quiets();
                stage_ = Stage::quiets;
                [[fallthrough]];
            case Stage::quiets:
                if (quiet_ < quiet_end_) return best_of(quiet_++, quiet_end_);
                stage_ = Stage::losing;
                [[fallthrough]];
            case Stage::losing:
                return next_ < losing_end_ ? best_of(next_++, losing_end_) : nullptr;
        }
        return nullptr;
    }

    // Skips all further quiet moves except threats.
    void skip_quiets() {
        std::size_t end = quiet_;
        for (std::size_t i = quiet_; i < quiet_end_; ++i) {
            if (!threatens(position_, moves_[i])) continue;
            std::swap(moves_[end], moves_[i]);
            std::swap(ranks_[end], ranks_[i]);
            ++end;
        }
        quiet_end_ = end;
    }

    // The stage of the move picked last, and its rank: the gain of a capture, the history of a
    // quiet move. `is_sorted()` is false only for the table's move.
    [[nodiscard]] bool is_quiet() const { return stage_ == Stage::quiets; }
    [[nodiscard]] bool is_sorted() const { return stage_ != Stage::sorting; }
    [[nodiscard]] bool loses_material() const { return stage_ == Stage::losing; }
    [[nodiscard]] bool is_killer_or_counter() const { return ranks_[picked_] >= killer_rank; }
    [[nodiscard]] std::int32_t rank() const { return ranks_[picked_]; }

   private:
    enum class Stage : std::uint8_t { table, sorting, captures, quiets, losing };
    static constexpr std::size_t capacity = P::Moves::capacity;
    static constexpr std::int32_t killer_rank = 1 << 20;

    const Move* table_move() {
        if (context_.table_move == no_code) return nullptr;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            if (code_of(moves_[i]) != context_.table_move) continue;
            std::swap(moves_[0], moves_[i]);
            ranks_[0] = 0;
            picked_ = next_++;
            return &moves_[picked_];
        }
        return nullptr;
    }

    void partition_captures() {
        captures_end_ = next_;
        if (kinds_ == Kinds::captures || (Capturing<P> && heuristics_.has(Heuristic::captures))) {
            for (std::size_t i = next_; i < moves_.size(); ++i) {
                if (kinds_ == Kinds::all && !position_.is_capture(moves_[i])) continue;
                std::swap(moves_[captures_end_], moves_[i]);
                ranks_[captures_end_] = gain(moves_[captures_end_]);
                ++captures_end_;
            }
        }
        losing_end_ = quiet_ = captures_end_;
    }

    const Move* capture() {
        while (next_ < captures_end_) {
            const Move* best = best_of(next_, captures_end_);
            if (!is_losing(*best)) {
                ++next_;
                return best;
            }
            --captures_end_;
            std::swap(moves_[next_], moves_[captures_end_]);
            std::swap(ranks_[next_], ranks_[captures_end_]);
        }
        return nullptr;
    }

    void rank_quiets() {
        const std::array<std::uint16_t, 3> refutations{
            move_history_.killer(context_.ply, 0), move_history_.killer(context_.ply, 1),
            move_history_.counter(position_.turn(), context_.previous)};
        for (std::size_t i = quiet_; i < moves_.size(); ++i) {
            const std::uint16_t code = code_of(moves_[i]);
            std::int32_t rank = move_history_.history(position_.turn(), code, context_.previous);
            for (int f = 0; f < 3; ++f) {
                if (code == refutations[static_cast<std::size_t>(f)]) rank = killer_rank * (3 - f);
            }
            if constexpr (requires {
                              evaluation_.order_bonus(position_, moves_[i], context_.depth);
                          }) {
                rank += evaluation_.order_bonus(position_, moves_[i], context_.depth);
            }
            ranks_[i] = rank;
        }
    }

    // Cheaper than sorting, since one of the first moves may cause a cutoff.
    const Move* best_of(std::size_t from, std::size_t end) {
        std::size_t best = from;
        for (std::size_t i = from + 1; i < end; ++i) {
            if (ranks_[i] > ranks_[best]) best = i;
        }
        std::swap(moves_[from], moves_[best]);
        std::swap(ranks_[from], ranks_[best]);
        picked_ = from;
        return &moves_[from];
    }

    [[nodiscard]] std::int32_t gain(Move move) const {
        if constexpr (Capturing<P>) return position_.capture_gain(move);
        return 0;
    }
    [[nodiscard]] bool is_losing(Move move) const {
        if constexpr (Capturing<P>) {
            return heuristics_.has(Heuristic::exchanges) && !see_ge(position_, move, 0);
        }
        return false;
    }

    const P& position_;
    const Evaluation<P>& evaluation_;
    const MoveHistory<P>& move_history_;
    Heuristics heuristics_;
    PickerContext context_;
    Kinds kinds_;
    bool is_complete_ = true;
    Stage stage_ = Stage::table;
    std::size_t next_ = 0, captures_end_ = 0, losing_end_ = 0, quiet_ = 0, quiet_end_ = 0,
                picked_ = 0;
    typename P::Moves moves_;
    std::array<std::int32_t, capacity> ranks_;
};

}  // namespace zeitnot
