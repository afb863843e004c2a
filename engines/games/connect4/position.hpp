// Connect four: stones fall into seven columns of six; four in a row wins, a full board draws.
//
// The first player wins, but only by starting in the middle column (Allen 1988; Allis, "A
// knowledge-based approach of connect-four", 1988). The text lists the columns played, so a
// position remembers the order of its moves. Positions with the same stones are equal in any order.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/connect4/board.hpp"
#include "zeitnot/concepts.hpp"

namespace zeitnot {

class ConnectFour {
   public:
    static constexpr std::string_view name = "connect4";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    using Settings = NoSettings;
    static constexpr std::array<Setting<Settings>, 0> setting_table{};
    using Board = connect4::Board;
    using Move = std::uint8_t;  // the column, 0..6
    using Moves = FixedList<Move, connect4::columns>;

    ConnectFour() = default;
    explicit ConnectFour(const Settings&) {}

    [[nodiscard]] int turn() const { return plies_ & 1; }
    [[nodiscard]] int plies() const { return plies_; }
    [[nodiscard]] Key hash() const { return hash_; }
    // The stones of the side to move, and of both.
    [[nodiscard]] Board own() const { return own_; }
    [[nodiscard]] Board mask() const { return mask_; }

    void generate(Moves& moves) const {
        if (lost()) return;
        for (Board rest = connect4::landings(mask_); rest != 0; rest &= rest - 1)
            moves.push(static_cast<Move>(std::countr_zero(rest) / connect4::column_bits));
    }

    [[nodiscard]] std::size_t count() const {
        if (lost()) return 0;
        return static_cast<std::size_t>(std::popcount(connect4::landings(mask_)));
    }

    // Perft; at most `paths_depth` deep because it cannot be interrupted.
    static constexpr int paths_depth = 7;
    [[nodiscard]] std::uint64_t paths(int depth) const {
        return connect4::count_paths(own_, mask_, depth);
    }

    void play(Move column) {
        const Board stone = (mask_ + connect4::bottom_row) & connect4::column_of(column);
        hash_ ^= keys[static_cast<std::size_t>(49 * turn() + std::countr_zero(stone))];
        own_ ^= mask_;
        mask_ |= stone;
        const auto at = static_cast<std::size_t>(plies_++);
        history_[at / moves_per_word] |= std::uint64_t{column} << (3 * (at % moves_per_word));
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (lost()) {
            return turn() == 1 ? Outcome{1.0, 1, "four in a row"}
                               : Outcome{0.0, -1, "four in a row"};
        }
        if (mask_ == connect4::all_cells) return Outcome{0.5, 0, "full board"};
        return std::nullopt;
    }

    [[nodiscard]] static bool is_capture(Move) { return false; }

    [[nodiscard]] std::string text() const {
        std::string text;
        for (std::size_t at = 0; at < static_cast<std::size_t>(plies_); ++at)
            text += move_text(static_cast<Move>(
                history_[at / moves_per_word] >> (3 * (at % moves_per_word)) & 7U));
        return text.empty() ? "-" : text;
    }

    [[nodiscard]] static std::string move_text(Move column) {
        return {static_cast<char>('1' + column)};
    }

    // Accepts exactly the texts of legal games.
    static Parsed<ConnectFour> parse(std::string_view text, const Settings& settings) {
        ConnectFour position(settings);
        if (text == "-") return position;
        if (text.empty() || text.size() > connect4::cells)
            return Error{"A position is the columns played, 1 to 7, or '-' for the start."};
        for (const char c : text) {
            if (c < '1' || c > '7') return Error{"Only the columns 1 to 7 can be played."};
            const auto column = static_cast<Move>(c - '1');
            if (position.lost()) return Error{"The game ended before the last of these moves."};
            if (!(connect4::landings(position.mask_) & connect4::column_of(column)))
                return Error{std::string("Column ") + c + " holds six stones only."};
            position.play(column);
        }
        return position;
    }

    // The order of the moves does not matter.
    friend bool operator==(const ConnectFour& a, const ConnectFour& b) {
        return a.own_ == b.own_ && a.mask_ == b.mask_;
    }

   private:
    static constexpr std::size_t moves_per_word = 21;  // of three bits each
    // Keys of red on 49 bits, then of yellow; the number of stones determines the side to move.
    static constexpr auto keys = zobrist_keys<98>(0x636F'6E6E'6563'7434);

    [[nodiscard]] bool lost() const { return connect4::has_four(own_ ^ mask_); }

    Board own_ = 0;
    Board mask_ = 0;
    std::array<std::uint64_t, 2> history_{};
    Key hash_ = text_key(name);
    std::uint8_t plies_ = 0;
};

}  // namespace zeitnot
