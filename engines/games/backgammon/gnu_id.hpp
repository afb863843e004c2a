// Positions as GNU Backgammon writes them: a position ID of 14 signs, `4HPwATDgc/ABMA`, and after a
// colon a match ID of 12, `QYmlABAAEAAE`. Both are bits in base64, the lowest bit of a byte first
// (GNU Backgammon's manual, sections 11.6 and 11.7).
//
// The position has, for the opponent of the side that rolls, has rolled or has doubled, and then
// for that side, its checkers on its points 1 to 24 and on the bar, each number in unary: as many
// ones, then a zero. Player 1 is our seat 0. Not in the manual: bit 67 of a match ID is 0 under
// Jacoby's rule.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/backgammon/xgid.hpp"

namespace zeitnot::backgammon {

// Bits from the front of a base64 text on.
class GnuBits {
   public:
    static std::optional<GnuBits> decoded(std::string_view text) {
        GnuBits bits;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const std::size_t value = signs.find(text[i]);
            if (value == std::string_view::npos) return std::nullopt;
            // Base64 has the highest bit of a byte first.
            for (std::size_t bit = 0; bit < 6; ++bit)
                bits.set(6 * i + bit, (value >> (5 - bit) & 1U) != 0);
        }
        return bits;
    }

    [[nodiscard]] std::string text(std::size_t size) const {
        std::string text;
        for (std::size_t i = 0; i < size; ++i) {
            std::size_t value = 0;
            for (std::size_t bit = 0; bit < 6; ++bit) value = 2 * value + get(6 * i + bit);
            text += signs[value];
        }
        return text;
    }

    int read(int width) {
        int value = 0;
        for (int bit = 0; bit < width; ++bit, ++at_) value |= static_cast<int>(bits_[at_]) << bit;
        return value;
    }
    // The number of ones before the next zero; those at the end have none after them.
    int read_unary() {
        int count = 0;
        while (at_ < bits_.size() && bits_[at_]) ++count, ++at_;
        at_ = std::min(at_ + 1, bits_.size());
        return count;
    }
    [[nodiscard]] bool is_rest_zero() const {
        return std::none_of(bits_.begin() + static_cast<std::ptrdiff_t>(at_), bits_.end(),
                            [](bool bit) { return bit; });
    }

    void write(int value, int width) {
        for (int bit = 0; bit < width; ++bit) bits_[at_++] = (value >> bit & 1) != 0;
    }

   private:
    static constexpr std::string_view signs =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    // The index, in this order, of the bit that comes `i`-th in base64.
    static constexpr std::size_t index(std::size_t i) { return i / 8 * 8 + 7 - i % 8; }
    void set(std::size_t i, bool bit) { bits_[index(i)] = bit; }
    [[nodiscard]] std::size_t get(std::size_t i) const { return bits_[index(i)] ? 1 : 0; }

    std::array<bool, 88> bits_{};  // 14 signs have 84
    std::size_t at_ = 0;
};

inline constexpr std::size_t position_id_size = 14, match_id_size = 12;

// Whether the text is such an ID, by its form.
inline bool is_gnu_id(std::string_view text) {
    return text.find(':') == position_id_size || text.size() == position_id_size;
}

class GnuId {
   public:
    // Requires a position that is neither over nor before the opening roll.
    static std::string text(const Xgid& xgid) {
        const bool is_answer = xgid.dice == "D", is_thrown = is_dice(xgid.dice);
        const int roller = xgid.turn == -1 ? 1 : 0, decider = is_answer ? roller ^ 1 : roller;
        GnuBits position, match;
        for (const int seat : {roller ^ 1, roller}) {
            for (int point = 1; point <= bar; ++point)
                position.write((1 << xgid.board.count(seat, point)) - 1,
                               xgid.board.count(seat, point) + 1);
        }
        const MatchState& state = xgid.match;
        match.write(state.cube, 4);
        match.write(state.owner == no_owner ? 3 : state.owner ^ 1, 2);
        match.write(roller ^ 1, 1);
        match.write(state.crawford ? 1 : 0, 1);
        match.write(playing, 3);
        match.write(decider ^ 1, 1);
        match.write(is_answer || xgid.dice == "B" ? 1 : 0, 1);
        match.write(0, 2);
        match.write(is_thrown ? xgid.dice[0] - '0' : 0, 3);
        match.write(is_thrown ? xgid.dice[1] - '0' : 0, 3);
        for (const int number : {int{state.length}, state.score(1), state.score(0)})
            match.write(number, 15);
        match.write(state.jacoby ? 0 : 1, 1);
        return position.text(position_id_size) + ':' + match.text(match_id_size);
    }

    // Without a match ID: a single game, seat 0 to roll, the cube in the middle.
    static Parsed<Xgid> parse(std::string_view text) {
        const std::string_view first = text.substr(0, position_id_size);
        auto position = GnuBits::decoded(first);
        if (!position) return Error{"The ID of a position has a sign that base64 does not have."};
        Xgid xgid;
        xgid.turn = 1;
        xgid.dice = "00";
        if (text.size() > position_id_size) {
            const std::string_view rest = text.substr(position_id_size + 1);
            auto match = GnuBits::decoded(rest);
            if (!match || rest.size() != match_id_size)
                return Error{"The ID of a match is 12 signs of base64."};
            if (const auto error = read_match(*match, xgid)) return *error;
        }
        if (const auto error = read_checkers(*position, xgid)) return *error;
        return xgid;
    }

   private:
    static constexpr int playing = 1;

    static bool is_dice(std::string_view dice) { return dice[0] >= '1' && dice[0] <= '6'; }

    static std::optional<Error> read_checkers(GnuBits& bits, Xgid& xgid) {
        Board& board = xgid.board;
        const int roller = xgid.turn == 1 ? 0 : 1;
        for (const int seat : {roller ^ 1, roller}) {
            for (int point = 1, total = 0; point <= bar; ++point) {
                const int count = bits.read_unary();
                total += count;
                if (total > checkers) return Error{"The ID has more than 15 checkers of a side."};
                if (count > 0 && point < bar && board.count(seat ^ 1, mirror(point)) > 0)
                    return Error{"The ID has checkers of both sides on the same point."};
                board.put(seat, point, count);
            }
        }
        if (!bits.is_rest_zero()) return Error{"The ID of the position goes on after its end."};
        return std::nullopt;
    }

    static std::optional<Error> read_match(GnuBits& bits, Xgid& xgid) {
        const int cube = bits.read(4), owner = bits.read(2), roller = bits.read(1) ^ 1;
        const bool crawford = bits.read(1) == 1;
        const int state = bits.read(3);
        const int decider = bits.read(1) ^ 1;
        const bool is_doubled = bits.read(1) == 1;
        const int resigned = bits.read(2), high = bits.read(3), low = bits.read(3);
        const int length = bits.read(15), second = bits.read(15), first = bits.read(15);
        const bool jacoby = bits.read(1) == 0;
        if (state != playing) return Error{"The ID is of a game that is over or has not begun."};
        if (resigned != 0) return Error{"The ID has an offer to resign, which is not known here."};
        if (cube > max_cube || owner == 2 || (owner == 3) != (cube == 0))
            return Error{"The ID has a cube of more than 64, or one that has no owner."};
        if (length > max_match_length) return Error{"A match has at most 64 points."};
        if ((high == 0) != (low == 0) || high > 6 || low > 6)
            return Error{"The ID has dice that are not two of 1 to 6."};
        const auto byte = [](int value) { return static_cast<std::uint8_t>(value); };
        MatchState& match = xgid.match;
        match.cube = byte(cube);
        match.owner = byte(owner == 3 ? no_owner : owner ^ 1);
        match.length = byte(length);
        match.crawford = crawford && length > 0;
        match.jacoby = jacoby && length == 0;
        if (length > 0) {
            if (first >= length || second >= length)
                return Error{"The ID has a score that has won the match."};
            match.points = {byte(first), byte(second)};
        }
        xgid.turn = roller == 0 ? 1 : -1;
        if (is_doubled) xgid.dice = decider == roller ? "B" : "D";
        if (high > 0) xgid.dice = {static_cast<char>('0' + high), static_cast<char>('0' + low)};
        return std::nullopt;
    }
};

}  // namespace zeitnot::backgammon
