// Backgammon: 24 points, 15 checkers a side, two dice. The side that first bears all checkers off
// wins the game: two points if the loser has borne none off (gammon), three if one of the loser's
// checkers is also on the bar or in the winner's home board (backgammon).
//
// In the opening roll each side rolls one die; the higher begins and plays this roll, and equal
// dice are rolled again. A turn is one move. With the doubling cube a side that may double answers
// `roll` or `double` before its roll, and the opponent then `take` or `drop`; in a single game with
// beavers also `beaver`, which the doubler answers with `take` or `drop`. All games of a match are
// played in one position.
#pragma once

#include <cstdint>

#include "games/backgammon/gnu_id.hpp"
#include "games/backgammon/play_text.hpp"
#include "games/backgammon/xgid.hpp"
#include "zeitnot/concepts.hpp"

namespace zeitnot {

struct BackgammonSettings {
    int match = 0;    // an index of `lengths`
    int cube = 0;     // off, on
    int jacoby = 0;   // off, on; this and `beavers` only in single games with the cube
    int beavers = 0;  // off, on
};

class Backgammon {
   public:
    static constexpr std::string_view name = "backgammon";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = false;
    using Settings = BackgammonSettings;
    static constexpr std::array setting_table{
        Setting<Settings>{
            .name = "match",
            .field = &Settings::match,
            .words = {"single", "1", "3", "5", "7", "9", "11", "13", "15", "17", "21", "25"}},
        Setting<Settings>{.name = "cube", .field = &Settings::cube, .words = {"off", "on"}},
        Setting<Settings>{.name = "jacoby", .field = &Settings::jacoby, .words = {"off", "on"}},
        Setting<Settings>{.name = "beavers", .field = &Settings::beavers, .words = {"off", "on"}}};
    using Move = backgammon::Play;  // or one of the five cube actions
    using Moves = FixedList<Move, backgammon::max_plays>;
    using Throw = std::uint8_t;  // 6 · (first die - 1) + second die - 1; see `values`
    static constexpr Move roll = Move{1} << 40, doubling = Move{2} << 40, take = Move{3} << 40,
                          drop = Move{4} << 40, beaver = Move{5} << 40;

    enum class Phase : std::uint8_t { opening, decision, rolling, doubled, moving, over, beavered };

    Backgammon() : Backgammon(Settings{}) {}

    explicit Backgammon(const Settings& settings)
        : board_(backgammon::Board::start()),
          base_(text_key(name) ^ settings_key<Backgammon>(settings)),
          with_cube_(settings.cube == 1) {
        match_.length = lengths[static_cast<std::size_t>(settings.match)];
        if (match_.length == 0) {
            match_.jacoby = settings.jacoby == 1;
            match_.beavers = settings.beavers == 1;
        }
    }

    [[nodiscard]] int turn() const { return phase_ == Phase::doubled ? side_ ^ 1 : side_; }
    [[nodiscard]] Phase phase() const { return phase_; }
    [[nodiscard]] const backgammon::Board& board() const { return board_; }
    [[nodiscard]] const backgammon::MatchState& match() const { return match_; }
    [[nodiscard]] bool with_cube() const { return with_cube_; }

    [[nodiscard]] Key hash() const {
        const std::size_t throw_key = 16 + static_cast<std::size_t>(8 * high_ + low_);
        return base_ ^ board_.hash() ^ match_.hash() ^ keys[static_cast<std::size_t>(phase_)] ^
               keys[throw_key] ^ (side_ == 1 ? keys[15] : 0);
    }

    void generate(Moves& moves) const {
        if (phase_ == Phase::moving)
            return backgammon::PlayGenerator(board_, side_).list(high_, low_, moves);
        if (phase_ == Phase::decision) {
            moves.push(roll);
            moves.push(doubling);
        } else if (phase_ == Phase::doubled || phase_ == Phase::beavered) {
            moves.push(take);
            moves.push(drop);
            if (phase_ == Phase::doubled && match_.can_beaver()) moves.push(beaver);
        }
    }

    void play(Move move) {
        if (move == roll) {
            phase_ = Phase::rolling;
        } else if (move == doubling) {
            phase_ = Phase::doubled;
        } else if (move == take || move == beaver) {
            ++match_.cube;
            match_.owner = static_cast<std::uint8_t>(side_ ^ 1);
            phase_ = move == beaver ? Phase::beavered : Phase::rolling;
        } else if (move == drop) {
            end_game(turn() ^ 1, match_.stake());
        } else {
            for (const auto [from, to] : backgammon::steps_of(move)) board_.step(side_, from, to);
            high_ = low_ = 0;
            if (board_.has_borne_off(side_))
                return end_game(side_, match_.worth(board_.loss(side_ ^ 1), with_cube_));
            side_ ^= 1;
            start_roll();
        }
    }

    [[nodiscard]] bool chance_due() const {
        return phase_ == Phase::opening || phase_ == Phase::rolling;
    }

    [[nodiscard]] static DueThrow due() { return {"dice", {6, 6}}; }
    // In the opening each seat rolls a die.
    [[nodiscard]] std::optional<int> thrower() const {
        if (phase_ == Phase::opening) return std::nullopt;
        return turn();
    }

    // In the opening only rolls of unequal dice: equal ones are rolled again.
    void chance(auto&& each) const {
        const bool opening = phase_ == Phase::opening;
        for (int a = 1; a <= 6; ++a) {
            for (int b = 1; b <= (opening ? 6 : a); ++b) {
                if (opening && a == b) continue;
                each(code(a, b), opening ? 1.0 / 30 : a == b ? 1.0 / 36 : 2.0 / 36);
            }
        }
    }

    void apply(Throw outcome) {
        const int a = outcome / 6 + 1, b = outcome % 6 + 1;
        if (phase_ == Phase::opening) {
            if (a == b) return;
            side_ = a > b ? 0 : 1;
        }
        high_ = static_cast<std::uint8_t>(std::max(a, b));
        low_ = static_cast<std::uint8_t>(std::min(a, b));
        phase_ = Phase::moving;
    }

    // In the opening seat 0's die and seat 1's, later the higher and the lower.
    [[nodiscard]] static std::vector<int> values(Throw outcome) {
        return {outcome / 6 + 1, outcome % 6 + 1};
    }

    [[nodiscard]] std::optional<Throw> outcome(std::span<const int> values) const {
        const auto is_face = [](int value) { return value >= 1 && value <= 6; };
        if (values.size() != 2 || !is_face(values[0]) || !is_face(values[1])) return std::nullopt;
        if (phase_ == Phase::opening) return code(values[0], values[1]);
        return code(std::max(values[0], values[1]), std::min(values[0], values[1]));
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (phase_ != Phase::over) return std::nullopt;
        const int winner = match_.winner();
        const int margin = match_.length == 0 ? match_.score(winner) : 1;
        return Outcome{winner == 0 ? 1.0 : 0.0, winner == 0 ? margin : -margin,
                       result_text(winner)};
    }

    // Whether the move hits.
    [[nodiscard]] bool is_capture(Move move) const {
        if (move >= roll) return false;
        const auto steps = backgammon::steps_of(move);
        return std::any_of(steps.begin(), steps.end(),
                           [this](auto step) { return board_.is_blot(side_, step.to); });
    }

    [[nodiscard]] std::string text() const { return xgid().text(); }

    // The IDs of GNU Backgammon; none before the opening roll and after the end. They do not say
    // whether beavers are played, what the cube's limit is, and that a side has decided to roll.
    [[nodiscard]] std::optional<std::string> gnu_id() const {
        if (phase_ == Phase::opening || phase_ == Phase::over) return std::nullopt;
        return backgammon::GnuId::text(xgid());
    }

    [[nodiscard]] std::string move_text(Move move) const {
        if (move == roll) return "roll";
        if (move == doubling) return "double";
        if (move == take) return "take";
        if (move == drop) return "drop";
        if (move == beaver) return "beaver";
        return backgammon::play_text(board_, side_, move);
    }

    // The match, Jacoby's rule and beavers come from the text; whether there is a cube is a
    // setting.
    static Parsed<Backgammon> parse(std::string_view text, const Settings& settings) {
        const bool is_gnu = backgammon::is_gnu_id(text);
        const auto xgid = is_gnu ? backgammon::GnuId::parse(text) : backgammon::Xgid::parse(text);
        if (!xgid) return Error{xgid.error()};
        Backgammon position(settings);
        position.board_ = xgid->board;
        position.match_ = xgid->match;
        if (is_gnu && xgid->match.length == 0) position.match_.beavers = settings.beavers == 1;
        position.side_ = xgid->turn == -1 ? 1 : 0;
        if (position.match_.length == 0 && position.set_over(*xgid)) position.match_.points = {};
        if (auto error = position.match_error()) return *error;
        auto error = position.match_.is_over() ? position.set_over(*xgid)
                     : xgid->turn == 0         ? position.set_opening(*xgid)
                                               : position.set_turn(xgid->dice);
        if (error) return *error;
        return position;
    }

    friend bool operator==(const Backgammon&, const Backgammon&) = default;

   private:
    static constexpr std::array<std::uint8_t, 12> lengths{0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25};

    static constexpr Throw code(int a, int b) { return static_cast<Throw>(6 * (a - 1) + b - 1); }

    void start_roll() {
        const bool can_double = with_cube_ && match_.can_double(side_);
        phase_ = can_double ? Phase::decision : Phase::rolling;
    }

    void end_game(int winner, int points) {
        match_.win(winner, points, with_cube_);
        side_ = match_.is_over() ? static_cast<std::uint8_t>(winner ^ 1) : std::uint8_t{0};
        phase_ = match_.is_over() ? Phase::over : Phase::opening;
        if (phase_ == Phase::opening) board_ = backgammon::Board::start();
    }

    [[nodiscard]] backgammon::Xgid xgid() const {
        const int sign = side_ == 0 ? 1 : -1;
        return {board_, match_, phase_ == Phase::opening ? 0 : sign, dice_text()};
    }

    [[nodiscard]] std::string_view result_text(int winner) const {
        if (!board_.has_borne_off(winner)) return "double dropped";
        const int loss = match_.worth(board_.loss(winner ^ 1), with_cube_) / match_.stake();
        return loss == 1 ? "all borne off" : loss == 2 ? "gammon" : "backgammon";
    }

    [[nodiscard]] std::string dice_text() const {
        if (phase_ == Phase::doubled) return "D";
        if (phase_ == Phase::beavered) return "B";
        if (phase_ == Phase::moving) return std::to_string(high_) + std::to_string(low_);
        const bool decided = phase_ == Phase::rolling && with_cube_ && match_.can_double(side_);
        return decided ? "--" : "00";
    }

    // ── reading ──

    [[nodiscard]] std::optional<Error> match_error() const {
        if (match_.away(0) <= 0 && match_.away(1) <= 0) return Error{"Only one side can have won."};
        if (!match_.crawford) return std::nullopt;
        if (match_.length == 0 || match_.cube != 0 ||
            (match_.away(0) == 1) == (match_.away(1) == 1))
            return Error{"A Crawford game is one of a match, with one side a point away, no cube."};
        return std::nullopt;
    }

    std::optional<Error> set_over(const backgammon::Xgid& xgid) {
        if (!match_.is_over()) return Error{"The game is not over."};
        const int winner = match_.winner();
        if (xgid.dice != "00" || xgid.turn != (winner == 0 ? -1 : 1))
            return Error{"After the end the loser is to move, with dice 00."};
        if (board_.has_borne_off(winner ^ 1))
            return Error{"The loser still has a checker on the board."};
        const int lost = board_.has_borne_off(winner)
                             ? match_.worth(board_.loss(winner ^ 1), with_cube_)
                             : match_.stake();
        const int before = match_.score(winner) - lost;
        if (before < 0 || before >= match_.goal() ||
            (match_.length == 0 && before + match_.score(winner ^ 1) != 0))
            return Error{"The score does not fit the cube and the checkers that are left."};
        phase_ = Phase::over;
        return std::nullopt;
    }

    std::optional<Error> set_opening(const backgammon::Xgid& xgid) {
        if (board_ != backgammon::Board::start() || match_.cube != 0 || xgid.dice != "00")
            return Error{"The turn is 0 only at the start of a game, with dice 00."};
        return std::nullopt;
    }

    std::optional<Error> set_turn(const std::string& dice) {
        if (board_.has_borne_off(0) || board_.has_borne_off(1))
            return Error{"Each side must have a checker on the board while the game goes on."};
        start_roll();
        if (dice == "00") return std::nullopt;
        if (dice == "B") return set_beavered();
        if (dice == "R") return Error{"Raccoons, the answers to beavers, are not played here."};
        if (dice == "--" || dice == "D") {
            if (!with_cube_) return Error{"There is no cube here: set cube=on."};
            if (phase_ != Phase::decision)
                return Error{
                    "This side cannot double: it has no access to the cube, or the cube is dead."};
            phase_ = dice == "D" ? Phase::doubled : Phase::rolling;
            return std::nullopt;
        }
        const auto is_face = [](char c) { return c >= '1' && c <= '6'; };
        if (dice.size() != 2 || !is_face(dice[0]) || !is_face(dice[1]))
            return Error{"The dice are two of 1 to 6, or 00, --, D or B before the roll."};
        phase_ = Phase::rolling;
        apply(code(dice[0] - '0', dice[1] - '0'));
        return std::nullopt;
    }

    // The cube has the value of the double that was beavered, and belongs to the other side.
    std::optional<Error> set_beavered() {
        if (!with_cube_) return Error{"There is no cube here: set cube=on."};
        if (match_.length > 0 || !match_.beavers || match_.owner != (side_ ^ 1) ||
            match_.cube >= match_.limit) {
            return Error{
                "A beaver needs a single game with beavers, and the cube on the side that "
                "beavers."};
        }
        phase_ = Phase::beavered;
        return std::nullopt;
    }

    // The phases, seat 1 to move, the dice.
    static constexpr auto keys = [] {
        auto all = zobrist_keys<16 + 64>(0x6267'7068'0000'0000);
        all[16] = 0;
        return all;
    }();

    backgammon::Board board_;
    backgammon::MatchState match_;
    Key base_;
    bool with_cube_;
    std::uint8_t side_ = 0;  // the side that rolls or has rolled; 0 before the opening roll
    Phase phase_ = Phase::opening;
    std::uint8_t high_ = 0, low_ = 0;
};

}  // namespace zeitnot
