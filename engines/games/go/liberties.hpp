// The pseudo-liberties of a chain: each liberty counts once for every adjacent stone of the chain.
//
// Unlike sets of liberties, they can simply be added when chains join. With their number n, the sum
// s and the sum of squares q of their points, all are the same point (the chain is in atari) if and
// only if n·q = s² (Cauchy and Schwarz; the method of libEGO, Ł. Lew 2010).
#pragma once

#include "games/go/points.hpp"

namespace zeitnot::go {

// The three numbers are fields of one word, so that one addition changes them. A chain has at most
// 4 · 361 pseudo-liberties, for which 11, 20 and 28 bits are enough.
class PseudoLiberties {
   public:
    void add(Point p) { word_ += one(p); }
    void remove(Point p) { word_ -= one(p); }
    void add(PseudoLiberties others) { word_ += others.word_; }

    [[nodiscard]] bool none() const { return word_ == 0; }
    [[nodiscard]] std::uint64_t count() const { return word_ >> count_shift; }
    [[nodiscard]] bool are_single_point() const {
        return count() * squares() == sum() * sum() && !none();
    }
    // The liberty of a chain in atari.
    [[nodiscard]] Point only() const { return static_cast<Point>(sum() / count()); }

   private:
    static constexpr int sum_shift = 28, count_shift = 48;
    static constexpr std::uint64_t one(Point p) {
        const std::uint64_t number = p;
        return std::uint64_t{1} << count_shift | number << sum_shift | number * number;
    }
    [[nodiscard]] std::uint64_t sum() const {
        return word_ >> sum_shift & ((std::uint64_t{1} << (count_shift - sum_shift)) - 1);
    }
    [[nodiscard]] std::uint64_t squares() const {
        return word_ & ((std::uint64_t{1} << sum_shift) - 1);
    }

    std::uint64_t word_ = 0;
};

}  // namespace zeitnot::go
