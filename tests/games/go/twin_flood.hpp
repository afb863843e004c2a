// The slow twin of games/go/board.hpp: Go's rules by flood fill over a plain grid, written from the
// rules and not from the board's code. It stores only the grid and the captured counts.
#pragma once

#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace zeitnot::twins {

struct GoFlood {
    using Spot = std::pair<int, int>;  // column, row
    static constexpr char empty = '.';

    explicit GoFlood(int board_size)
        : size(board_size),
          grid(static_cast<std::size_t>(size),
               std::vector<char>(static_cast<std::size_t>(size), '.')) {}

    [[nodiscard]] bool inside(Spot s) const {
        return s.first >= 0 && s.first < size && s.second >= 0 && s.second < size;
    }
    [[nodiscard]] char at(Spot s) const {
        return grid[static_cast<std::size_t>(s.second)][static_cast<std::size_t>(s.first)];
    }
    void put(Spot s, char c) {
        grid[static_cast<std::size_t>(s.second)][static_cast<std::size_t>(s.first)] = c;
    }
    static char other(char colour) { return colour == 'x' ? 'o' : 'x'; }

    [[nodiscard]] std::vector<Spot> neighbours(Spot s) const {
        std::vector<Spot> found;
        for (const auto& [dx, dy] : {Spot{1, 0}, Spot{-1, 0}, Spot{0, 1}, Spot{0, -1}}) {
            const Spot n{s.first + dx, s.second + dy};
            if (inside(n)) found.push_back(n);
        }
        return found;
    }

    // The connected points of the same content, and the points beside them.
    struct Region {
        std::set<Spot> points, border;
    };
    [[nodiscard]] Region region(Spot start) const {
        Region region;
        std::vector<Spot> pending{start};
        while (!pending.empty()) {
            const Spot s = pending.back();
            pending.pop_back();
            if (!region.points.insert(s).second) continue;
            for (const Spot& n : neighbours(s)) {
                if (at(n) == at(start)) pending.push_back(n);
                if (at(n) != at(start)) region.border.insert(n);
            }
        }
        return region;
    }
    [[nodiscard]] std::set<Spot> liberties(Spot s) const {
        std::set<Spot> found;
        for (const Spot& n : region(s).border) {
            if (at(n) == empty) found.insert(n);
        }
        return found;
    }

    // The board after a stone; no value if the point is occupied or the move is suicide. Ignores
    // ko.
    [[nodiscard]] std::optional<GoFlood> after(Spot s, char colour) const {
        if (at(s) != empty) return std::nullopt;
        GoFlood next = *this;
        next.put(s, colour);
        std::set<Spot> taken;
        for (const Spot& n : neighbours(s)) {
            if (next.at(n) != other(colour) || !next.liberties(n).empty()) continue;
            for (const Spot& stone : next.region(n).points) taken.insert(stone);
        }
        for (const Spot& stone : taken) next.put(stone, empty);
        if (next.liberties(s).empty()) return std::nullopt;
        (colour == 'x' ? next.white_captured : next.black_captured) +=
            static_cast<int>(taken.size());
        return next;
    }

    // Black's stones and the empty regions that touch only black, minus white's.
    [[nodiscard]] int area_margin() const {
        int margin = 0;
        for (int y = 0; y < size; ++y) {
            for (int x = 0; x < size; ++x) {
                bool black = at({x, y}) == 'x', white = at({x, y}) == 'o';
                if (!black && !white) {
                    for (const Spot& n : region({x, y}).border)
                        (at(n) == 'x' ? black : white) = true;
                }
                margin += (black && !white) - (white && !black);
            }
        }
        return margin;
    }

    int size;
    std::vector<std::vector<char>> grid;
    int black_captured = 0, white_captured = 0;
};

}  // namespace zeitnot::twins
