// Finds wins by threats: an AND/OR search in which each move of the attacker is a threat, and the
// defender tries every reply that may stop it, one by one.
//
// A four must be stopped at one cell, so a win by continuous fours (VCF) is cheap to search deeply.
// An open three threatens an open four, so the defender can stop it or make a four; a win by
// continuous threats (VCT) answers all these replies. Allis, van den Herik and Huntjens ("Go-Moku
// and threat-space search", 1993) let the defender make all replies at once instead, which is
// faster but misses wins. A win is proved, because no reply that could stop a threat is left out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/gomoku/candidates.hpp"
#include "games/gomoku/position.hpp"
#include "zeitnot/search/control.hpp"
#include "zeitnot/search/score.hpp"
#include "zeitnot/table.hpp"

namespace zeitnot::gomoku {

// The limits of a search: the attacker's moves that make fours, its moves that make any threat, and
// the positions that the search of threats may visit, including those of fours within it.
struct Effort {
    int fours;
    int threats = 0;
    int positions = 0;
};

class ThreatSearch {
   public:
    // A win in at most `plies` that begins with `move`.
    struct Win {
        int plies;
        Cell move;
    };

    explicit ThreatSearch(Meter& meter) : meter_(meter) {}

    // Searches for a win of the side to move. The game must not be over.
    std::optional<Win> win(const Gomoku& position, const Effort& effort) {
        positions_left_ = max_four_positions;
        if (const auto found = by_fours(position, effort.fours)) return found;
        if (effort.threats == 0 || !has_threats(position)) return std::nullopt;
        const Memo& memo = memo_of(wins_, position.hash());
        if (memo.answers(position.hash(), effort.threats, effort.positions)) return memo.win();
        positions_left_ = effort.positions;
        std::optional<Win> found;
        for (int threats = 1; threats <= effort.threats && positions_left_ > 0 && !found; ++threats)
            found = attack(position, threats);
        memo_of(wins_, position.hash()) = {position.hash(), effort.threats,
                                           positions_left_ > 0 ? unlimited : effort.positions,
                                           found};
        return found;
    }

    // Appends the moves of a win and the replies that resist longest, at most `win_here.plies`.
    // Ends early if this effort does not find the win again against some reply, because it is then
    // unknown which reply resists longest.
    template <class Line>
    void line(Gomoku position, const Win& win_here, const Effort& effort, Line& line) {
        std::optional<Win> found = win_here;
        for (int left = win_here.plies; found && line.push_if_room(found->move); left -= 2) {
            position.play(found->move);
            if (found->plies == 1 || left <= 2) return;
            const auto reply = longest_reply(position, effort);
            if (!reply || !line.push_if_room(*reply)) return;
            position.play(*reply);
            found = win(position, effort);
        }
    }

   private:
    // The result for a position: a win, or that none was found within `moves` moves of the attacker
    // and `positions` positions.
    struct Memo {
        Key key = 0;
        int moves = 0;
        int positions = 0;
        int plies = 0;  // 0: no win
        Cell move = 0;

        Memo() = default;
        Memo(Key memo_key, int memo_moves, int memo_positions, const std::optional<Win>& found)
            : key(memo_key),
              moves(found ? unlimited : memo_moves),
              positions(found ? unlimited : memo_positions),
              plies(found ? found->plies : 0),
              move(found ? found->move : Cell{0}) {}

        // Whether a search with these limits would find nothing new.
        [[nodiscard]] bool answers(Key query, int max_moves, int max_positions) const {
            return key == query && moves >= max_moves && positions >= max_positions;
        }
        [[nodiscard]] std::optional<Win> win() const {
            return plies > 0 ? std::optional(Win{plies, move}) : std::nullopt;
        }
    };
    using Memos = std::vector<Memo>;
    static constexpr std::size_t memos = std::size_t{1} << 14U;
    static constexpr int unlimited = 1 << 30;
    // The limit of fours at each node of the search for threats.
    static constexpr int inner_fours = 10;
    static constexpr int max_four_positions = 2000;

    static Memo& memo_of(Memos& table, Key key) { return table[key % memos]; }

    // --- Fours.

    std::optional<Win> by_fours(const Gomoku& position, int fours) {
        meter_.visit();
        --positions_left_;
        const PatternBoard& board = position.patterns();
        const int own = position.turn(), enemy = own ^ 1;
        if (!board.fives(own).empty()) return Win{1, board.fives(own).first()};
        CellSet moves = board.fours(own);
        if (moves.empty()) return std::nullopt;
        if (!board.fives(enemy).empty()) {
            if (board.fives(enemy).size() > 1) return std::nullopt;
            moves &= board.fives(enemy);
        } else if (const auto move = open_four(position)) {
            return Win{3, *move};
        }
        if (fours <= 1 || moves.empty()) return std::nullopt;
        return try_fours(position, moves, fours);
    }

    // A legal move that makes an open four.
    [[nodiscard]] static std::optional<Cell> open_four(const Gomoku& position) {
        const CellSet& cells = position.patterns().open_fours(position.turn());
        std::optional<Cell> found;
        cells.each([&](Cell cell) {
            if (!found && position.is_legal(cell)) found = cell;
        });
        return found;
    }

    std::optional<Win> try_fours(const Gomoku& position, const CellSet& moves, int fours) {
        const Memo& memo = memo_of(fours_, position.hash());
        if (memo.answers(position.hash(), fours, 0)) return memo.win();
        Gomoku::Moves list;
        add_best(position, moves, max_stones, list);
        std::optional<Win> found;
        for (const Cell move : list) {
            if (positions_left_ <= 0) return std::nullopt;
            if (const int plies = plies_to_win_by_four(position, move, fours)) {
                found = Win{plies, move};
                break;
            }
        }
        if (found || positions_left_ > 0)
            memo_of(fours_, position.hash()) = {position.hash(), fours, 0, found};
        return found;
    }

    // Plies to the win by this move, which makes a four; 0 if it does not win.
    int plies_to_win_by_four(const Gomoku& position, Cell move, int fours) {
        const int own = position.turn();
        Gomoku next = position;
        next.play(move);
        const CellSet& fives = next.patterns().fives(own);
        if (fives.empty()) return 0;
        if (fives.size() > 1 || !next.is_legal(fives.first())) return 3;
        next.play(fives.first());
        const auto found = by_fours(next, fours - 1);
        return found ? found->plies + 2 : 0;
    }

    // --- Threats.

    [[nodiscard]] static bool has_threats(const Gomoku& position) {
        const PatternBoard& board = position.patterns();
        const int own = position.turn();
        return !(board.fours(own) | board.open_threes(own)).empty();
    }

    std::optional<Win> attack(const Gomoku& position, int threats) {
        if (const auto found = by_fours(position, inner_fours)) return found;
        if (threats == 0 || positions_left_ <= 0 || !has_threats(position)) return std::nullopt;
        const Memo& memo = memo_of(attacks_, position.hash());
        if (memo.answers(position.hash(), threats, 0)) return memo.win();
        const PatternBoard& board = position.patterns();
        const int own = position.turn(), enemy = own ^ 1;
        Gomoku::Moves moves;
        add_best(position,
                 board.fives(enemy).empty() ? board.fours(own) | board.open_threes(own)
                                            : board.fives(enemy),
                 max_stones, moves);
        std::optional<Win> found;
        for (const Cell move : moves) {
            Gomoku next = position;
            next.play(move);
            if (const int plies = defend(next, threats - 1)) {
                found = Win{plies + 1, move};
                break;
            }
        }
        if (found || positions_left_ > 0)
            memo_of(attacks_, position.hash()) = {position.hash(), threats, 0, found};
        return found;
    }

    // Plies to the attacker's win against every reply of the side to move; 0 if none is proved.
    int defend(const Gomoku& position, int threats) {
        Gomoku::Moves replies;
        if (!add_replies(position, replies)) return 0;
        int longest = plies_if_ignored(position);
        for (const Cell reply : replies) {
            Gomoku next = position;
            next.play(reply);
            const auto found = attack(next, threats);
            if (!found) return 0;
            longest = std::max(longest, found->plies + 1);
        }
        return longest;
    }

    // Plies to the attacker's win if the side to move does not defend.
    [[nodiscard]] static int plies_if_ignored(const Gomoku& position) {
        return position.patterns().fives(position.turn() ^ 1).empty() ? 4 : 2;
    }

    // Adds all replies that may stop the attacker's threat. Returns false if there is no threat or
    // the side to move can make five.
    static bool add_replies(const Gomoku& position, Gomoku::Moves& replies) {
        if (!position.patterns().fives(position.turn()).empty()) return false;
        const auto forced = forced_moves(position);
        if (forced) add_best(position, *forced, max_stones, replies);
        return forced.has_value();
    }

    // The reply after which the attacker's win takes longest; none if there is no reply, or if this
    // effort finds no win after one of them.
    std::optional<Cell> longest_reply(const Gomoku& position, const Effort& effort) {
        Gomoku::Moves replies;
        add_replies(position, replies);
        std::optional<Cell> best;
        int longest = 0;
        for (const Cell reply : replies) {
            Gomoku next = position;
            next.play(reply);
            const auto found = win(next, effort);
            if (!found) return std::nullopt;
            if (found->plies <= longest) continue;
            longest = found->plies;
            best = reply;
        }
        return best;
    }

    Meter& meter_;
    // Results of searches for fours, of complete searches for threats, and of their nodes.
    Memos fours_ = Memos(memos), wins_ = Memos(memos), attacks_ = Memos(memos);
    int positions_left_ = 0;  // of this search
};

}  // namespace zeitnot::gomoku
