// Kriegspiel: chess in which each side sees only its own men. A side tries a move; the umpire
// refuses what is illegal on the real board, which both hear, and the side tries again. The
// umpire's calls are those of the Cincinnati rules (David Moeser, "Kriegspiel - Cincinnati style",
// J'ADOUBE!, 1977; chessvariants.org): captures with their square, of a pawn or a piece, checks by
// their direction, and whether the side to move can capture with a pawn.
//
// A draw by fifty moves or a dead position ends the game when the umpire sees it, and then
// everything is shown. Repetition is not a draw, because neither side could know of it.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "games/kriegspiel/calls.hpp"
#include "games/kriegspiel/tries.hpp"
#include "zeitnot/men/orthodox.hpp"

namespace zeitnot {

namespace kriegspiel {
class BoardSampler;
}

class Kriegspiel {
   public:
    static constexpr std::string_view name = "kriegspiel";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    using Settings = NoSettings;
    static constexpr std::array<Setting<Settings>, 0> setting_table{};
    using Move = kriegspiel::Try;
    using Moves = kriegspiel::Tries;

    Kriegspiel() = default;
    explicit Kriegspiel(const Settings&) {}

    [[nodiscard]] int turn() const { return board_.turn(); }
    // The umpire's board.
    [[nodiscard]] const OrthodoxChess& board() const { return board_; }
    [[nodiscard]] const kriegspiel::Lost& lost(int seat) const { return lost_[chess::index(seat)]; }
    [[nodiscard]] const kriegspiel::Calls& calls() const { return calls_; }
    [[nodiscard]] const kriegspiel::Refused& refused() const { return refused_; }

    [[nodiscard]] Key hash() const {
        Key hash = board_.hash() ^ text_key(name);
        for (const std::size_t seat : {0U, 1U})
            hash ^= keys[seat * men_keys + lost_[seat].pawns * (kriegspiel::men_at_start + 1U) +
                         lost_[seat].pieces];
        const auto& capture = calls_.capture;
        if (capture.letter != 0)
            hash ^= keys[2 * men_keys + capture.square * 3U + letters.find(capture.letter)];
        for (const kriegspiel::FromTo squares : refused_.all())
            hash ^= keys[2 * men_keys + std::size_t{3} * 64 + squares];
        return hash;
    }

    // Lists the tries. They depend only on the mover's own men and the calls, so the list reveals
    // nothing.
    void generate(Moves& moves) const {
        if (!result()) kriegspiel::list_tries(board_.state(), calls_, refused_, moves);
    }

    void play(Move attempt) {
        kriegspiel::LegalMoves legal;
        kriegspiel::list_legal(board_.state(), legal);
        const auto move = kriegspiel::legal_move(legal, attempt);
        if (!move) return refused_.add(kriegspiel::from_to(attempt));
        calls_.capture = captured_by(*move);
        count_lost(turn() ^ 1, calls_.capture);
        board_.play(*move);
        refused_.clear();
        set_calls();
    }

    [[nodiscard]] std::optional<Outcome> result() const { return board_.result(); }
    [[nodiscard]] bool can_win(int seat) const { return board_.can_win(seat); }
    [[nodiscard]] static bool is_capture(Move) { return false; }  // not known before it is made
    [[nodiscard]] static std::string move_text(Move move) { return chess::move_text(move); }

    // The FEN of the umpire's board; the men lost by white and by black (pawns + pieces); the last
    // move's capture, the checks, "t" if there are pawn tries; the tries refused in this turn.
    [[nodiscard]] std::string text() const {
        return board_.text() + ' ' + calls_text() + ' ' + refused_text(true);
    }

    // ── hidden information ──

    // Like `text`. The board has the viewer's men, and in brackets one "?" for each hidden man.
    // Also hidden are the opponent's castling rights, the en passant square, the plies without
    // progress, and the opponent's refused tries.
    [[nodiscard]] std::string view(std::optional<int> seat) const {
        if (result()) return text();
        const chess::State& state = board_.state();
        std::string view = rows_text(8, 8, [&](int x, int y) {
            const chess::Piece piece = state.at[chess::index(8 * y + x)];
            return piece != chess::none && piece / 8 == seat ? chess::letters[piece] : char{0};
        });
        const auto hidden = state.occupied() & ~(seat ? state.sides[chess::index(*seat)] : 0);
        view += '[' + std::string(chess::size(hidden), '?') + (turn() == 0 ? "] w " : "] b ");
        for (const std::size_t right : {0U, 1U, 2U, 3U})
            if (seat == static_cast<int>(right / 2) && (state.rights >> right & 1) != 0)
                view += chess::right_letters[right];
        view += "? ? ? " + std::to_string(state.fullmove) + ' ';
        return view + calls_text() + ' ' + refused_text(seat == turn());
    }
    [[nodiscard]] static bool sees_value(std::size_t, std::optional<int>) { return true; }
    [[nodiscard]] static bool sees_move(int mover, std::optional<int> seat) {
        return seat == mover;
    }
    [[nodiscard]] std::string information(int seat) const { return view(seat); }
    // Draws positions that a seat cannot distinguish; see PreparesDeals.
    [[nodiscard]] auto deals(int seat) const;

    static Parsed<Kriegspiel> parse(std::string_view text, const Settings& settings);
    // A random position consistent with `view`; see sampling.hpp.
    static Parsed<Kriegspiel> sample(std::string_view view, const Settings& settings,
                                     auto&& random_below);

    friend bool operator==(const Kriegspiel& a, const Kriegspiel& b) {
        return a.board_ == b.board_ && a.lost_ == b.lost_ && a.calls_ == b.calls_ &&
               a.refused_ == b.refused_;
    }

   private:
    static constexpr std::string_view letters = "pxe";
    static constexpr std::size_t men_keys = 9 * (kriegspiel::men_at_start + 1);
    // Keys of the men that each side has lost, of captures, and of tries that were refused.
    static constexpr auto keys = zobrist_keys<2 * men_keys + 3 * 64 + 4096>(0x6B72'6965'6773'7069);

    [[nodiscard]] kriegspiel::Capture captured_by(Move move) const {
        using kriegspiel::Capture;
        const int to = chess::to_of(move);
        if (chess::is_special(move, chess::Special::en_passant))
            return {static_cast<std::uint8_t>(turn() == 0 ? to - 8 : to + 8), Capture::en_passant};
        const chess::Piece piece = board_.state().at[chess::index(to)];
        if (piece == chess::none) return {};
        const bool is_pawn = chess::kind_of(piece) == chess::pawn;
        return {static_cast<std::uint8_t>(to), is_pawn ? Capture::pawn : Capture::piece};
    }
    void count_lost(int seat, const kriegspiel::Capture& capture) {
        auto& lost = lost_[chess::index(seat)];
        if (capture.letter == kriegspiel::Capture::piece) {
            ++lost.pieces;
        } else if (capture.letter != 0) {
            ++lost.pawns;
        }
    }
    static Parsed<Kriegspiel> sample_position(const kriegspiel::BoardSampler& sampler,
                                              std::string_view view, auto&& random_below);
    [[nodiscard]] std::optional<Error> refuse(const kriegspiel::Refused& refused);
    void set_calls() {
        calls_.checks = kriegspiel::checks(board_.state());
        calls_.has_pawn_try = kriegspiel::has_pawn_try(board_.state());
    }

    [[nodiscard]] std::string calls_text() const {
        std::string text;
        for (const auto& lost : lost_)
            text += std::to_string(lost.pawns) + '+' + std::to_string(lost.pieces) + '/';
        text.back() = ' ';
        return text + kriegspiel::capture_text(calls_.capture) + ' ' +
               kriegspiel::checks_text(calls_.checks) + (calls_.has_pawn_try ? " t" : " -");
    }
    [[nodiscard]] std::string refused_text(bool is_seen) const {
        if (refused_.all().empty()) return "-";
        std::string text;
        for (const kriegspiel::FromTo squares : refused_.all())
            text += is_seen ? kriegspiel::from_to_text(squares) : "?";
        return text;
    }

    OrthodoxChess board_;
    std::array<kriegspiel::Lost, 2> lost_{};
    kriegspiel::Calls calls_;
    kriegspiel::Refused refused_;
};

}  // namespace zeitnot

#include "games/kriegspiel/reader.hpp"
#include "games/kriegspiel/sampling.hpp"
