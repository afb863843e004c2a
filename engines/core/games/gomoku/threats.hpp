// Threat-space search: wins by threats that leave the enemy few replies.
//
// A four must be stopped at one cell, so that a win by continuous fours (VCF) is searched deep at
// little cost. An open three threatens an open four, and leaves the replies that stop it and the
// enemy's own fours; a win by continuous threats (VCT) answers them all (Allis, van den Herik and
// Huntjens, "Go-Moku and threat-space search", 1993). A win that is found is proved: no reply that
// could stop a threat is left out.
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

// How far a search goes: moves of the attacker that make fours; moves that make any threat, and the
// positions that these may cost.
struct Effort {
    int fours;
    int threats = 0;
    int positions = 0;
};

class ThreatSearch {
   public:
    // A win in so many plies, at most, that begins with this move.
    struct Win {
        int plies;
        Cell move;
    };

    explicit ThreatSearch(Meter& meter) : meter_(meter) {}

    // A win of the side to move, whose game has not ended.
    std::optional<Win> win(const Gomoku& position, const Effort& effort) {
        if (const auto found = by_fours(position, effort.fours)) return found;
        if (effort.threats == 0 || !has_threats(position)) return std::nullopt;
        Memo& memo = memo_of(threats_, position.hash());
        if (memo.key == position.hash() && memo.effort >= effort.positions) return memo.win();
        left_ = effort.positions;
        std::optional<Win> found;
        for (int threats = 1; threats <= effort.threats && left_ > 0 && !found; ++threats)
            found = attack(position, threats);
        memo_of(threats_, position.hash()) = {position.hash(), effort.positions, found};
        return found;
    }

    // Appends the winning moves and the replies that resist longest; nothing without a win.
    template <class Line>
    void line(Gomoku position, const Effort& effort, Line& line) {
        for (auto found = win(position, effort); found; found = win(position, effort)) {
            line.push(found->move);
            position.play(found->move);
            if (found->plies == 1) return;
            const auto reply = longest_reply(position, effort);
            if (!reply) return;
            line.push(*reply);
            position.play(*reply);
        }
    }

   private:
    // What is known of a position: a win, or that the effort spent has found none.
    struct Memo {
        Key key = 0;
        int effort = 0;
        int plies = 0;  // 0: no win
        Cell move = 0;

        Memo() = default;
        Memo(Key its_key, int its_effort, const std::optional<Win>& found)
            : key(its_key),
              effort(found ? unlimited : its_effort),
              plies(found ? found->plies : 0),
              move(found ? found->move : Cell{0}) {}

        [[nodiscard]] std::optional<Win> win() const {
            return plies > 0 ? std::optional(Win{plies, move}) : std::nullopt;
        }
    };
    using Memos = std::vector<Memo>;
    static constexpr std::size_t memos = std::size_t{1} << 14U;
    static constexpr int unlimited = 1 << 30;
    // Searched for fours in positions that the search for threats meets.
    static constexpr int inner_fours = 10;

    static Memo& memo_of(Memos& table, Key key) { return table[key % memos]; }

    // --- Fours.

    std::optional<Win> by_fours(const Gomoku& position, int fours) {
        meter_.visit();
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
        Memo& memo = memo_of(fours_, position.hash());
        if (memo.key == position.hash() && memo.effort >= fours) return memo.win();
        Gomoku::Moves list;
        add_best(position, moves, most_stones, list);
        std::optional<Win> found;
        for (const Cell move : list) {
            if (const int plies = plies_of_four(position, move, fours)) {
                if (!found || plies < found->plies) found = Win{plies, move};
                break;
            }
        }
        memo_of(fours_, position.hash()) = {position.hash(), fours, found};
        return found;
    }

    // Plies to the win by this move, which makes a four; 0: none.
    int plies_of_four(const Gomoku& position, Cell move, int fours) {
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
        if (threats == 0 || --left_ <= 0 || !has_threats(position)) return std::nullopt;
        Memo& memo = memo_of(attacks_, position.hash());
        if (memo.key == position.hash() && memo.effort >= threats) return memo.win();
        const PatternBoard& board = position.patterns();
        const int own = position.turn(), enemy = own ^ 1;
        Gomoku::Moves moves;
        add_best(position,
                 board.fives(enemy).empty() ? board.fours(own) | board.open_threes(own)
                                            : board.fives(enemy),
                 most_stones, moves);
        std::optional<Win> found;
        for (const Cell move : moves) {
            Gomoku next = position;
            next.play(move);
            const int plies = defend(next, threats - 1);
            if (plies > 0 && (!found || plies + 1 < found->plies)) found = Win{plies + 1, move};
            if (found) break;
        }
        if (found || left_ > 0)
            memo_of(attacks_, position.hash()) = {position.hash(), threats, found};
        return found;
    }

    // Plies to the attacker's win against every reply of the side to move; 0: none is proved.
    int defend(const Gomoku& position, int threats) {
        Gomoku::Moves replies;
        if (!add_replies(position, replies)) return 0;
        int longest = shortest_of(position);
        for (const Cell reply : replies) {
            Gomoku next = position;
            next.play(reply);
            const auto found = attack(next, threats);
            if (!found) return 0;
            longest = std::max(longest, found->plies + 1);
        }
        return longest;
    }

    // Plies to the attacker's win if the side to move does nothing against it.
    [[nodiscard]] static int shortest_of(const Gomoku& position) {
        return position.patterns().fives(position.turn() ^ 1).empty() ? 4 : 2;
    }

    // Adds all replies that may stop the attacker's threat; false if it has none, or is about to
    // lose.
    static bool add_replies(const Gomoku& position, Gomoku::Moves& replies) {
        const PatternBoard& board = position.patterns();
        const int own = position.turn(), attacker = own ^ 1;
        if (!board.fives(own).empty()) return false;
        const CellSet& fives = board.fives(attacker);
        if (!fives.empty()) {
            if (fives.size() == 1) add_best(position, fives, 1, replies);
            return true;
        }
        const auto stops = stops_of(position, attacker);
        if (!stops) return false;
        add_best(position, *stops | board.fours(own), most_stones, replies);
        return true;
    }

    std::optional<Cell> longest_reply(const Gomoku& position, const Effort& effort) {
        const CellSet& fives = position.patterns().fives(position.turn() ^ 1);
        Gomoku::Moves replies;
        add_replies(position, replies);
        if (replies.empty() && !fives.empty() && position.is_legal(fives.first()))
            return fives.first();
        std::optional<Cell> best;
        int longest = 0;
        for (const Cell reply : replies) {
            Gomoku next = position;
            next.play(reply);
            const auto found = win(next, effort);
            if (!found || found->plies <= longest) continue;
            longest = found->plies;
            best = reply;
        }
        return best;
    }

    Meter& meter_;
    Memos fours_ = Memos(memos), threats_ = Memos(memos), attacks_ = Memos(memos);
    int left_ = 0;  // positions that the search for threats may still cost
};

}  // namespace zeitnot::gomoku
