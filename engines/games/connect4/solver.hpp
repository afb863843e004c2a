// Solves connect four exactly, including the distance to the end of the game.
//
// Null-window searches bisect the range of possible values. Moves that lose at once are skipped,
// and moves that make the most threats are tried first. Mirrored positions share the entries of a
// table of bounds (Tromp, "John's Connect Four Playground"; Pons, "Solving Connect Four", 2015).
// The second player can answer in the same column ("claimeven" and "follow-up": Allis, "A
// knowledge-based approach of connect-four", 1988). This bounds what the first player can reach
// and decides many positions without a search.
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

// `Memory`: a table with one word per entry.
template <class Memory>
class Solver {
   public:
    Solver(Memory& table, Meter& meter) : table_(table), meter_(meter) {}

    // The value of a position that is not over, for the side to move; a bound if it is not within
    // (alpha, beta). Calls `on_bounds(low, high)` when the range of possible values shrinks.
    template <class OnBounds>
    int solve(const Sides& sides, int alpha, int beta, OnBounds on_bounds) {
        const int plies = sides.plies();
        if (landings(sides.mask) & winning_cells(sides.own)) return value_of_win(plies + 1);
        int low = std::max(alpha, -value_of_win(plies + 2));
        int high = std::min(beta, value_of_win(plies + 3));
        while (low < high) {
            const int middle = bisect(low, high);
            const int value = search(sides, plies, middle);
            (value <= middle ? high : low) = value;
            on_bounds(low, high);
        }
        return low;
    }
    int solve(const Sides& sides, int alpha, int beta) {
        return solve(sides, alpha, beta, [](int, int) {});
    }

    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

    // The stone of the best move. Ties go to the leftmost move that wins at once, otherwise to the
    // move nearest to the middle.
    Board best(const Sides& sides) {
        const Board moves = landings(sides.mask);
        if (const Board wins = moves & winning_cells(sides.own); wins != 0) return wins & -wins;
        const int value = solve(sides, -max_value, max_value);
        for (const int column : column_order) {
            const Board stone = moves & column_of(column);
            if (stone == 0) continue;
            const Sides after = sides.after(stone);
            if (after.mask == all_cells || solve(after, -value, -value + 1) <= -value) return stone;
        }
        return 0;  // not reached: one of the moves has the value of the position
    }

   private:
    static constexpr std::array<int, columns> column_order{3, 2, 4, 1, 5, 0, 6};
    // From these numbers of stones on, transpositions to mirror images are rare, looking up all
    // replies costs more than searching them, and so does storing the position.
    static constexpr int mirror_limit = 24, lookup_limit = 26, store_limit = 34;

    // Node limits are meant for searches that evaluate, so this many of the solver's cheap nodes
    // count as one.
    static constexpr std::uint64_t nodes_per_visit = 16;

    struct Entry {
        int lower, upper;
    };
    struct Reply {
        Sides after;
        int threats;
    };
    using Replies = FixedList<Reply, columns>;

    // Starts near the ends of the range: whether the game ends soon is cheap to find out, because
    // those trees are shallow (Pons).
    static int bisect(int low, int high) {
        const int middle = low + (high - low) / 2;
        if (middle <= 0 && low / 2 < middle) return low / 2;
        if (middle >= 0 && high / 2 > middle) return high / 2;
        return middle;
    }

    // Returns an upper bound of the value if it is at most `alpha`, otherwise a lower bound
    // (fail-soft). Requires that the side to move cannot win at once.
    int search(const Sides& sides, int plies, int alpha) {
        if (++nodes_ % nodes_per_visit == 0) meter_.visit();
        const Board moves = non_losing_moves(sides);
        if (moves == 0) return -value_of_win(plies + 2);
        if (plies >= cells - 2) return 0;
        int lower = -value_of_win(plies + 4), upper = value_of_win(plies + 3);
        if (lower > alpha) return lower;
        if (plies % 2 == 0 && alpha >= -1) upper = std::min(upper, claimeven_bound(sides));
        if (upper <= alpha) return upper;
        if (plies >= store_limit) return search_replies(sides, plies, alpha, moves);
        const Key key = key_of(sides, plies);
        if (const auto entry = find(key)) {
            lower = std::max(lower, entry->lower);
            upper = std::min(upper, entry->upper);
            if (lower > alpha) return lower;
            if (upper <= alpha) return upper;
        }
        const int value = search_replies(sides, plies, alpha, moves);
        store(key, plies, value > alpha ? Entry{value, upper} : Entry{lower, value});
        return value;
    }

    int search_replies(const Sides& sides, int plies, int alpha, Board moves) {
        Replies replies;
        order(sides, moves, replies);
        if (const auto bound = known_bound(replies, plies, alpha)) return *bound;
        int best = -cells;
        for (const Reply& reply : replies) {
            best = std::max(best, -search(reply.after, plies + 1, -alpha - 1));
            if (best > alpha) break;
        }
        return best;
    }

    // A lower bound above `alpha` that needs no search: from the claimeven bound of a reply, or
    // from the table (enhanced transposition cutoff: Schaeffer and Plaat, "New
    // advances in alpha-beta searching", 1996).
    [[nodiscard]] std::optional<int> known_bound(const Replies& replies, int plies,
                                                 int alpha) const {
        if (plies % 2 == 1 && alpha <= 0) {
            for (const Reply& reply : replies)
                if (const int bound = -claimeven_bound(reply.after); bound > alpha) return bound;
        }
        if (plies >= lookup_limit) return std::nullopt;
        for (const Reply& reply : replies) {
            const auto entry = find(key_of(reply.after, plies + 1));
            if (entry && -entry->upper > alpha) return -entry->upper;
        }
        return std::nullopt;
    }

    // The moves after which the enemy does not win at once.
    static Board non_losing_moves(const Sides& sides) {
        const Board wins = winning_cells(sides.enemy()) & ~sides.mask;
        Board moves = landings(sides.mask);
        if (const Board forced = moves & wins; forced != 0) {
            if (forced & (forced - 1)) return 0;
            moves = forced;
        }
        return moves & ~(wins >> 1);
    }

    // An upper bound of the value for the first player, who is to move. The second player answers
    // in the same column if it has an even number of empty cells, otherwise in another column with
    // an odd number. So the first player gets at most the odd rows of the even columns, and all
    // cells of the odd ones.
    static int claimeven_bound(const Sides& sides) {
        static constexpr Board odd_rows = bottom_row * 0b010101, even_rows = odd_rows << 1;
        const Board odd_tops = landings(sides.mask) & even_rows;
        const Board ends = (odd_tops << 5 | odd_tops << 3 | odd_tops << 1) & bottom_row << rows;
        const Board shared = ends - odd_tops, empty = all_cells & ~sides.mask;
        if (has_four(sides.own | shared | (empty & odd_rows))) return cells;
        return has_four(sides.enemy() | (empty & even_rows & ~shared)) ? -1 : 0;
    }

    // Sorts the moves by the number of threats they make, then by distance from the middle.
    static void order(const Sides& sides, Board moves, Replies& replies) {
        for (const int column : column_order) {
            const Board stone = moves & column_of(column);
            if (stone == 0) continue;
            const int threats = std::popcount(winning_cells(sides.own | stone) & ~sides.mask);
            std::size_t to = replies.size();
            replies.push({});
            for (; to > 0 && replies[to - 1].threats < threats; --to) replies[to] = replies[to - 1];
            replies[to] = {sides.after(stone), threats};
        }
    }

    static Key key_of(const Sides& sides, int plies) {
        Key key = plies < mirror_limit ? symmetric_key(sides) : sides.own + sides.mask;
        key = (key ^ 0x636F'6E6E'3400'0000) * 0x9E37'79B9'7F4A'7C15;
        return key ^ key >> 32;
    }

    // Bits 0-7: empty cells, 8-15: the table's generation, 16-23: lower bound, 24-31: upper bound.
    [[nodiscard]] std::optional<Entry> find(Key key) const {
        const auto data = table_.find(key);
        if (!data) return std::nullopt;
        const auto bound = [word = (*data)[0]](int shift) {
            return static_cast<int>(word >> shift & 255U) - 128;
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
