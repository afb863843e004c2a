// Checks gomoku's patterns and threats. The argument is the number of random positions; prints the
// number of failures.
//
// Shapes are compared with their definition on the whole board. A win that the threat search claims
// is played against every legal reply, not only those that the search considered.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <string>

#include "games/gomoku/evaluation.hpp"
#include "zeitnot/search/task.hpp"
#include "zeitnot/search/worker.hpp"

namespace zeitnot {
namespace {

using namespace gomoku;

int failures = 0, interrupted_lines = 0;

void expect(bool holds, const std::string& what) {
    if (holds) return;
    ++failures;
    std::printf("failed: %s\n", what.c_str());
}

std::uint32_t below(std::mt19937& random, std::size_t n) {
    return static_cast<std::uint32_t>(random() % n);
}

// The position after random moves, most of them near others; no value if the game has ended.
std::optional<Gomoku> random_position(std::mt19937& random, int size, Rule rule) {
    Gomoku position({size, static_cast<int>(rule)});
    const std::uint32_t plies = 4 + below(random, static_cast<std::size_t>(size * size / 2));
    for (std::uint32_t ply = 0; ply < plies && !position.result(); ++ply) {
        Gomoku::Moves moves;
        position.generate(moves);
        Cell move = moves[below(random, moves.size())];
        for (int tries = 0; tries < 20 && !position.patterns().near().has(move); ++tries)
            move = moves[below(random, moves.size())];
        position.play(move);
    }
    return position.result() ? std::nullopt : std::optional(position);
}

// The shape by its definition: recursively, from the fives that further stones on the line make.
Shape defined_shape(Board& board, Cell cell, int step, Stone colour, Rule rule) {
    const int length = 1 + board.run(cell, step, colour) + board.run(cell, -step, colour);
    if (length == 5 || (length > 5 && !needs_exact_five(rule, colour))) return Shape::five;
    int fives = 0;
    auto best = Shape::none;
    for (int n = -4; n <= 4; ++n) {
        const Cell other = shifted(cell, n * step);
        const int place = cell + n * step;
        if (n == 0 || place < 0 || place >= cells || board.at(other) != Stone::none) continue;
        board.set(other, colour);
        const Shape next = defined_shape(board, cell, step, colour, rule);
        board.set(other, Stone::none);
        fives += next == Shape::five;
        best = std::max(best, next);
    }
    if (fives > 0) return fives > 1 ? Shape::open_four : Shape::four;
    static constexpr std::array<Shape, shapes> one_stone_fewer{
        Shape::none, Shape::none,     Shape::none,  Shape::one,        Shape::open_one,
        Shape::two,  Shape::open_two, Shape::three, Shape::open_three, Shape::four};
    return one_stone_fewer[static_cast<std::size_t>(best)];
}

void check_shapes(const Gomoku& position) {
    Board board = position.board();
    for (int row = 0; row < position.size(); ++row) {
        const Cell cell = cell_at((row * 7 + position.stones()) % position.size(), row);
        if (board.at(cell) != Stone::none) continue;
        for (int seat = 0; seat < 2; ++seat) {
            const Shapes all = position.patterns().shapes_at(seat, cell);
            for (int d = 0; d < directions; ++d) {
                const auto colour = static_cast<Stone>(seat);
                board.set(cell, colour);
                const Shape shape = defined_shape(board, cell, steps[static_cast<std::size_t>(d)],
                                                  colour, position.rule());
                board.set(cell, Stone::none);
                expect(shape_in(all, d) == shape,
                       "the shape at " + Gomoku::move_text(cell) + " of " + position.text());
            }
        }
    }
}

// Checks `window_sum`, for x, at the point marked * on a board with only this row.
void check_window(const std::string& row, int value) {
    const int size = std::max(static_cast<int>(row.size()), min_size);
    Board board(size);
    Cell judged = 0;
    for (int column = 0; column < static_cast<int>(row.size()); ++column) {
        const char c = row[static_cast<std::size_t>(column)];
        if (c == 'x') board.set(cell_at(column, 0), Stone::black);
        if (c == 'o') board.set(cell_at(column, 0), Stone::white);
        if (c == '*') judged = cell_at(column, 0);
    }
    expect(window_sum(board, judged, steps[0], Stone::black) == value, "the window of " + row);
}

// From a corner no step may leave the array, and each of its three lines has one window with the
// new stone.
void check_window_at_corners(int size) {
    const Board board(size);
    const int last = size - 1;
    for (const Cell corner :
         {cell_at(0, 0), cell_at(last, 0), cell_at(0, last), cell_at(last, last)}) {
        int sum = 0;
        for (const int step : steps) sum += window_sum(board, corner, step, Stone::black);
        expect(sum == 3 && window_value(board, corner, Stone::white) == 3,
               "the windows of a corner");
    }
}

// Plays the search's wins against all replies.
class Refuter {
   public:
    explicit Refuter(ThreatSearch& threats) : threats_(threats) {}

    // Plies to the win against the best defence; 0 if it is refuted.
    int plies(const Gomoku& position) {
        const auto known = known_.find(position.hash());
        if (known != known_.end()) return known->second;
        return known_[position.hash()] = plies_of(position);
    }

   private:
    int plies_of(const Gomoku& position) {
        const auto win = threats_.win(position, effort);
        if (!win || !position.is_legal(win->move)) return 0;
        Gomoku next = position;
        next.play(win->move);
        if (const auto end = next.result())
            return end->scores[static_cast<std::size_t>(position.turn())] == 1 ? 1 : 0;
        Gomoku::Moves replies;
        next.generate(replies);
        int longest = 3;
        for (const Cell reply : replies) {
            Gomoku after = next;
            after.play(reply);
            const int rest = after.result() ? 0 : plies(after);
            if (rest == 0) return 0;
            longest = std::max(longest, rest + 2);
        }
        return longest;
    }

   public:
    static constexpr Effort effort{.fours = 16, .threats = 6, .positions = 2000};

   private:
    ThreatSearch& threats_;
    std::map<Key, int> known_;
};

// The win that the search reports at the root within a limit of nodes, and the nodes it needed.
struct RootWin {
    std::optional<Value> value;
    std::size_t length;
    std::uint64_t nodes;
};

RootWin solve_root(const Gomoku& position, std::optional<std::uint64_t> nodes) {
    auto table = Table<1>::tiny(16);
    const StopToken token;
    Control control({{}, nodes, {}, {}}, token);
    const Evaluation<Gomoku> evaluation;
    Worker<Gomoku> worker(table, evaluation, control, config_of<Gomoku>(Options{}));
    RootWin win{};
    if (!nodes) {
        worker.endings.solve_root(position, 6);
        win.nodes = worker.meter.total();
    }
    win.value = worker.solved_root(position, 6);
    win.length = worker.pvs[0].size();
    return win;
}

// Checks that a win is reported even if the search is interrupted while it builds the winning line;
// returns whether the line was cut.
bool check_interrupted_line(const Gomoku& position) {
    const RootWin complete = solve_root(position, std::nullopt);
    const RootWin cut = solve_root(position, complete.nodes + 1);
    expect(complete.value && cut.value && complete.value->score == cut.value->score,
           "an interrupted win at " + position.text());
    expect(
        cut.length > 0 && static_cast<int>(complete.length) <= plies_to_end(complete.value->score),
        "the length of the line at " + position.text());
    return cut.length < complete.length;
}

// Checks the win that the threat search claims, if any; returns whether it claims one.
bool check_win(const Gomoku& position) {
    const StopToken token;
    Control control({}, token);
    Meter meter(control);
    ThreatSearch threats(meter);
    const auto win = threats.win(position, Refuter::effort);
    if (!win) return false;
    const int plies = Refuter(threats).plies(position);
    expect(plies > 0 && plies <= win->plies, "the win at " + position.text());
    interrupted_lines += check_interrupted_line(position);
    return true;
}

}  // namespace
}  // namespace zeitnot

int main(int count, char** arguments) {
    using namespace zeitnot;
    const int positions = count > 1 ? std::atoi(arguments[1]) : 60;
    std::mt19937 random(1);
    int wins = 0;
    check_window("o.x*x...", 8);
    check_window("ox*x...", 5);
    check_window("ox*xo", 0);
    check_window("xx*xx", gomoku::window_five);
    for (const int size : {gomoku::min_size, 15, gomoku::max_size}) check_window_at_corners(size);
    for (int i = 0; i < positions; ++i) {
        const auto rule = static_cast<gomoku::Rule>(i % 3);
        if (const auto position = random_position(random, 6 + i % 7, rule)) check_shapes(*position);
        if (const auto position = random_position(random, 6 + i % 3, rule))
            wins += check_win(*position);
    }
    expect(wins > positions / 10, "enough wins are found to check");
    expect(interrupted_lines > 0, "some lines are interrupted");
    std::printf("%d wins\n%d failures\n", wins, failures);
    return failures == 0 ? 0 : 1;
}
