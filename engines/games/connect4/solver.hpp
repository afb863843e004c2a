// Connect four solved exactly, as far as the distance of the end.
//
// Null windows, bisecting the values that are left; moves that lose at once are not tried, those
// that make most threats come first; a table of bounds, shared by mirrored positions (Tromp,
// "John's Connect Four Playground"; Pons, "Solving Connect Four", 2015). The second player's
// answers in the same column ("claimeven" and "follow-up": Allis, "A knowledge-based approach of
// connect-four", 1988) bound what the first can reach, and so decide many positions without search.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "games/connect4/sides.hpp"
#include "zeitnot/fixed_list.hpp"
#include "zeitnot/search/control.hpp"
#include "zeitnot/zobrist.hpp"

namespace zeitnot::connect4 {

// `Memory`: a table of one word an entry.
template <class Memory>
class Solver {
   public:
    Solver(Memory& table, Meter& meter) : table_(table), meter_(meter) {}

    // The value of a position that is not over, for the side to move; a bound if it is not within
    // (alpha, beta). `on_bounds(low, high)` is called when the bounds improve.
    template <class OnBounds>
    int solve(const Sides& at, int alpha, int beta, OnBounds on_bounds) {
        const int plies = at.plies();
        if (landings(at.mask) & completing(at.own)) return value_of_win(plies + 1);
        int low = std::max(alpha, -value_of_win(plies + 2));
        int high = std::min(beta, value_of_win(plies + 3));
        while (low < high) {
            const int middle = middle_of(low, high);
            const int value = search(at, plies, middle);
            (value <= middle ? high : low) = value;
            on_bounds(low, high);
        }
        return low;
    }
    int solve(const Sides& at, int alpha, int beta) {
        return solve(at, alpha, beta, [](int, int) {});
    }

    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

    // The stone of the best move; of several the one nearest to the middle, or, of
    // those that win at once, the leftmost.
    Board best(const Sides& at) {
        const Board moves = landings(at.mask);
        if (const Board wins = moves & completing(at.own); wins != 0) return wins & -wins;
        const int value = solve(at, -max_value, max_value);
        for (const int column : from_middle) {
            const Board stone = moves & column_of(column);
            if (stone == 0) continue;
            const Sides after = at.after(stone);
            if (after.mask == all_cells || solve(after, -value, -value + 1) <= -value) return stone;
        }
        return 0;  // not reached: one of the moves has the value of the position
    }

   private:
    static constexpr std::array<int, columns> from_middle{3, 2, 4, 1, 5, 0, 6};
    // Positions with more stones: hardly meet their mirror images; are cheaper to search than to
    // look up, all replies of one or the position itself.
    static constexpr int mirrored_plies = 24, looked_up_plies = 26, stored_plies = 34;

    // As many count as one for a limit of nodes, which is meant for searches that estimate.
    static constexpr std::uint64_t nodes_a_visit = 16;

    struct Entry {
        int lower, upper;
    };
    struct Reply {
        Sides after;
        int rank;
    };
    using Replies = FixedList<Reply, columns>;

    // Near the ends of the range first: whether the game ends soon is cheap to learn, since those
    // trees are shallow (Pons).
    static int middle_of(int low, int high) {
        const int middle = low + (high - low) / 2;
        if (middle <= 0 && low / 2 < middle) return low / 2;
        if (middle >= 0 && high / 2 > middle) return high / 2;
        return middle;
    }

    // A bound of the value: an upper one if it is at most `alpha`, else a lower one (fail-soft).
    // The side to move cannot win at once.
    int search(const Sides& at, int plies, int alpha) {
        if (++nodes_ % nodes_a_visit == 0) meter_.visit();
        const Board moves = non_losing_moves(at);
        if (moves == 0) return -value_of_win(plies + 2);
        if (plies >= cells - 2) return 0;
        int lower = -value_of_win(plies + 4), upper = value_of_win(plies + 3);
        if (lower > alpha) return lower;
        if (plies % 2 == 0 && alpha >= -1) upper = std::min(upper, claimeven_bound(at));
        if (upper <= alpha) return upper;
        if (plies >= stored_plies) return search_replies(at, plies, alpha, moves);
        const Key key = key_of(at, plies);
        if (const auto entry = find(key)) {
            lower = std::max(lower, entry->lower);
            upper = std::min(upper, entry->upper);
            if (lower > alpha) return lower;
            if (upper <= alpha) return upper;
        }
        const int value = search_replies(at, plies, alpha, moves);
        store(key, plies, value > alpha ? Entry{value, upper} : Entry{lower, value});
        return value;
    }

    int search_replies(const Sides& at, int plies, int alpha, Board moves) {
        Replies replies;
        order(at, moves, replies);
        if (const auto bound = known_bound(replies, plies, alpha)) return *bound;
        int best = -cells;
        for (const Reply& reply : replies) {
            best = std::max(best, -search(reply.after, plies + 1, -alpha - 1));
            if (best > alpha) break;
        }
        return best;
    }

    // A lower bound above `alpha` that one of the replies has without a search: by the second
    // player's answers, or by the table (enhanced transposition cutoff: Schaeffer and Plaat, "New
    // advances in alpha-beta searching", 1996).
    [[nodiscard]] std::optional<int> known_bound(const Replies& replies, int plies,
                                                 int alpha) const {
        if (plies % 2 == 1 && alpha <= 0) {
            for (const Reply& reply : replies)
                if (const int bound = -claimeven_bound(reply.after); bound > alpha) return bound;
        }
        if (plies >= looked_up_plies) return std::nullopt;
        for (const Reply& reply : replies) {
            const auto entry = find(key_of(reply.after, plies + 1));
            if (entry && -entry->upper > alpha) return -entry->upper;
        }
        return std::nullopt;
    }

    // The moves after which the enemy does not win at once.
    static Board non_losing_moves(const Sides& at) {
        const Board wins = completing(at.enemy()) & ~at.mask;
        Board moves = landings(at.mask);
        if (const Board forced = moves & wins; forced != 0) {
            if (forced & (forced - 1)) return 0;
            moves = forced;
        }
        return moves & ~(wins >> 1);
    }

    // An upper bound of the first player's value, who is to move, if the second always answers in
    // the same column, as far as its number of empty cells is even, and otherwise in another that
    // has an odd number. The first gets at most the odd rows of the even columns, and all of the
    // others.
    static int claimeven_bound(const Sides& at) {
        static constexpr Board odd_rows = bottom_row * 0b010101, even_rows = odd_rows << 1;
        const Board odd_tops = landings(at.mask) & even_rows;
        const Board ends = (odd_tops << 5 | odd_tops << 3 | odd_tops << 1) & bottom_row << rows;
        const Board shared = ends - odd_tops, empty = all_cells & ~at.mask;
        if (has_four(at.own | shared | (empty & odd_rows))) return cells;
        return has_four(at.enemy() | (empty & even_rows & ~shared)) ? -1 : 0;
    }

    // What makes more threats first, and of equals the middle columns.
    static void order(const Sides& at, Board moves, Replies& replies) {
        for (const int column : from_middle) {
            const Board stone = moves & column_of(column);
            if (stone == 0) continue;
            const int rank = std::popcount(completing(at.own | stone) & ~at.mask);
            std::size_t to = replies.size();
            replies.push({});
            for (; to > 0 && replies[to - 1].rank < rank; --to) replies[to] = replies[to - 1];
            replies[to] = {at.after(stone), rank};
        }
    }

    static Key key_of(const Sides& at, int plies) {
        Key key = plies < mirrored_plies ? symmetric_key(at) : at.own + at.mask;
        key = (key ^ 0x636F'6E6E'3400'0000) * 0x9E37'79B9'7F4A'7C15;
        return key ^ key >> 32;
    }

    // Bits 0-7: empty cells, 8-15: the table's generation, 16-23: lower bound, 24-31: upper bound.
    [[nodiscard]] std::optional<Entry> find(Key key) const {
        const auto data = table_.find(key);
        if (!data) return std::nullopt;
        const auto bound = [word = (*data)[0]](int at) {
            return static_cast<int>(word >> at & 255U) - 128;
        };
        return Entry{bound(16), bound(24)};
    }

    void store(Key key, int plies, const Entry& entry) {
        const auto byte = [](int value) { return static_cast<std::uint64_t>(value); };
        table_.store(key, {byte(cells - plies) | byte(entry.lower + 128) << 16U |
                           byte(entry.upper + 128) << 24U});
    }

    Memory& table_;
    Meter& meter_;
    std::uint64_t nodes_ = 0;
};

}  // namespace zeitnot::connect4
