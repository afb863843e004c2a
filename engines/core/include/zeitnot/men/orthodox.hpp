// Chess by the rules of FIDE. White, seat 0, begins. A setting chooses one of the start positions
// of Chess960; the rules then differ only in castling.
//
// A game ends by mate or stalemate, and, without a claim, by insufficient material (FIDE 5.2.2),
// fifty moves without a capture or a pawn move (9.3; mate comes first), and the third occurrence
// of a position, which History detects. Positions are equal only if the same moves are legal, so an
// en passant square counts only if a pawn may capture there (9.2.3).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "zeitnot/concepts.hpp"
#include "zeitnot/men/check.hpp"
#include "zeitnot/men/exchange.hpp"
#include "zeitnot/men/fen.hpp"
#include "zeitnot/men/material.hpp"
#include "zeitnot/men/moves.hpp"
#include "zeitnot/men/starts.hpp"

namespace zeitnot {

// `start`: the number of the start position, or `drawn` for one that is drawn before the game.
struct ChessSettings {
    static constexpr int drawn = chess::start_count;
    int start = chess::classical_start;
};

class OrthodoxChess {
   public:
    static constexpr std::string_view name = "chess";
    static constexpr Unit unit = Unit::centipawns;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    static constexpr int repetition_limit = 3;
    static constexpr bool alternates = true;
    using Settings = ChessSettings;
    static constexpr std::array setting_table{
        Setting<Settings>{.name = "start",
                          .field = &Settings::start,
                          .range = {.min = 0, .max = Settings::drawn},
                          .only_start = true}};
    using Move = chess::Move;
    using Moves = FixedList<Move, 256>;  // the known maximum is 218

    OrthodoxChess() : OrthodoxChess(Settings{}) {}
    explicit OrthodoxChess(const Settings& settings) : OrthodoxChess(start(settings.start)) {}

    // The throw that draws the start position, and the start that its value means.
    static std::optional<DueThrow> start_throw(const Settings& settings) {
        if (settings.start != Settings::drawn) return std::nullopt;
        return DueThrow{"dice", {chess::start_count}};
    }
    static std::optional<OrthodoxChess> drawn_start(const Settings& /*settings*/,
                                                    std::span<const int> values) {
        if (values.size() != 1 || values[0] < 1 || values[0] > chess::start_count)
            return std::nullopt;
        return OrthodoxChess(start(values[0] - 1));
    }

    [[nodiscard]] int turn() const { return state_.turn; }
    [[nodiscard]] Key hash() const { return state_.hash; }
    [[nodiscard]] const chess::State& state() const { return state_; }

    void generate(Moves& moves) const {
        if (early_result()) return;
        chess::Lister<Moves> lister(moves);
        chess::walk(state_, lister);
    }

    [[nodiscard]] std::size_t count() const {
        return early_result() ? 0 : chess::count_moves(state_);
    }

    void play(Move move) {
        if (turn() == chess::white) {
            chess::play<chess::white>(state_, move);
        } else {
            chess::play<chess::black>(state_, move);
        }
    }

    // Whether it is a capture, a pawn move, or a move that ends a castling right.
    [[nodiscard]] bool irreversible(Move move) const {
        const auto from = chess::index(chess::from_of(move)), to = chess::index(chess::to_of(move));
        return chess::kind_of(state_.at[from]) == chess::pawn || state_.at[to] != chess::none ||
               state_.rights_lost(chess::from_of(move), chess::to_of(move)) != 0;
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (!chess::has_move(state_)) return no_moves_result();
        if (state_.halfmove_clock >= chess::move_limit) return Outcome{0.5, 0, "fifty moves"};
        if (chess::is_dead(state_)) return Outcome{0.5, 0, "dead position"};
        return std::nullopt;
    }

    // The results that need no move generation. At the fifty-move limit moves are generated,
    // because mate comes first.
    [[nodiscard]] std::optional<Outcome> early_result() const {
        if (state_.halfmove_clock >= chess::move_limit) return result();
        if (chess::is_dead(state_)) return Outcome{0.5, 0, "dead position"};
        return std::nullopt;
    }

    // The result if the side to move has no legal move.
    [[nodiscard]] Outcome no_moves_result() const {
        if (!in_check()) return {0.5, 0, "stalemate"};
        return turn() == chess::white ? Outcome{0.0, -1, "checkmate"}
                                      : Outcome{1.0, 1, "checkmate"};
    }

    [[nodiscard]] bool in_check() const { return state_.checkers != 0; }
    [[nodiscard]] bool gives_check(Move move) const {
        return turn() == chess::white ? chess::gives_check<chess::white>(state_, move)
                                      : chess::gives_check<chess::black>(state_, move);
    }
    [[nodiscard]] int plies_to_move_limit() const {
        return chess::move_limit - state_.halfmove_clock;
    }
    // Whether the seat's material can win. A fall of the flag is a draw if the opponent's cannot.
    [[nodiscard]] bool can_win(int seat) const { return chess::can_mate(state_, seat); }

    [[nodiscard]] bool is_capture(Move move) const {
        return chess::captured(state_, move) != chess::none ||
               chess::is_special(move, chess::Special::en_passant);
    }

    // The legal captures, and promotions to a queen.
    void captures(Moves& moves) const {
        if (early_result()) return;
        chess::CaptureLister<Moves> lister(moves);
        chess::walk(state_, lister, state_.sides[chess::index(turn() ^ 1)]);
    }
    [[nodiscard]] int capture_gain(Move move) const { return chess::gain(state_, move); }
    [[nodiscard]] int stake(Move move) const { return chess::stake(state_, move); }
    [[nodiscard]] int see(Move move) const { return chess::see(state_, move); }

    // Whether the null move may be tried: not with only king and pawns, where zugzwang is common.
    [[nodiscard]] bool may_pass() const {
        const auto own = state_.sides[chess::index(turn())];
        return !in_check() && (own & ~(state_.kinds[chess::pawn] | state_.kinds[chess::king])) != 0;
    }
    void pass_turn() {
        chess::clear_ep_square(state_);
        if (turn() == chess::white) {
            chess::end_turn<chess::white>(state_);
        } else {
            chess::end_turn<chess::black>(state_);
        }
    }

    [[nodiscard]] std::string text() const { return chess::fen(state_); }

    // The move in UCI notation: e2e4, e1g1 for castling from the classical squares, e7e8q. From
    // other squares the king takes its rook, because its own move may be another one.
    [[nodiscard]] std::string move_text(Move move) const {
        return chess::is_special(move, chess::Special::castling) && state_.rook_files != 0
                   ? castling_text(move, false)
                   : chess::move_text(move);
    }

    // Whether the move may also be written so: castling as the king taking its rook.
    [[nodiscard]] bool is_also(Move move, std::string_view text) const {
        return chess::is_special(move, chess::Special::castling) &&
               castling_text(move, true) == text;
    }

    static Parsed<OrthodoxChess> parse(std::string_view text, const Settings& /*settings*/) {
        const auto state = chess::FenReader::read(text);
        if (!state) return Error{state.error()};
        OrthodoxChess position(*state);
        position.state_.hash ^= text_key(name);
        return position;
    }

    friend bool operator==(const OrthodoxChess& a, const OrthodoxChess& b) {
        return a.state_ == b.state_;
    }

   private:
    explicit OrthodoxChess(const chess::State& state) : state_(state) {}

    // A game whose start is still to be drawn has the classical one until then.
    static chess::State start(int number) {
        static const chess::State classical = read_start(chess::classical_start);
        const bool is_classical = number == chess::classical_start || number == Settings::drawn;
        return is_classical ? classical : read_start(number);
    }
    static chess::State read_start(int number) {
        return parse(chess::start_text(number), {})->state_;
    }

    [[nodiscard]] std::string castling_text(Move move, bool takes_rook) const {
        const std::size_t right = 2 * chess::index(turn()) + (chess::to_of(move) % 8 == 2 ? 1 : 0);
        const bool is_kings_move = !takes_rook && state_.is_classical(right);
        const auto way = state_.castling(right);
        return chess::square_text(way.king_from) +
               chess::square_text(is_kings_move ? way.king_to : way.rook_from);
    }

    chess::State state_;
};

}  // namespace zeitnot
