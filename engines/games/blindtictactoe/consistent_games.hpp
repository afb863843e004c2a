// Samples games of blind tic-tac-toe that are consistent with a view, uniformly.
//
// The possible continuations depend only on each seat's marks and on the marks that it has run
// into. They are counted once for each such state, and games are drawn by these counts.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "games/blindtictactoe/position.hpp"

namespace zeitnot {

namespace blindtictactoe {

class ConsistentGames {
   public:
    explicit ConsistentGames(const Tries& tries) : tries_(tries), count_(count({})) {}

    // The number of consistent unfinished games; always less than 2^31.
    [[nodiscard]] int count() const { return count_; }

    // Draws a game; requires that there is one. `random_below(n)` returns a number from 0 to n - 1.
    [[nodiscard]] BlindTicTacToe draw(auto&& random_below) const {
        int number = random_below(count_);
        BlindTicTacToe position;
        while (position.tries().size() < tries_.size()) {
            const BlindTicTacToe before = position;
            bool is_found = false;
            each_next(before, [&](const BlindTicTacToe& next) {
                if (is_found) return;
                const int games = stored_count(next);
                is_found = number < games;
                if (is_found) position = next;
                if (!is_found) number -= games;
            });
        }
        return position;
    }

   private:
    // Calls f with the position after each move that is consistent with the next try.
    void each_next(const BlindTicTacToe& position, auto&& f) const {
        const Try& expected = tries_[position.tries().size()];
        BlindTicTacToe::Moves moves;
        position.generate(moves);
        for (const Cell move : moves) {
            if (!position.fits(expected, move)) continue;
            BlindTicTacToe next = position;
            next.play(move);
            f(next);
        }
    }

    int count(const BlindTicTacToe& position) {
        if (position.tries().size() == tries_.size()) return position.result() ? 0 : 1;
        const auto known = counts_.find(state_of(position));
        if (known != counts_.end()) return known->second;
        int sum = 0;
        each_next(position, [&](const BlindTicTacToe& next) { sum += count(next); });
        counts_[state_of(position)] = sum;
        return sum;
    }
    [[nodiscard]] int stored_count(const BlindTicTacToe& position) const {
        if (position.tries().size() == tries_.size()) return position.result() ? 0 : 1;
        return counts_.at(state_of(position));
    }

    static std::uint64_t state_of(const BlindTicTacToe& position) {
        std::uint64_t state = position.tries().size();
        for (const int seat : {0, 1})
            for (const Cells cells : {position.marks(seat), position.found(seat)})
                state = state << cell_count | cells;
        return state;
    }

    Tries tries_;
    std::unordered_map<std::uint64_t, int> counts_;  // by state
    int count_;
};

}  // namespace blindtictactoe

inline auto BlindTicTacToe::deals(int seat) const {
    return [games = blindtictactoe::ConsistentGames(*blindtictactoe::read_tries(view(seat)))](
               auto&& random_below) { return games.draw(random_below); };
}

inline Parsed<BlindTicTacToe> BlindTicTacToe::sample(std::string_view view,
                                                     const Settings& settings,
                                                     auto&& random_below) {
    if (view.find('?') == view.npos) return parse(view, settings);
    const auto tries = blindtictactoe::read_tries(view);
    if (tries) {
        const blindtictactoe::ConsistentGames games(*tries);
        if (games.count() > 0) return games.draw(random_below);
    }
    return Error{"No game looks like this."};
}

}  // namespace zeitnot
