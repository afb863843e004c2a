// Connect four's heuristic evaluation: each side's threats, which are the empty cells that would
// complete four, weighted by the parity of their rows.
//
// If both sides just fill the columns, the first player gets the odd rows and the second the even
// ones (Allis 1988), so a threat on a row of one's own parity counts most. Unit: hundredths of a
// point, the chances to win.
#pragma once

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>

#include "games/connect4/board.hpp"
#include "games/connect4/endings.hpp"
#include "games/connect4/position.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/learnt.hpp"

namespace zeitnot {

template <>
class Evaluation<ConnectFour> : public WonOrLost {
   public:
    using Endings = ConnectFourEndings;
    using Weights = connect4::Book;

    explicit Evaluation(const Options& options) : book_(learnt_weights<ConnectFour>(options)) {}

    [[nodiscard]] static std::shared_ptr<const Weights> unpack(Bytes packed) {
        return connect4::Book::unpack(packed);
    }

    [[nodiscard]] Endings endings(Table<1>& table, Meter& meter) const {
        return {table, meter, *book_};
    }

    // Adds the best moves if the position is in the book.
    void known_moves(const ConnectFour& position, ConnectFour::Moves& best) const {
        const auto value = book_->find({position.own(), position.mask()});
        ConnectFour::Moves moves;
        if (value) position.generate(moves);
        for (const auto move : moves) {
            ConnectFour after = position;
            after.play(move);
            if (known_reply(after) == -*value) best.push(move);
        }
    }

    // A search whose value drops by this many points takes more time.
    static constexpr double instability_margin = 0.5;

    Score operator()(const ConnectFour& position) const {
        const auto own = position.own(), enemy = own ^ position.mask();
        const int seat = position.turn();
        return value(own, position.mask(), seat) - value(enemy, position.mask(), seat ^ 1);
    }

    [[nodiscard]] static double reported(Score score) {
        if (is_decisive(score)) return score > 0 ? 1.0 : -1.0;
        return std::clamp(score, -max_estimate, max_estimate) / 100.0;
    }

    // More threats first, then the middle.
    [[nodiscard]] static int order_bonus(const ConnectFour& position, ConnectFour::Move column,
                                         int /*depth*/) {
        using namespace connect4;
        const Board stone = landings(position.mask()) & column_of(column);
        const Board threats = winning_cells(position.own() | stone) & ~position.mask();
        const int centre = 3 - std::abs(static_cast<int>(column) - 3);
        return std::min(16384, 2048 * std::popcount(threats) + 256 * centre);
    }

   private:
    static constexpr Score max_estimate = 90;
    static constexpr Score own_parity = 12, other_parity = 5, middle = 1;
    static constexpr connect4::Board odd_rows = connect4::bottom_row * 0b010101;

    // The value for the side to move, if the game is over or the position is in the book.
    [[nodiscard]] std::optional<int> known_reply(const ConnectFour& position) const {
        const auto end = position.result();
        if (!end) return book_->find({position.own(), position.mask()});
        return end->scores[0] == 0.5 ? 0 : -connect4::value_of_win(position.plies());
    }

    static Score value(connect4::Board stones, connect4::Board mask, int seat) {
        using namespace connect4;
        const Board threats = winning_cells(stones) & ~mask;
        const Board good = seat == 0 ? odd_rows : ~odd_rows;
        return own_parity * std::popcount(threats & good) +
               other_parity * std::popcount(threats & ~good) +
               middle * std::popcount(stones & (column_of(2) | column_of(3) | column_of(4)));
    }

    std::shared_ptr<const connect4::Book> book_;
};

}  // namespace zeitnot
