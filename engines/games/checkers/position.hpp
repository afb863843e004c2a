// Checkers (English draughts). Black, seat 0, begins (World Checkers/Draughts Federation, Rules of
// Draughts, 1.1 to 1.32).
//
// A side that cannot move loses. A game is drawn, without a claim, by the third occurrence of a
// position, which History detects, and after forty moves of each side without a capture or a man's
// move.
#pragma once

#include <string>

#include "games/checkers/fen.hpp"
#include "games/checkers/moves.hpp"
#include "zeitnot/concepts.hpp"

namespace zeitnot {

class Checkers {
   public:
    static constexpr std::string_view name = "checkers";
    static constexpr Unit unit = Unit::men;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    static constexpr int repetition_limit = 3;
    static constexpr bool alternates = true;
    static constexpr int plies_to_return = 4;
    using Settings = NoSettings;
    static constexpr std::array<Setting<Settings>, 0> setting_table{};
    using Move = checkers::Move;
    using Moves = FixedList<Move, 256>;
    using Board = checkers::Board;

    Checkers() : Checkers(Settings{}) {}
    explicit Checkers(const Settings& /*settings*/) : Checkers(start()) {}

    [[nodiscard]] int turn() const { return turn_; }
    [[nodiscard]] Key hash() const { return hash_; }
    // The pieces from the view of the side to move.
    [[nodiscard]] checkers::Sides sides() const {
        return {pieces_[turn_], pieces_[turn_ ^ 1], kings_};
    }
    [[nodiscard]] Board pieces(int seat) const { return pieces_[seat]; }
    [[nodiscard]] Board kings() const { return kings_; }
    [[nodiscard]] int clock() const { return clock_; }

    void generate(Moves& moves) const {
        if (clock_ >= checkers::move_limit) return;
        const auto add = [&](Move move) { moves.push(move); };
        if (turn_ == 0) {
            checkers::each_move<0>(sides(), add);
        } else {
            checkers::each_move<1>(sides(), add);
        }
    }

    [[nodiscard]] std::size_t count() const {
        if (clock_ >= checkers::move_limit) return 0;
        return turn_ == 0 ? checkers::count_moves<0>(sides()) : checkers::count_moves<1>(sides());
    }

    void play(Move move) {
        const auto [to, captured] = checkers::path_of(move);
        const int from = checkers::from_of(move);
        const Board origin = checkers::board_of(from), target = checkers::board_of(to);
        const bool was_king = (kings_ & origin) != 0;
        const bool is_king = was_king || (target & checkers::crown_rows[turn_]) != 0;
        pieces_[turn_] ^= origin;
        pieces_[turn_] |= target;
        kings_ &= ~origin;
        hash_ ^= key(turn_, was_king, from) ^ key(turn_, is_king, to) ^ turn_key;
        if (captured != 0) remove(captured);
        if (is_king) kings_ |= target;
        clock_ = captured != 0 || !was_king ? 0 : static_cast<std::uint8_t>(clock_ + 1);
        turn_ ^= 1;
    }

    [[nodiscard]] bool irreversible(Move move) const {
        return is_capture(move) || (kings_ & checkers::board_of(checkers::from_of(move))) == 0;
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (!(turn_ == 0 ? checkers::has_move<0>(sides()) : checkers::has_move<1>(sides())))
            return no_moves_result();
        if (clock_ >= checkers::move_limit) return Outcome{0.5, 0, "forty moves"};
        return std::nullopt;
    }

    // At the move limit this generates moves, because a loss takes precedence.
    [[nodiscard]] std::optional<Outcome> early_result() const {
        return clock_ >= checkers::move_limit ? result() : std::nullopt;
    }
    [[nodiscard]] Outcome no_moves_result() const {
        return turn_ == 0 ? Outcome{0.0, -1, "no move"} : Outcome{1.0, 1, "no move"};
    }
    [[nodiscard]] int plies_to_move_limit() const { return checkers::move_limit - clock_; }

    [[nodiscard]] bool must_capture() const {
        return (turn_ == 0 ? checkers::jumpers<0>(sides()) : checkers::jumpers<1>(sides())) != 0;
    }
    [[nodiscard]] static bool is_capture(Move move) { return checkers::captures_of(move) != 0; }

    void captures(Moves& moves) const {
        if (must_capture()) generate(moves);
    }
    // The value of captured pieces. Ignores recaptures, because they are forced and the search
    // finds them.
    [[nodiscard]] int capture_gain(Move move) const {
        const Board captured = checkers::path_of(move).captured;
        return 100 * std::popcount(captured) + 40 * std::popcount(captured & kings_);
    }
    [[nodiscard]] static int stake(Move /*move*/) { return 0; }
    [[nodiscard]] int see(Move move) const { return capture_gain(move); }

    [[nodiscard]] std::string text() const {
        return checkers::fen({{pieces_[0], pieces_[1]}, kings_, turn_, clock_});
    }

    // In PDN's form, with every square of a capture: 11-15, 15x24x31.
    [[nodiscard]] static std::string move_text(Move move) {
        int at = checkers::from_of(move);
        std::string text = std::to_string(checkers::square_of(at));
        const int count = checkers::captures_of(move);
        for (int step = 0; step < std::max(count, 1); ++step) {
            at += checkers::offsets[checkers::direction_of(move, step)] * (count > 0 ? 2 : 1);
            text += count > 0 ? 'x' : '-';
            text += std::to_string(checkers::square_of(at));
        }
        return text;
    }

    static Parsed<Checkers> parse(std::string_view text, const Settings& /*settings*/) {
        const auto at = checkers::FenReader::read(text);
        if (!at) return Error{at.error()};
        return Checkers(*at);
    }

    // Requires a legal placement: no men on their crown row.
    static Checkers at(const checkers::Placement& placement) { return Checkers(placement); }

    friend bool operator==(const Checkers&, const Checkers&) = default;

   private:
    // Keys of each seat's men and kings on each bit.
    static constexpr auto keys = zobrist_keys<4 * checkers::bits>(0x6368'6563'6B65'7273);
    static constexpr Key turn_key = zobrist_keys<1>(0x6368'6563'6B74'7572)[0];

    static Key key(int seat, bool is_king, int bit) {
        return keys[checkers::index((2 * seat + (is_king ? 1 : 0)) * checkers::bits + bit)];
    }

    explicit Checkers(const checkers::Placement& at)
        : pieces_{at.sides[0], at.sides[1]},
          kings_(at.kings),
          hash_(text_key(name)),
          turn_(static_cast<std::uint8_t>(at.turn)),
          clock_(static_cast<std::uint8_t>(at.clock)) {
        for (int seat = 0; seat < 2; ++seat) {
            for (Board left = pieces_[seat]; left != 0; left &= left - 1)
                hash_ ^= key(seat, (left & -left & kings_) != 0, checkers::first_bit(left));
        }
        if (turn_ == 1) hash_ ^= turn_key;
    }

    static const Checkers& start() {
        static const Checkers position =
            *parse("B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", {});
        return position;
    }

    void remove(Board captured) {
        for (Board left = captured; left != 0; left &= left - 1)
            hash_ ^= key(turn_ ^ 1, (left & -left & kings_) != 0, checkers::first_bit(left));
        pieces_[turn_ ^ 1] &= ~captured;
        kings_ &= ~captured;
    }

    Board pieces_[2];
    Board kings_;
    Key hash_;
    std::uint8_t turn_;
    std::uint8_t clock_;  // plies since the last capture or man's move
};

}  // namespace zeitnot
