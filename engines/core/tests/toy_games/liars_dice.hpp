// Liar's dice in one round for two to six seats, a game for tests: every seat throws dice that only
// it sees. Each seat in turn bids how many dice of a face there are in total, at least: `5x3`. A
// bid must have more dice than the bid before, or as many of a higher face. Instead of a bid a seat
// may say `liar`: all dice are shown, and the bidder loses if the bid was wrong, otherwise the
// challenger.
#pragma once

#include <algorithm>
#include <string>

#include "zeitnot/concepts.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot {

struct LiarsDiceSettings {
    int seats = 2;
    int dice = 5;  // of each seat
};

class LiarsDice {
   public:
    static constexpr std::string_view name = "liarsdice";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = false;
    using Settings = LiarsDiceSettings;
    static constexpr std::array<Setting<Settings>, 2> setting_table{
        {{.name = "seats", .field = &Settings::seats, .range = {.min = 2, .max = max_seats}},
         {.name = "dice", .field = &Settings::dice, .range = {.min = 1, .max = 5}}}};
    static constexpr int faces = 6, max_dice = 5 * max_seats;
    // Bids by their rank: 1 is `1x1`, 7 is `2x1`; none is 0, before the first.
    using Move = std::uint8_t;
    static constexpr Move liar = 0;
    using Moves = FixedList<Move, faces * max_dice>;
    using Throw = std::array<std::uint8_t, max_dice>;  // the faces, seat by seat, then zeros

    LiarsDice() : LiarsDice(Settings{}) {}
    explicit LiarsDice(const Settings& settings)
        : seats_(settings.seats), dice_per_seat_(settings.dice) {}

    static constexpr int seats(const Settings& settings) { return settings.seats; }

    [[nodiscard]] int turn() const { return turn_; }
    void generate(Moves& moves) const {
        if (chance_due() || challenged_) return;
        if (bid_ > 0) moves.push(liar);
        for (int bid = bid_ + 1; bid <= faces * static_cast<int>(dice_count()); ++bid)
            moves.push(static_cast<Move>(bid));
    }
    void play(Move move) {
        challenged_ = move == liar;
        if (challenged_) return;
        bid_ = move;
        turn_ = (turn_ + 1) % seats_;
    }

    [[nodiscard]] bool chance_due() const { return dice_[0] == 0; }
    [[nodiscard]] DueThrow due() const { return {"dice", std::vector<int>(dice_count(), faces)}; }
    [[nodiscard]] static std::optional<int> thrower() { return std::nullopt; }
    static void chance(auto&&) {}
    [[nodiscard]] Throw draw(auto&& random_below) const {
        Throw dice{};
        for (std::size_t die = 0; die < dice_count(); ++die)
            dice[die] = static_cast<std::uint8_t>(random_below(faces) + 1);
        return dice;
    }
    void apply(const Throw& dice) { dice_ = dice; }
    [[nodiscard]] static std::vector<int> values(const Throw& dice) {
        return {dice.begin(), std::ranges::find(dice, 0)};
    }
    [[nodiscard]] std::optional<Throw> outcome(std::span<const int> values) const {
        const auto is_face = [](int face) { return face >= 1 && face <= faces; };
        if (values.size() != dice_count() || !std::ranges::all_of(values, is_face))
            return std::nullopt;
        Throw dice{};
        std::ranges::copy(values, dice.begin());
        return dice;
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (!challenged_) return std::nullopt;
        const bool true_bid = std::ranges::count(dice_, face_of(bid_)) >= count_of(bid_);
        const int loser = true_bid ? turn_ : (turn_ + seats_ - 1) % seats_;
        auto scores = PerSeat<double>::all(seats_, 1);
        auto margins = PerSeat<int>::all(seats_, 1);
        scores[loser] = 0;
        margins[loser] = 1 - seats_;
        return Outcome{scores, margins, true_bid ? "true bid" : "liar"};
    }

    [[nodiscard]] Key hash() const {
        return text_key(name) ^ settings_key<LiarsDice>({seats_, dice_per_seat_}) ^
               text_key(text());
    }
    [[nodiscard]] static bool is_capture(Move) { return false; }
    [[nodiscard]] static std::string move_text(Move move) {
        if (move == liar) return "liar";
        return std::to_string(count_of(move)) + 'x' + std::to_string(face_of(move));
    }

    // The dice of each seat, "-" before the throw; the bid or "-", with "!" if it is challenged;
    // the seat to move: "13355.22446 5x3 1".
    [[nodiscard]] std::string text() const {
        return text([](std::size_t) { return true; });
    }
    [[nodiscard]] std::string view(std::optional<int> seat) const {
        return text([this, seat](std::size_t place) { return sees_value(place, seat); });
    }
    [[nodiscard]] bool sees_value(std::size_t place, std::optional<int> seat) const {
        return challenged_ || (seat && static_cast<int>(place) / dice_per_seat_ == *seat);
    }
    [[nodiscard]] std::string information(int seat) const { return view(seat); }

    static Parsed<LiarsDice> parse(std::string_view text, const Settings& settings) {
        const auto words = split_words(text);
        if (words.size() != 3)
            return Error{"A position is the dice, the bid, and whose turn it is."};
        LiarsDice game(settings);
        if (words[0] != "-" && !game.read_dice(words[0]))
            return Error{"Each seat has the same number of dice with the faces 1 to 6."};
        if (!game.read_bid(words[1])) return Error{"The bid is - or like 5x3, and ! doubts it."};
        const auto turn = parse_number(words[2], settings.seats - 1);
        if (!turn) return Error{"The seat to move is one of the seats."};
        game.turn_ = *turn;
        if (game.is_possible()) return game;
        return Error{"No bids lead to this turn."};
    }
    // Throws the hidden dice at random.
    static Parsed<LiarsDice> sample(std::string_view view, const Settings& settings,
                                    auto&& random_below) {
        std::string text(view);
        for (char& c : text)
            if (c == '?') c = static_cast<char>('1' + random_below(faces));
        return parse(text, settings);
    }

    friend bool operator==(const LiarsDice&, const LiarsDice&) = default;

   private:
    [[nodiscard]] std::size_t dice_count() const {
        return static_cast<std::size_t>(seats_ * dice_per_seat_);
    }
    [[nodiscard]] static int count_of(int bid) { return (bid - 1) / faces + 1; }
    [[nodiscard]] static int face_of(int bid) { return (bid - 1) % faces + 1; }

    [[nodiscard]] std::string text(auto&& sees) const {
        std::string text = chance_due() ? "-" : "";
        for (std::size_t place = 0; !chance_due() && place < dice_count(); ++place) {
            if (place > 0 && static_cast<int>(place) % dice_per_seat_ == 0) text += '.';
            text += sees(place) ? static_cast<char>('0' + dice_[place]) : '?';
        }
        text += bid_ == 0 ? " -" : ' ' + move_text(bid_);
        return text + (challenged_ ? "! " : " ") + std::to_string(turn_);
    }

    bool read_dice(std::string_view word) {
        std::vector<int> faces_of_all;
        const auto seats = split_words(word, '.');
        if (seats.size() != static_cast<std::size_t>(seats_)) return false;
        for (const auto dice : seats) {
            if (dice.size() != static_cast<std::size_t>(dice_per_seat_)) return false;
            for (const char c : dice) faces_of_all.push_back(c - '0');
        }
        const auto dice = outcome(faces_of_all);
        if (dice) apply(*dice);
        return dice.has_value();
    }
    bool read_bid(std::string_view word) {
        challenged_ = word.ends_with('!');
        if (challenged_) word.remove_suffix(1);
        if (word == "-") return !challenged_;
        const auto parts = split_words(word, 'x');
        if (parts.size() != 2) return false;
        const auto count = parse_number(parts[0], static_cast<int>(dice_count()));
        const auto face = parse_number(parts[1], faces);
        if (!count || !face || *count == 0 || *face == 0) return false;
        bid_ = static_cast<Move>((*count - 1) * faces + *face);
        return true;
    }
    // Whether there can be a bid, and enough bids before it that it is this seat's turn.
    [[nodiscard]] bool is_possible() const {
        if (bid_ == 0) return turn_ == 0;
        return !chance_due() && bid_ >= (turn_ == 0 ? seats_ : turn_);
    }

    int seats_;
    int dice_per_seat_;
    Throw dice_{};
    Move bid_ = 0;
    bool challenged_ = false;
    int turn_ = 0;
};

}  // namespace zeitnot
