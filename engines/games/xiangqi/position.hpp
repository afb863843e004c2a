// Xiangqi, Chinese chess. Red, seat 0, begins.
//
// A side without a legal move loses, in check or not. If neither side has a piece that can cross
// the river, the game is a draw, and so it is after 120 plies without a capture (a setting), unless
// the last of them mates. The third occurrence of a position ends the game: if only one side has
// given check with every move since the first, it loses; otherwise it is a draw ("simple").
#pragma once

#include <array>
#include <optional>
#include <string>

#include "games/xiangqi/exchange.hpp"
#include "games/xiangqi/fen.hpp"
#include "games/xiangqi/moves.hpp"
#include "zeitnot/concepts.hpp"

namespace zeitnot {

struct XiangqiSettings {
    int repetition = 0;  // the rule for repetitions; so far only "simple"
    int no_capture_limit = 120;
};

class Xiangqi {
   public:
    static constexpr std::string_view name = "xiangqi";
    static constexpr Unit unit = Unit::centipawns;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    static constexpr int repetition_limit = 3;
    static constexpr bool alternates = true;
    static constexpr int plies_to_return = 4;  // neither side can undo a move by another in one ply
    using Settings = XiangqiSettings;
    static constexpr std::array setting_table{
        Setting<Settings>{
            .name = "repetition", .field = &Settings::repetition, .words = {"simple"}},
        Setting<Settings>{.name = "no_capture_limit",
                          .field = &Settings::no_capture_limit,
                          .numbers = {120, 60}}};
    using Move = xiangqi::Move;
    using Moves = xiangqi::Moves;

    Xiangqi() : Xiangqi(Settings{}) {}
    explicit Xiangqi(const Settings& settings) : Xiangqi(*parse(start_text, settings)) {}

    [[nodiscard]] int turn() const { return turn_; }
    [[nodiscard]] Key hash() const { return board_.key(); }
    [[nodiscard]] const xiangqi::Board& board() const { return board_; }

    void generate(Moves& moves) const {
        if (!early_result()) xiangqi::list(xiangqi::reach_all(board_, turn_), moves);
    }

    [[nodiscard]] std::size_t count() const {
        return early_result() ? 0 : xiangqi::count(board_, turn_);
    }

    void play(Move move) {
        const unsigned captured = board_.move(turn_, xiangqi::from_of(move), xiangqi::to_of(move));
        halfmove_clock_ = captured != xiangqi::none
                              ? std::uint8_t{0}
                              : static_cast<std::uint8_t>(halfmove_clock_ + 1);
        if (turn_ == 1 && fullmove_ < 9999) ++fullmove_;
        change_sides();
    }

    // Whether the move is a capture or a soldier's step forward.
    [[nodiscard]] bool irreversible(Move move) const {
        const int from = xiangqi::from_of(move), to = xiangqi::to_of(move);
        return is_capture(move) ||
               (board_.soldiers().has(from) && xiangqi::square_info[xiangqi::at(from)].x ==
                                                   xiangqi::square_info[xiangqi::at(to)].x);
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (is_dead()) return Outcome{0.5, 0, "dead position"};
        if (!xiangqi::has_move(board_, turn_)) return no_moves_result();
        if (halfmove_clock_ >= limit_) return Outcome{0.5, 0, "no capture"};
        return std::nullopt;
    }

    // The results that need no move generation, except at the move limit, where mate takes
    // precedence.
    [[nodiscard]] std::optional<Outcome> early_result() const {
        if (is_dead() || halfmove_clock_ >= limit_) return result();
        return std::nullopt;
    }

    // The result if the side to move has no legal move.
    [[nodiscard]] Outcome no_moves_result() const {
        const std::string_view word = in_check() ? "checkmate" : "stalemate";
        return turn_ == 0 ? Outcome{0.0, -1, word} : Outcome{1.0, 1, word};
    }

    // `checked[seat]`: whether each of its moves since the first occurrence gave check.
    [[nodiscard]] static constexpr Outcome repeated(const std::array<bool, 2>& checked) {
        if (checked[0] == checked[1]) return {0.5, 0, "repetition"};
        return checked[0] ? Outcome{0.0, -1, "perpetual check"}
                          : Outcome{1.0, 1, "perpetual check"};
    }

    [[nodiscard]] bool in_check() const { return board_.in_check(turn_); }
    [[nodiscard]] int plies_to_move_limit() const { return limit_ - halfmove_clock_; }

    // By material: whether the seat has a piece that can cross the river.
    [[nodiscard]] bool can_win(int seat) const {
        return (board_.attackers() & board_.side(seat)).any();
    }

    [[nodiscard]] bool is_capture(Move move) const {
        return board_.all().has(xiangqi::to_of(move));
    }

    void captures(Moves& moves) const {
        if (!early_result()) xiangqi::list(xiangqi::reach_captures(board_, turn_), moves);
    }

    // In hundredths of a soldier: the value of the captured piece, of the capturing piece, and the
    // result of the static exchange evaluation.
    [[nodiscard]] int capture_gain(Move move) const {
        return xiangqi::exchange_values[board_.type_at(xiangqi::to_of(move))];
    }
    [[nodiscard]] int stake(Move move) const {
        return xiangqi::exchange_values[board_.type_at(xiangqi::from_of(move))];
    }
    [[nodiscard]] int see(Move move) const {
        return xiangqi::see(board_, turn_, xiangqi::from_of(move), xiangqi::to_of(move));
    }

    [[nodiscard]] bool gives_check(Move move) const {
        return board_.gives_check(turn_, xiangqi::from_of(move), xiangqi::to_of(move));
    }

    // A null move is allowed only with a piece that can make a waiting move, because a side with
    // only soldiers and guards may be in zugzwang.
    [[nodiscard]] bool may_pass() const {
        return (board_.mobile_attackers() & board_.side(turn_)).any() && !in_check();
    }
    void pass_turn() { change_sides(); }

    [[nodiscard]] std::string text() const {
        return xiangqi::fen({board_, turn_, halfmove_clock_, fullmove_});
    }

    // Such as h2e2: files a to i, ranks 0 to 9 from red's end.
    [[nodiscard]] static std::string move_text(Move move) {
        return xiangqi::square_text(xiangqi::from_of(move)) +
               xiangqi::square_text(xiangqi::to_of(move));
    }

    static Parsed<Xiangqi> parse(std::string_view text, const Settings& settings) {
        const auto read = xiangqi::FenReader::read(text, settings.no_capture_limit);
        if (!read) return Error{read.error()};
        Xiangqi position(*read, settings.no_capture_limit);
        position.board_.mix_key(text_key(name) ^ settings_key<Xiangqi>(settings));
        return position;
    }

    // Ignores the number of the full move.
    friend bool operator==(const Xiangqi& a, const Xiangqi& b) {
        return a.board_ == b.board_ && a.turn_ == b.turn_ &&
               a.halfmove_clock_ == b.halfmove_clock_ && a.limit_ == b.limit_;
    }

   private:
    static constexpr std::string_view start_text =
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    Xiangqi(const xiangqi::FenFields& text, int limit)
        : board_(text.board),
          halfmove_clock_(static_cast<std::uint8_t>(text.halfmove_clock)),
          limit_(static_cast<std::uint8_t>(limit)),
          fullmove_(static_cast<std::uint16_t>(text.fullmove)) {
        if (text.turn == 1) change_sides();
    }

    [[nodiscard]] bool is_dead() const { return !board_.attackers().any(); }

    void change_sides() {
        turn_ ^= 1;
        board_.mix_key(xiangqi::black_to_move);
    }

    [[no_unique_address]] xiangqi::Board board_;
    std::uint8_t turn_ = 0;
    std::uint8_t halfmove_clock_;  // plies since the last capture
    std::uint8_t limit_;
    std::uint16_t fullmove_;  // number of the next full move
};

}  // namespace zeitnot
