// The evaluation with a cache of its recent values, one for each thread.
//
// Null moves, re-searches and transpositions evaluate the same positions again. The cache is
// direct-mapped, with one word per slot. The part of an evaluation that depends on the plies to a
// move limit is not cached, because that number is not part of a position's hash.
#pragma once

#include <array>
#include <cstdint>

#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

// An evaluation in two steps: `unscaled` is slow and depends only on the position's hash,
// `scaled_by_clock` also on the plies to the move limit.
template <class E, class P>
concept ClockScaledEvaluation = requires(const E& e, const P& p, Score score) {
    { e.unscaled(p) } -> std::same_as<Score>;
    { e.scaled_by_clock(p, score) } -> std::same_as<Score>;
};

template <Position P>
class Estimates {
   public:
    explicit Estimates(const Evaluation<P>& evaluation) : evaluation_(evaluation) {}

    Score operator()(const P& position) {
        if constexpr (ClockScaledEvaluation<Evaluation<P>, P>) {
            return evaluation_.scaled_by_clock(position, unscaled(position));
        } else {
            return evaluation_(position);
        }
    }

   private:
    static constexpr bool has_cache = ClockScaledEvaluation<Evaluation<P>, P>;
    static constexpr std::size_t slots = has_cache ? std::size_t{1} << 14U : 0;
    // A word has the key's upper bits, and the score as a signed number of `score_bits`.
    static constexpr unsigned score_bits = 20;
    static constexpr Score limit = 1 << (score_bits - 1);

    Score unscaled(const P& position) {
        const Key key = position.hash();
        std::uint64_t& word = words_[key % slots];
        if (((word ^ key) >> score_bits) == 0)
            return static_cast<Score>(static_cast<std::uint32_t>(word) << (32 - score_bits)) >>
                   (32 - score_bits);
        const Score score = evaluation_.unscaled(position);
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
