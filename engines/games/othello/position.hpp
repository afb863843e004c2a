// Othello (Reversi) on 8 by 8 or 6 by 6 squares. Black, seat 0, begins; a side without a move must
// pass; when neither can move the game is over, and the empty squares count for the winner.
//
// Two bitboards, of the side to move and of the enemy, are the whole board (board.hpp); they
// are swapped with every move. On 6 by 6, white wins by four with best play (Feinstein 1993).
#pragma once

#include <bit>
#include <cstdint>

#include "games/othello/board.hpp"
#include "games/othello/kernels.hpp"
#include "zeitnot/concepts.hpp"

namespace zeitnot {

struct OthelloSettings {
    int size = 8;
};

class Othello {
   public:
    static constexpr std::string_view name = "othello";
    static constexpr Unit unit = Unit::discs;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    using Settings = OthelloSettings;
    static constexpr std::array setting_table{
        Setting<Settings>{.name = "size", .field = &Settings::size, .numbers = {8, 6}}};
    using Board = othello::Board;
    using Move = std::uint8_t;  // the square, 8 · row + column from a1; or `pass`
    using Moves = FixedList<Move, 64>;
    static constexpr Move pass = 64;

    Othello() : Othello(Settings{}) {}

    explicit Othello(const Settings& settings)
        : size_(static_cast<std::uint8_t>(settings.size)),
          hash_(text_key(name) ^ settings_key<Othello>(settings)) {
        const int middle = size_ / 2 - 1;
        const int d4 = 8 * middle + middle, e4 = d4 + 1, d5 = d4 + 8, e5 = d5 + 1;
        toggle(0, 1ULL << e4 | 1ULL << d5);
        toggle(1, 1ULL << d4 | 1ULL << e5);
        update_mobility();
    }

    [[nodiscard]] int turn() const { return turn_; }
    [[nodiscard]] Key hash() const { return hash_; }
    [[nodiscard]] int size() const { return size_; }
    // The discs of the side to move, and of the other.
    [[nodiscard]] Board own() const { return discs_[turn_]; }
    [[nodiscard]] Board enemy() const { return discs_[turn_ ^ 1]; }
    // The board's squares, and those where the side to move may play.
    [[nodiscard]] Board squares() const { return othello::squares_of(size_); }
    [[nodiscard]] Board mobility() const { return mobility_; }
    [[nodiscard]] bool over() const { return over_; }

    void generate(Moves& moves) const {
        if (over_) return;
        if (mobility_ == 0) moves.push(pass);
        for (Board targets = mobility_; targets != 0; targets &= targets - 1)
            moves.push(static_cast<Move>(std::countr_zero(targets)));
    }

    [[nodiscard]] std::size_t count() const {
        if (over_) return 0;
        return mobility_ == 0 ? 1 : static_cast<std::size_t>(std::popcount(mobility_));
    }

    // Perft; at most `paths_depth` deep because it cannot be interrupted.
    static constexpr int paths_depth = 4;
    [[nodiscard]] std::uint64_t paths(int depth) const {
        return othello::count_paths(own(), enemy(), squares(), depth);
    }

    void play(Move move) {
        if (move != pass) {
            const Board disc = 1ULL << move;
            const Board flipped = othello::flips(move, own(), enemy());
            discs_[turn_ ^ 1] ^= flipped;
            discs_[turn_] ^= flipped | disc;
            hash_ ^= keys[square(turn_, move)];
            for (Board flips = flipped; flips != 0; flips &= flips - 1)
                hash_ ^= flip_keys[static_cast<std::size_t>(std::countr_zero(flips))];
        }
        change_sides();
        update_mobility();
    }

    // The margin is black's discs minus white's, the empty squares counted for the winner.
    [[nodiscard]] std::optional<Outcome> result() const {
        if (!over_) return std::nullopt;
        const int black = std::popcount(discs_[0]), white = std::popcount(discs_[1]);
        if (black == white) return Outcome{0.5, 0, "equal discs"};
        const int total = size_ * size_;
        const bool wipeout = black == 0 || white == 0;
        const std::string_view word = wipeout ? "wipeout" : "more discs";
        if (black > white) return Outcome{1.0, total - 2 * white, word};
        return Outcome{0.0, 2 * black - total, word};
    }

    // Every move but a pass flips discs: there are no quiet moves.
    [[nodiscard]] static bool is_capture(Move) { return false; }

    [[nodiscard]] std::string text() const {
        std::string text;
        for (int y = 0; y < size_; ++y) {
            for (int x = 0; x < size_; ++x) text += at(8 * y + x);
        }
        return text + (turn_ == 0 ? " X" : " O");
    }

    [[nodiscard]] static std::string move_text(Move move) {
        if (move == pass) return "pass";
        return {static_cast<char>('a' + move % 8), static_cast<char>('1' + move / 8)};
    }

    // Accepts every board, even unreachable ones, for endgame problems.
    static Parsed<Othello> parse(std::string_view text, const Settings& settings) {
        const auto size = static_cast<std::size_t>(settings.size), area = size * size;
        if (text.size() != area + 2 || text[area] != ' ' ||
            (text.back() != 'X' && text.back() != 'O'))
            return Error{"A position is " + std::to_string(area) +
                         " of X, O and '-', a space, and X or O to move."};
        Othello position(settings);
        position.toggle(0, position.discs_[0]);
        position.toggle(1, position.discs_[1]);
        for (std::size_t i = 0; i < area; ++i) {
            const Board disc = 1ULL << (8 * (i / size) + i % size);
            if (text[i] == 'X' || text[i] == 'O') {
                position.toggle(text[i] == 'X' ? 0 : 1, disc);
            } else if (text[i] != '-') {
                return Error{"Only X, O and '-' may stand on the board."};
            }
        }
        if (text.back() == 'O') position.change_sides();
        position.update_mobility();
        return position;
    }

    friend bool operator==(const Othello&, const Othello&) = default;

   private:
    // Keys of black on 64 squares, of white on 64 squares, of white to move.
    static constexpr auto keys = zobrist_keys<129>(0x6F74'6865'6C6C'6F00);
    static constexpr std::array<Key, 64> flip_keys = [] {
        std::array<Key, 64> both{};
        for (std::size_t i = 0; i < 64; ++i) both[i] = keys[i] ^ keys[64 + i];
        return both;
    }();

    static constexpr std::size_t square(int seat, int at) {
        return static_cast<std::size_t>(64 * seat + at);
    }

    [[nodiscard]] char at(int square) const {
        if (discs_[0] >> square & 1) return 'X';
        return discs_[1] >> square & 1 ? 'O' : '-';
    }

    // Toggles discs.
    void toggle(int seat, Board discs) {
        discs_[static_cast<std::size_t>(seat)] ^= discs;
        for (; discs != 0; discs &= discs - 1) hash_ ^= keys[square(seat, std::countr_zero(discs))];
    }

    void change_sides() {
        turn_ ^= 1;
        hash_ ^= keys[128];
    }

    // Caches the moves of the side to move and whether the game is over, because all callers need
    // them.
    void update_mobility() {
        const Board all = squares();
        mobility_ = othello::mobility(own(), enemy(), all);
        over_ = mobility_ == 0 && othello::mobility(enemy(), own(), all) == 0;
    }

    std::array<Board, 2> discs_{};
    Board mobility_ = 0;
    std::uint8_t turn_ = 0;
    std::uint8_t size_;
    bool over_ = false;
    Key hash_;
};

}  // namespace zeitnot
