// The evaluation with a cache of its recent values, one for each thread.
//
// Null moves, re-searches and other orders of moves come back to the same positions. A
// direct-mapped table of one word a slot; what an evaluation makes of the plies to a move limit,
// which are no part of a position's hash, is worked out afresh.
#pragma once

#include <array>
#include <cstdint>

#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

// An evaluation in two steps: `weighed` depends on the position's hash alone and costs time,
// `faded` depends on the position's other parts, too.
template <class E, class P>
concept FadingEvaluation = requires(const E& e, const P& p, Score score) {
    { e.weighed(p) } -> std::same_as<Score>;
    { e.faded(p, score) } -> std::same_as<Score>;
};

template <Position P>
class Estimates {
   public:
    explicit Estimates(const Evaluation<P>& evaluation) : evaluation_(evaluation) {}

    Score operator()(const P& position) {
        if constexpr (FadingEvaluation<Evaluation<P>, P>) {
            return evaluation_.faded(position, weighed(position));
        } else {
            return evaluation_(position);
        }
    }

   private:
    static constexpr bool remembers = FadingEvaluation<Evaluation<P>, P>;
    static constexpr std::size_t slots = remembers ? std::size_t{1} << 14U : 0;
    // Of a word: the key's upper part, and the score as a signed number.
    static constexpr unsigned score_bits = 20;
    static constexpr Score limit = 1 << (score_bits - 1);

    Score weighed(const P& position) {
        const Key key = position.hash();
        std::uint64_t& word = words_[key % slots];
        if (((word ^ key) >> score_bits) == 0)
            return static_cast<Score>(static_cast<std::uint32_t>(word) << (32 - score_bits)) >>
                   (32 - score_bits);
        const Score score = evaluation_.weighed(position);
        if (score >= -limit && score < limit) {
            const std::uint64_t low = (std::uint64_t{1} << score_bits) - 1;
            word = (key & ~low) | (static_cast<std::uint32_t>(score) & low);
        }
        return score;
    }

    const Evaluation<P>& evaluation_;
    std::array<std::uint64_t, slots> words_{};
};

}  // namespace zeitnot
