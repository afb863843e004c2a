// The outcome of a game: a score for each seat.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace zeitnot {

inline constexpr int max_seats = 6;

// A value for each seat, two to six of them.
template <class T>
class PerSeat {
   public:
    constexpr PerSeat() = default;
    constexpr PerSeat(std::initializer_list<T> values) {
        for (const T& value : values) values_[count_++] = value;
    }
    // The same value for each of `seats` seats.
    static constexpr PerSeat all(int seats, T value) {
        PerSeat same;
        while (same.size() < seats) same.values_[same.count_++] = value;
        return same;
    }

    [[nodiscard]] constexpr int size() const { return static_cast<int>(count_); }
    [[nodiscard]] constexpr T& operator[](int seat) {
        return values_[static_cast<std::size_t>(seat)];
    }
    [[nodiscard]] constexpr const T& operator[](int seat) const {
        return values_[static_cast<std::size_t>(seat)];
    }
    [[nodiscard]] constexpr const T* begin() const { return values_.data(); }
    [[nodiscard]] constexpr const T* end() const { return values_.data() + count_; }
    friend bool operator==(const PerSeat&, const PerSeat&) = default;

   private:
    std::array<T, max_seats> values_{};
    std::size_t count_ = 0;
};

// The range of what a seat can get from a game.
struct PayoffRange {
    double min = 0, max = 0;
    friend bool operator==(const PayoffRange&, const PayoffRange&) = default;
};

// The outcome of a game by its own rules. `scores`: from 0, lost, to 1, won; a draw gives each of
// two seats 0.5. `margins`: what each seat has won, in the game's unit (discs for Othello), which a
// search maximises; 1 and -1 in games without margins. `word`: the reason, such as "checkmate".
struct Outcome {
    PerSeat<double> scores;
    PerSeat<int> margins;
    std::string_view word;

    constexpr Outcome(const PerSeat<double>& scores, const PerSeat<int>& margins,
                      std::string_view word)
        : scores(scores), margins(margins), word(word) {}
    // For two seats in a zero-sum game: seat 0's score and margin.
    constexpr Outcome(double score, int margin, std::string_view word)
        : scores{score, 1 - score}, margins{margin, -margin}, word(word) {}
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace zeitnot
