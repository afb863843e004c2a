// Paranoid search: one seat against all others, which are assumed to minimise its score (Sturtevant
// and Korf, "On pruning techniques for multi-player games", AAAI 2000). So a position has one
// value, and alpha-beta prunes: with the best order it visits b^((n-1)/n·d) nodes with n seats.
// With two seats the assumption is true, and the search is alpha-beta.
#pragma once

#include <algorithm>
#include <optional>

#include "zeitnot/search/control.hpp"
#include "zeitnot/search/entry.hpp"
#include "zeitnot/search/seats/choices.hpp"
#include "zeitnot/search/seats/played_keys.hpp"

namespace zeitnot {

// `seat`: the seat whose value is searched; another seat may be to move.
template <SeatEvaluated P>
class Paranoid {
   public:
    using TableType = Table<1>;
    using Move = typename P::Move;

    Paranoid(const History<P>& root, int seat, TableType& table, const Evaluation<P>& evaluation,
             Meter& meter)
        : seat_(seat),
          salt_(salt_of(seat)),
          table_(table),
          evaluation_(evaluation),
          meter_(meter),
          choices_(evaluation),
          keys_(root) {}

    Choices<P>& choices() { return choices_; }
    PlayedKeys<P>& keys() { return keys_; }

    // The value for the seat, exact if it lies between alpha and beta, otherwise a bound.
    Score search(const P& position, int depth, int ply, Score alpha, Score beta) {
        meter_.visit(ply);
        if (const auto end = position.result()) return end_scores(*end, ply)[seat_];
        const Key key = position.hash();
        if (const auto end = keys_.repetition(position)) return end_scores(*end, ply)[seat_];
        if (depth <= 0 || ply >= max_ply) return expected_scores(evaluation_, position)[seat_];
        const auto entry = Entry::find(table_, key ^ salt_);
        if (entry && entry->depth >= depth) {
            const Score score = seat_score_from_table(entry->score, ply);
            if (entry->bound == Bound::exact) return score;
            if (entry->bound == Bound::lower && score >= beta) return score;
            if (entry->bound == Bound::upper && score <= alpha) return score;
        }
        keys_.enter(key);
        const Found found =
            try_moves(position, depth, ply, alpha, beta, entry ? entry->move : no_code);
        keys_.leave();
        const Bound bound = found.score >= beta    ? Bound::lower
                            : found.score <= alpha ? Bound::upper
                                                   : Bound::exact;
        const Score score = seat_score_to_table(found.score, ply);
        table_.store(key ^ salt_, Entry{depth, found.move, bound, score, ply}.packed());
        return found.score;
    }

    // The table's move, which continues the line of best play.
    [[nodiscard]] std::uint16_t table_move(const P& position) const {
        const auto entry = Entry::find(table_, position.hash() ^ salt_);
        return entry ? entry->move : no_code;
    }

   private:
    struct Found {
        Score score;
        std::uint16_t move = no_code;
    };

    static Key salt_of(int seat) {
        Key state = static_cast<Key>(seat) + 1;
        return splitmix64(state);
    }

    Found try_moves(const P& position, int depth, int ply, Score alpha, Score beta,
                    std::uint16_t table_move) {
        const bool is_own = position.turn() == seat_;
        typename Choices<P>::List moves;
        choices_.list(position, depth, ply, table_move, moves);
        Found best{is_own ? -infinite_score : infinite_score};
        for (std::size_t i = 0; i < moves.size(); ++i) {
            P next = position;
            next.play(moves[i].move);
            const Score score = value(next, depth, ply, alpha, beta, i, is_own);
            if (is_own ? score <= best.score : score >= best.score) continue;
            best = {score, code_of(moves[i].move)};
            (is_own ? alpha : beta) = is_own ? std::max(alpha, score) : std::min(beta, score);
            if (alpha < beta) continue;
            choices_.record_cutoff(position, moves[i].move, depth, ply);
            break;
        }
        return best;
    }

    // Searches the first move with the full window, the others first with a null window, and late
    // moves at less depth (Pearl's Scout, 1980; late move reductions).
    Score value(const P& next, int depth, int ply, Score alpha, Score beta, std::size_t number,
                bool is_own) {
        if (number == 0 || beta - alpha <= 1)
            return reduced(next, depth, ply, alpha, beta, number, is_own);
        const Score null_alpha = is_own ? alpha : beta - 1;
        const Score score = reduced(next, depth, ply, null_alpha, null_alpha + 1, number, is_own);
        if (score <= alpha || score >= beta) return score;
        return search(next, depth - 1, ply + 1, alpha, beta);
    }

    Score reduced(const P& next, int depth, int ply, Score alpha, Score beta, std::size_t number,
                  bool is_own) {
        const int reduction = depth < 3 || number < 4 ? 0 : number < 10 ? 1 : 2;
        if (reduction > 0) {
            const Score score = search(next, depth - 1 - reduction, ply + 1, alpha, beta);
            if (is_own ? score <= alpha : score >= beta) return score;
        }
        return search(next, depth - 1, ply + 1, alpha, beta);
    }

    int seat_;
    Key salt_;
    TableType& table_;
    const Evaluation<P>& evaluation_;
    Meter& meter_;
    Choices<P> choices_;
    PlayedKeys<P> keys_;
};

}  // namespace zeitnot
