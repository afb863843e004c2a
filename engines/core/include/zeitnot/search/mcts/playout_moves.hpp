// The moves of one playout, for RAVE.
#pragma once

#include "zeitnot/concepts.hpp"

namespace zeitnot {

template <Position P>
struct PlayoutMove {
    int seat;
    typename P::Move move;
};

// Moves beyond the capacity are dropped, because such late moves say little about the position.
template <Position P>
class PlayoutMoves {
   public:
    void push(int seat, typename P::Move move) {
        if (moves_.size() < capacity) moves_.push({seat, move});
    }
    void clear() { moves_.clear(); }
    [[nodiscard]] auto begin() const { return moves_.begin(); }
    [[nodiscard]] auto end() const { return moves_.end(); }
    [[nodiscard]] std::size_t size() const { return moves_.size(); }

   private:
    static constexpr std::size_t capacity = 1024;
    FixedList<PlayoutMove<P>, capacity> moves_;
};

}  // namespace zeitnot
