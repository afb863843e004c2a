// Max^n with a horizon: every seat maximises its own score (Luckhardt and Irani 1986; see maxn.hpp
// for the textbook's form), with a table, move ordering and few candidates.
//
// The scores of all seats add up to a constant. A node is pruned as soon as the seat to move has so
// much that less is left for the seat before it than that seat already has with another move
// ("shallow pruning": Korf, "Multi-player alpha-beta pruning", Artificial Intelligence 48, 1991).
// Deep pruning would be wrong. With an alliance nothing is pruned, because its members maximise
// other values.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "zeitnot/search/alliance.hpp"
#include "zeitnot/search/control.hpp"
#include "zeitnot/search/seats/choices.hpp"
#include "zeitnot/search/seats/played_keys.hpp"
#include "zeitnot/table.hpp"

namespace zeitnot {

// A node's exact scores in three words: depth, move and ply in the first, and three scores of 21
// bits in each other, with plies counted from the position. Scores of pruned nodes are not stored.
struct SeatEntry {
    int depth;
    std::uint16_t move;
    SeatScores scores;

    [[nodiscard]] Table<3>::Data packed(int ply) const {
        Table<3>::Data data{std::uint64_t{move} << 16U | static_cast<std::uint64_t>(depth) |
                            static_cast<std::uint64_t>(std::min(ply, 63)) << 32U | used_mark};
        for (int seat = 0; seat < scores.size(); ++seat)
            word(data, seat) |= as_bits(seat_score_to_table(scores[seat], ply)) << shift(seat);
        return data;
    }

    // `ply`: of the node that is searched.
    static std::optional<SeatEntry> find(const Table<3>& table, Key key, int seats, int ply) {
        auto data = table.find(key);
        if (!data) return std::nullopt;
        SeatEntry entry{static_cast<int>((*data)[0] & 0xFFU),
                        static_cast<std::uint16_t>((*data)[0] >> 16U), SeatScores::all(seats, 0)};
        for (int seat = 0; seat < seats; ++seat)
            entry.scores[seat] = seat_score_from_table(
                static_cast<Score>(word(*data, seat) >> shift(seat) & score_mask) - offset, ply);
        return entry;
    }

   private:
    static constexpr std::uint64_t used_mark = std::uint64_t{1} << 63U,
                                   score_mask = (1U << 21U) - 1;
    static constexpr Score offset = 1 << 19;  // because the last rank is below 0
    static std::uint64_t as_bits(Score score) { return static_cast<std::uint64_t>(score + offset); }
    static std::uint64_t& word(Table<3>::Data& data, int seat) { return data[seat < 3 ? 1 : 2]; }
    static unsigned shift(int seat) { return 21U * static_cast<unsigned>(seat % 3); }
};

template <SeatEvaluated P>
class DeepMaxN {
   public:
    using TableType = Table<3>;
    using Move = typename P::Move;

    DeepMaxN(const History<P>& root, const Alliance& alliance, TableType& table,
             const Evaluation<P>& evaluation, Meter& meter)
        : seats_(root.position().seat_count()),
          score_sum_((max_seat_score / 2 + Evaluation<P>::sum_slack) * seats_),
          alliance_(alliance),
          table_(table),
          evaluation_(evaluation),
          meter_(meter),
          choices_(evaluation),
          keys_(root) {}

    Choices<P>& choices() { return choices_; }
    PlayedKeys<P>& keys() { return keys_; }

    // What a seat maximises: its own score or the value for its alliance.
    [[nodiscard]] double utility(int seat, const SeatScores& scores) const {
        if (alliance_.members.empty()) return scores[seat];
        auto values = PerSeat<double>::all(seats_, 0);
        for (int other = 0; other < seats_; ++other) values[other] = scores[other];
        return alliance_.utility(seat, values);
    }

    // The search is cut off as soon as the utility of the seat to move reaches `bound`.
    SeatScores search(const P& position, int depth, int ply, double bound) {
        meter_.visit(ply);
        if (const auto end = position.result()) return end_scores(*end, ply);
        const Key key = position.hash();
        if (const auto end = keys_.repetition(position)) return end_scores(*end, ply);
        if (depth <= 0 || ply >= max_ply) return expected_scores(evaluation_, position);
        const auto entry = SeatEntry::find(table_, key, seats_, ply);
        if (entry && entry->depth == depth) return entry->scores;
        keys_.enter(key);
        const Found found = try_moves(position, depth, ply, bound, entry ? entry->move : no_code);
        keys_.leave();
        if (!found.pruned)
            table_.store(key, SeatEntry{depth, found.move, found.scores}.packed(ply));
        return found.scores;
    }

    // The bound for the next node after a seat that already has `score` with another move.
    [[nodiscard]] double bound_for_next(double score) const {
        return alliance_.members.empty() ? score_sum_ - score : no_bound;
    }
    static constexpr double no_bound = std::numeric_limits<double>::infinity();

    [[nodiscard]] std::uint16_t table_move(const P& position) const {
        const auto entry = SeatEntry::find(table_, position.hash(), seats_, 0);
        return entry ? entry->move : no_code;
    }

   private:
    struct Found {
        SeatScores scores;
        std::uint16_t move = no_code;
        bool pruned = false;
    };

    Found try_moves(const P& position, int depth, int ply, double bound, std::uint16_t table_move) {
        const int seat = position.turn();
        typename Choices<P>::List moves;
        choices_.list(position, depth, ply, table_move, moves);
        std::optional<Found> best;
        double best_utility = 0;
        for (const auto& ranked : moves) {
            P next = position;
            next.play(ranked.move);
            const bool same = next.turn() == seat;
            const double child_bound = best && !same ? bound_for_next(best_utility) : no_bound;
            const SeatScores scores = search(next, depth - 1, ply + 1, child_bound);
            const double utility = this->utility(seat, scores);
            if (best && utility <= best_utility) continue;
            best = Found{scores, code_of(ranked.move)};
            best_utility = utility;
            if (utility < bound) continue;
            best->pruned = true;
            choices_.record_cutoff(position, ranked.move, depth, ply);
            break;
        }
        return *best;
    }

    int seats_;
    double score_sum_;
    const Alliance& alliance_;
    TableType& table_;
    const Evaluation<P>& evaluation_;
    Meter& meter_;
    Choices<P> choices_;
    PlayedKeys<P> keys_;
};

}  // namespace zeitnot
