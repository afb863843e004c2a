// Four textbook boards of xiangqi: the plain array of 10 by 9, the line of 90 cells, and the walled
// mailboxes of 13 by 14 and of 16 by 16 cells, in which steps need no test for the edge.
//
// Each is a template argument of one plain generator. They differ in the representation of a cell
// and in the computation of the next one; cells off the board contain a wall.
#pragma once

#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "zeitnot/words.hpp"

namespace zeitnot::twins {

inline constexpr char empty = 0, wall = '#';

// Two coordinates; every step is compared with the edges.
struct XiangqiArray {
    struct Cell {
        int x, y;
        friend bool operator==(const Cell&, const Cell&) = default;
    };

    static Cell cell(int x, int y) { return {x, y}; }
    static int x_of(Cell cell) { return cell.x; }
    static int y_of(Cell cell) { return cell.y; }
    static Cell next(Cell cell, int dx, int dy) { return {cell.x + dx, cell.y + dy}; }
    [[nodiscard]] char at(Cell cell) const {
        if (cell.x < 0 || cell.x > 8 || cell.y < 0 || cell.y > 9) return wall;
        return pieces[static_cast<std::size_t>(cell.y)][static_cast<std::size_t>(cell.x)];
    }
    void put(Cell cell, char piece) {
        pieces[static_cast<std::size_t>(cell.y)][static_cast<std::size_t>(cell.x)] = piece;
    }

    std::array<std::array<char, 9>, 10> pieces{};
};

// One number, 9 · rank + file; a step is compared with the edges by the remainder.
struct XiangqiLine {
    using Cell = int;

    static Cell cell(int x, int y) { return 9 * y + x; }
    static int x_of(Cell cell) { return cell % 9; }
    static int y_of(Cell cell) { return cell / 9; }
    static Cell next(Cell cell, int dx, int dy) {
        const int x = x_of(cell) + dx;
        return x < 0 || x > 8 ? -1 : cell + dx + 9 * dy;
    }
    [[nodiscard]] char at(Cell cell) const {
        return cell < 0 || cell >= 90 ? wall : pieces[static_cast<std::size_t>(cell)];
    }
    void put(Cell cell, char piece) { pieces[static_cast<std::size_t>(cell)] = piece; }

    std::array<char, 90> pieces{};
};

// With walls two cells thick, because a horse leaps two cells. A step is one addition.
template <int width, int height, int left, int below>
struct XiangqiMailbox {
    using Cell = int;

    XiangqiMailbox() {
        pieces.fill(wall);
        for (int y = 0; y < 10; ++y) {
            for (int x = 0; x < 9; ++x) put(cell(x, y), empty);
        }
    }

    static Cell cell(int x, int y) { return width * (y + below) + x + left; }
    static int x_of(Cell cell) { return cell % width - left; }
    static int y_of(Cell cell) { return cell / width - below; }
    static Cell next(Cell cell, int dx, int dy) { return cell + dx + width * dy; }
    [[nodiscard]] char at(Cell cell) const { return pieces[static_cast<std::size_t>(cell)]; }
    void put(Cell cell, char piece) { pieces[static_cast<std::size_t>(cell)] = piece; }

    std::array<char, static_cast<std::size_t>(width* height)> pieces;
};
using Xiangqi13x14 = XiangqiMailbox<13, 14, 2, 2>;
using Xiangqi16x16 = XiangqiMailbox<16, 16, 3, 3>;

// The rules on one of these boards. Each pseudo-legal move is played to test whether it is legal.
template <class Board>
class XiangqiTwin {
   public:
    using Cell = typename Board::Cell;

    explicit XiangqiTwin(std::string_view fen) {
        const auto fields = split_words(fen);
        int x = 0, y = 9;
        for (const char letter : fields[0]) {
            if (letter == '/') {
                x = 0;
                --y;
            } else if (letter >= '1' && letter <= '9') {
                x += letter - '0';
            } else {
                const Cell cell = Board::cell(x++, y);
                board_.put(cell, letter);
                if (letter == 'K') generals_[0] = cell;
                if (letter == 'k') generals_[1] = cell;
            }
        }
        red_ = fields[1] == "w";
    }

    static std::string text(Cell cell) {
        return {static_cast<char>('a' + Board::x_of(cell)),
                static_cast<char>('0' + Board::y_of(cell))};
    }

    // Calls f(from, to) for each pseudo-legal move.
    template <class F>
    void each_move(F f) const {
        for (int y = 0; y < 10; ++y) {
            for (int x = 0; x < 9; ++x) {
                const Cell from = Board::cell(x, y);
                if (is_own(board_.at(from))) moves_of(from, [&](Cell to) { f(from, to); });
            }
        }
    }

    void play(Cell from, Cell to) {
        const char piece = board_.at(from);
        board_.put(to, piece);
        board_.put(from, empty);
        if (piece == 'K' || piece == 'k') generals_[red_ ? 0 : 1] = to;
        red_ = !red_;
    }

    // Whether the last move left its side's general attacked, or facing the other general.
    [[nodiscard]] bool can_capture_general() const {
        const Cell general = generals_[red_ ? 1 : 0];
        for (const auto& [dx, dy] : straight) {
            if (is_attacked_along(general, dx, dy)) return true;
        }
        for (const auto& [dx, dy] : diagonal) {
            // A horse's leg is adjacent to the horse, and diagonal from the general.
            if (board_.at(Board::next(general, dx, dy)) != empty) continue;
            if (is(Board::next(general, 2 * dx, dy), 'n') ||
                is(Board::next(general, dx, 2 * dy), 'n')) {
                return true;
            }
        }
        return is(Board::next(general, 1, 0), 'p') || is(Board::next(general, -1, 0), 'p') ||
               is(Board::next(general, 0, red_ ? -1 : 1), 'p');
    }

   private:
    struct Step {
        int dx, dy;
    };
    static constexpr std::array<Step, 4> straight{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
    static constexpr std::array<Step, 4> diagonal{{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};

    static bool is_red(char piece) { return piece >= 'A' && piece <= 'Z'; }
    static bool is_black(char piece) { return piece >= 'a'; }
    [[nodiscard]] bool is_own(char piece) const { return red_ ? is_red(piece) : is_black(piece); }
    [[nodiscard]] bool is_target(char piece) const { return piece != wall && !is_own(piece); }
    // Whether the cell has a piece of this kind (a lower-case letter) of the side to move.
    [[nodiscard]] bool is(Cell cell, char kind) const {
        const char piece = board_.at(cell);
        return is_own(piece) && std::tolower(piece) == kind;
    }

    [[nodiscard]] bool is_attacked_along(Cell general, int dx, int dy) const {
        int screens = 0;
        for (Cell cell = Board::next(general, dx, dy); board_.at(cell) != wall;
             cell = Board::next(cell, dx, dy)) {
            if (board_.at(cell) == empty) continue;
            if (screens == 0 && (is(cell, 'r') || (dx == 0 && is(cell, 'k')))) return true;
            if (screens == 1 && is(cell, 'c')) return true;
            if (++screens == 2) return false;
        }
        return false;
    }

    template <class F>
    void moves_of(Cell from, F f) const {
        const auto take = [&](Cell to) {
            if (is_target(board_.at(to))) f(to);
        };
        switch (std::tolower(board_.at(from))) {
            case 'r':
            case 'c':
                for (const auto& [dx, dy] : straight) line(from, dx, dy, is(from, 'c'), f);
                break;
            case 'n':
                horse(from, take);
                break;
            case 'b':
                elephant(from, take);
                break;
            case 'p':
                soldier(from, take);
                break;
            default:
                for (const auto& [dx, dy] : is(from, 'k') ? straight : diagonal) {
                    const Cell to = Board::next(from, dx, dy);
                    if (board_.at(to) != wall && in_palace(to)) take(to);
                }
        }
    }

    template <class F>
    void line(Cell from, int dx, int dy, bool is_cannon, F f) const {
        Cell to = Board::next(from, dx, dy);
        for (; board_.at(to) == empty; to = Board::next(to, dx, dy)) f(to);
        if (is_cannon && board_.at(to) != wall) {
            do {
                to = Board::next(to, dx, dy);
            } while (board_.at(to) == empty);
        }
        if (is_target(board_.at(to))) f(to);
    }

    template <class F>
    void horse(Cell from, F take) const {
        for (const auto& [dx, dy] : straight) {
            if (board_.at(Board::next(from, dx, dy)) != empty) continue;
            for (const int side : {-1, 1})
                take(Board::next(from, 2 * dx + side * dy, 2 * dy + side * dx));
        }
    }

    template <class F>
    void elephant(Cell from, F take) const {
        for (const auto& [dx, dy] : diagonal) {
            if (board_.at(Board::next(from, dx, dy)) != empty) continue;
            const Cell to = Board::next(from, 2 * dx, 2 * dy);
            if (board_.at(to) != wall && (Board::y_of(to) <= 4) == red_) take(to);
        }
    }

    template <class F>
    void soldier(Cell from, F take) const {
        take(Board::next(from, 0, red_ ? 1 : -1));
        if ((Board::y_of(from) <= 4) == red_) return;
        take(Board::next(from, 1, 0));
        take(Board::next(from, -1, 0));
    }

    static bool in_palace(Cell cell) {
        const int x = Board::x_of(cell), y = Board::y_of(cell);
        return x >= 3 && x <= 5 && (y <= 2 || y >= 7);
    }

    Board board_{};
    std::array<Cell, 2> generals_{};
    bool red_ = true;
};

// Calls f(from, to, next position) for each legal move.
template <class Board, class F>
void each_legal(const XiangqiTwin<Board>& position, F f) {
    position.each_move([&](auto from, auto to) {
        XiangqiTwin<Board> next = position;
        next.play(from, to);
        if (!next.can_capture_general()) f(from, to, next);
    });
}

template <class Board>
std::uint64_t paths(const XiangqiTwin<Board>& position, int depth) {
    std::uint64_t count = 0;
    each_legal(position, [&](auto, auto, const auto& next) {
        count += depth == 1 ? 1 : paths(next, depth - 1);
    });
    return count;
}

}  // namespace zeitnot::twins
