// EinStein würfelt nicht! (Ingo Althöfer, 2004): the die determines which stone may move.
//
// Cells are 1..25 row by row. Seat 0, blue, heads for cell 1; seat 1, red, for cell 25. If the
// stone of the rolled number is off the board, the nearest higher or lower one moves. A stone
// captures whatever is on its target cell, even an own stone. A side wins by reaching its goal
// cell, or when the opponent has no stones left. A game may begin with a setup, first blue's and
// then red's: by a shuffle, or by a move that places all six stones.
#pragma once

#include <cstdint>

#include "games/ewn/board.hpp"
#include "zeitnot/concepts.hpp"

namespace zeitnot {

struct EwnSettings {
    int first = 0;  // the seat that makes the first roll
    int setup = 0;  // default, random, free
};

class Ewn {
   public:
    static constexpr std::string_view name = "ewn";
    static constexpr Unit unit = Unit::win_probability;
    static constexpr int version = 1;
    static constexpr bool draws = false;
    using Settings = EwnSettings;
    static constexpr std::array setting_table{
        Setting<Settings>{.name = "first", .field = &Settings::first, .words = {"blue", "red"}},
        Setting<Settings>{
            .name = "setup", .field = &Settings::setup, .words = {"default", "random", "free"}}};
    using Move = std::uint16_t;  // 32 · stone + target cell; or `arrange` + number of arrangement
    using Moves = FixedList<Move, ewn::arrangement_count>;
    using Throw = std::uint16_t;  // the die's face, 1..6; or the number of the shuffle
    static constexpr Move arrange = 256;

    Ewn() : Ewn(Settings{}) {}

    explicit Ewn(const Settings& settings)
        : board_(base(settings)),
          first_(static_cast<std::uint8_t>(settings.first)),
          setup_(static_cast<Setup>(settings.setup)),
          in_setup_(setup_ != Setup::standard) {
        if (in_setup_) return;
        set_up(ewn::default_arrangements[0]);
        set_up(ewn::default_arrangements[1]);
    }

    [[nodiscard]] int turn() const { return board_.turn(); }
    [[nodiscard]] Key hash() const { return board_.hash(); }
    // The face rolled; 0 before the roll, during the setup and after the end.
    [[nodiscard]] int die() const { return board_.die(); }
    [[nodiscard]] const ewn::Cells& cells(int seat) const { return board_.cells(seat); }
    [[nodiscard]] bool in_setup() const { return in_setup_; }

    void generate(Moves& moves) const {
        if (in_setup_ && setup_ == Setup::free) {
            for (Move i = 0; i < ewn::arrangement_count; ++i) moves.push(arrange + i);
        } else if (die() != 0) {
            generate_steps(moves);
        }
    }

    void play(Move move) {
        if (move >= arrange) return set_up(ewn::arrangements[move - arrange]);
        board_.clear(move % 32);
        board_.put(turn(), move / 32, move % 32);
        board_.set_die(0);
        board_.change_sides();
    }

    [[nodiscard]] bool chance_due() const {
        if (in_setup_) return setup_ == Setup::random;
        return die() == 0 && !result();
    }

    [[nodiscard]] DueThrow due() const {
        return in_setup_ ? DueThrow{"shuffle", {6}} : DueThrow{"dice", {6}};
    }

    void chance(auto&& each) const {
        const Throw first = in_setup_ ? 0 : 1, count = in_setup_ ? ewn::arrangement_count : 6;
        for (Throw i = 0; i < count; ++i) each(static_cast<Throw>(first + i), 1.0 / count);
    }

    void apply(Throw outcome) {
        if (in_setup_) return set_up(ewn::arrangements[outcome]);
        board_.set_die(outcome);
    }

    [[nodiscard]] std::vector<int> values(Throw outcome) const {
        if (!in_setup_) return {outcome};
        const auto& order = ewn::arrangements[outcome];
        return {order.begin(), order.end()};
    }

    [[nodiscard]] std::optional<Throw> outcome(std::span<const int> values) const {
        if (in_setup_) return ewn::number_of_arrangement(values);
        if (values.size() != 1 || values[0] < 1 || values[0] > 6) return std::nullopt;
        return static_cast<Throw>(values[0]);
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (in_setup_) return std::nullopt;
        if (board_.has_reached_goal(0)) return Outcome{1.0, 1, "goal reached"};
        if (board_.has_reached_goal(1)) return Outcome{0.0, -1, "goal reached"};
        if (board_.has_no_stones(1)) return Outcome{1.0, 1, "all stones taken"};
        if (board_.has_no_stones(0)) return Outcome{0.0, -1, "all stones taken"};
        return std::nullopt;
    }

    // After the roll, a number that is equal for rolls that allow the same moves.
    [[nodiscard]] std::uint64_t choice() const {
        const auto [lower, higher] = movable();
        const int first = lower < 0 ? higher : lower, second = higher > 5 ? lower : higher;
        return static_cast<std::uint64_t>(8 * first + second);
    }

    // Whether the move captures an enemy stone; capturing an own stone counts as quiet.
    [[nodiscard]] bool is_capture(Move move) const {
        return move < arrange && board_.has_stone_on(turn() ^ 1, move % 32);
    }

    [[nodiscard]] std::string text() const { return board_.text(); }

    [[nodiscard]] std::string move_text(Move move) const {
        if (move >= arrange) return ewn::digits(ewn::arrangements[move - arrange]);
        return std::to_string(cells(turn())[move / 32]) + '-' + std::to_string(move % 32);
    }

    // Accepts every position in which play can continue, and every finished one.
    static Parsed<Ewn> parse(std::string_view text, const Settings& settings) {
        const auto board = ewn::Board::parse(text, base(settings));
        if (!board) return Error{board.error()};
        Ewn position(settings);
        position.board_ = *board;
        position.in_setup_ = position.setup_ != Setup::standard && position.setup_pending();
        if (auto error = position.position_error()) return *error;
        return position;
    }

    friend bool operator==(const Ewn&, const Ewn&) = default;

   private:
    enum class Setup : std::uint8_t { standard, random, free };

    static Key base(const Settings& settings) {
        return text_key(name) ^ settings_key<Ewn>(settings);
    }

    // Places the stones of the side to move. After red's, the side that begins is to move.
    void set_up(const ewn::Arrangement& arrangement) {
        board_.put_all(turn(), ewn::arranged_cells(turn(), arrangement));
        in_setup_ = turn() == 0 && setup_ != Setup::standard;
        if (turn() == 0 || first_ == 0) board_.change_sides();
    }

    struct Movable {
        int lower;   // -1: none
        int higher;  // 6: none
    };

    // The stone of the rolled number, or its nearest neighbours in number.
    [[nodiscard]] Movable movable() const {
        const ewn::Cells& own = cells(turn());
        const auto is_off_board = [&own](int stone) {
            return own[static_cast<std::size_t>(stone)] == 0;
        };
        int lower = die() - 1, higher = die() - 1;
        while (lower >= 0 && is_off_board(lower)) --lower;
        while (higher < 6 && is_off_board(higher)) ++higher;
        return {lower, higher};
    }

    void generate_steps(Moves& moves) const {
        const auto [lower, higher] = movable();
        if (lower >= 0) add_steps(lower, moves);
        if (higher < 6 && higher != lower) add_steps(higher, moves);
    }

    void add_steps(int stone, Moves& moves) const {
        const int cell = cells(turn())[static_cast<std::size_t>(stone)];
        const int step = turn() == 0 ? -1 : 1;
        const bool row = turn() == 0 ? cell % 5 != 1 : cell % 5 != 0;
        const bool column = turn() == 0 ? cell > 5 : cell <= 20;
        const auto add = [&](int distance) {
            moves.push(static_cast<Move>(32 * stone + cell + step * distance));
        };
        if (row) add(1);
        if (column) add(5);
        if (row && column) add(6);
    }

    // Whether the board is empty with blue to move, or has all of blue's stones and none of red's.
    // Neither can occur later in a game.
    [[nodiscard]] bool setup_pending() const {
        const bool blue_due = turn() == 0 && board_.has_no_stones(0);
        return board_.has_no_stones(1) && (blue_due || (turn() == 1 && board_.is_set_up(0)));
    }

    [[nodiscard]] std::optional<Error> position_error() const {
        if (in_setup_ && die() != 0)
            return Error{"The die is rolled only after all stones are set up."};
        if (in_setup_) return std::nullopt;
        if (board_.has_no_stones(0) && board_.has_no_stones(1))
            return Error{"There must be a stone on the board."};
        if (board_.has_reached_goal(0) && board_.has_reached_goal(1))
            return Error{"Both sides are on their goals, but the game ends with the first."};
        const auto end = result();
        if (!end) return std::nullopt;
        if (die() != 0) return Error{"The game is over, so the die must be 0."};
        if (turn() == (end->scores[0] == 1.0 ? 0 : 1))
            return Error{"The side that has won cannot be to move."};
        return std::nullopt;
    }

    ewn::Board board_;
    std::uint8_t first_;
    Setup setup_;
    bool in_setup_;
};

}  // namespace zeitnot
