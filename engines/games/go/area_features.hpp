// The features that predict the final owner of a point: stones and their chains' liberties,
// distances to the nearest stones of both colours, and the spread of the stones' influence.
//
// Features are seen from one colour's side and count for the other with the opposite sign, so that
// exchanging the colours negates the estimates.
#pragma once

#include <algorithm>
#include <array>

#include "games/go/chain_liberties.hpp"
#include "games/go/pattern_classes.hpp"
#include "zeitnot/fixed_list.hpp"

namespace zeitnot::go {

inline constexpr std::size_t area_phases = 4;

// The phase of the game, by the filled fraction of the board.
inline std::size_t phase_of(const Stones& stones, std::size_t phases) {
    const auto points = static_cast<std::size_t>(stones.size() * stones.size());
    const std::size_t filled = points - stones.empty_points().size();
    return std::min(phases - 1, 3 * phases * filled / (2 * points));
}

// Where each group of features begins in the table of weights. Each feature has two rows: the first
// counts for the side that waits, the second for the side to move.
struct AreaRows {
    static constexpr std::size_t empty_patterns = 0;
    static constexpr std::size_t stone_patterns = empty_patterns + 2 * pattern_classes;
    // Liberties of the chain × liberties of the weakest enemy chain beside it × the chain's size.
    static constexpr std::size_t chains = stone_patterns + 2 * pattern_classes;
    // A stone's distance to the edge × phase.
    static constexpr std::size_t lines = chains + 2 * 6 * 6 * 3;
    // An empty point's distances to the nearest stones of both colours × phase.
    static constexpr std::size_t distances = lines + 2 * 5 * area_phases;
    static constexpr std::size_t count = distances + 2 * 36 * area_phases;
};

using AreaList = FixedList<std::uint16_t, 8>;

class AreaFeatures {
   public:
    // The numbers of steps after which the influence is used as a feature.
    static constexpr std::array<int, 4> spreads{1, 3, 6, 12};
    using Board = std::array<float, padded_points>;

    // `stones` must outlive it.
    AreaFeatures(const Stones& stones, Colour to_move)
        : stones_(stones),
          to_move_(to_move),
          liberties_(stones),
          phase_(phase_of(stones, area_phases)) {
        find_distances(Colour::black);
        find_distances(Colour::white);
        spread();
    }

    [[nodiscard]] std::size_t phase() const { return phase_; }
    // Positive where black's is stronger.
    [[nodiscard]] float influence(std::size_t spread, Point p) const {
        return influence_[spread][p];
    }

    // Lists the rows of a point as this colour sees it.
    void rows(Point p, Colour colour, AreaList& out) const {
        out.clear();
        const Cell cell = stones_.at(p);
        const std::size_t mine = colour == to_move_ ? 1 : 0;
        const std::size_t pattern = patterns_(stones_.neighbourhood(p), colour);
        if (cell == Cell::empty) {
            add(out, AreaRows::empty_patterns + 2 * pattern + mine);
            const std::size_t own = distance(p, colour), enemy = distance(p, other(colour));
            add(out, AreaRows::distances + 2 * ((6 * own + enemy) * area_phases + phase_) + mine);
        } else if (cell == cell_of(colour)) {
            add(out, AreaRows::stone_patterns + 2 * pattern + mine);
            add(out, AreaRows::chains + 2 * chain_kind(p) + mine);
            add(out, AreaRows::lines + 2 * (line(p) * area_phases + phase_) + mine);
        }
    }

   private:
    static void add(AreaList& out, std::size_t row) { out.push(static_cast<std::uint16_t>(row)); }

    [[nodiscard]] std::size_t distance(Point p, Colour colour) const {
        return distances_[static_cast<std::size_t>(colour)][p];
    }

    [[nodiscard]] std::size_t line(Point p) const {
        const int last = stones_.size() - 1, x = column_of(p), y = row_of(p);
        return static_cast<std::size_t>(std::min({x, y, last - x, last - y, 4}));
    }

    [[nodiscard]] std::size_t chain_kind(Point p) const {
        const auto own = static_cast<std::size_t>(std::clamp(liberties_.count(p), 1, 6) - 1);
        int weakest = 6;
        stones_.for_each_in_chain(p, [&](Point stone) {
            for (std::size_t d = 0; d < 4; ++d) {
                const Point n = neighbour(stone, d);
                const Cell cell = stones_.at(n);
                if (is_stone(cell) && cell != stones_.at(p))
                    weakest = std::min(weakest, liberties_.count(n));
            }
        });
        const auto enemy = static_cast<std::size_t>(std::max(weakest, 1) - 1);
        const int stones = stones_.stones_in_chain(p);
        const std::size_t size = stones == 1 ? 0 : stones <= 4 ? 1 : 2;
        return 3 * (6 * own + enemy) + size;
    }

    // The distance through empty points from the nearest stone, minus one; at most five.
    void find_distances(Colour colour) {
        auto& found = distances_[static_cast<std::size_t>(colour)];
        found.fill(5);
        std::array<Point, max_points> queue;
        std::size_t count = 0;
        for (const Point p : stones_.empty_points()) {
            const Adjacent& beside = adjacent(stones_.neighbourhood(p));
            if ((colour == Colour::black ? beside.black : beside.white) == 0) continue;
            found[p] = 0;
            queue[count++] = p;
        }
        for (std::size_t i = 0; i < count; ++i) {
            const auto next = static_cast<std::uint8_t>(found[queue[i]] + 1);
            for (std::size_t d = 0; d < 4 && next < 5; ++d) {
                const Point n = neighbour(queue[i], d);
                if (stones_.at(n) != Cell::empty || found[n] <= next) continue;
                found[n] = next;
                queue[count++] = n;
            }
        }
    }

    // At each step, a point's influence is half of its own stone's plus 0.8 times the mean of its
    // neighbours'.
    void spread() {
        Board now{};
        for_each_point(stones_.size(), [&](Point p) { now[p] = source(p); });
        std::size_t next = 0;
        for (int step = 1; step <= spreads.back(); ++step) {
            Board after{};
            for_each_point(stones_.size(), [&](Point p) {
                float sum = 0;
                for (std::size_t d = 0; d < 4; ++d) sum += now[neighbour(p, d)];
                after[p] = 0.5F * source(p) + 0.2F * sum;
            });
            now = after;
            if (step == spreads[next]) influence_[next++] = now;
        }
    }
    [[nodiscard]] float source(Point p) const {
        const Cell cell = stones_.at(p);
        return cell == Cell::black ? 1.0F : cell == Cell::white ? -1.0F : 0.0F;
    }

    const Stones& stones_;
    Colour to_move_;
    ChainLiberties liberties_;
    std::size_t phase_;
    std::array<std::array<std::uint8_t, padded_points>, 2> distances_;
    std::array<Board, spreads.size()> influence_;
    const PatternClasses& patterns_ = shared_pattern_classes();
};

}  // namespace zeitnot::go
