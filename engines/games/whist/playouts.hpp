// Whist's playouts: a seat takes the trick as cheaply as it can, unless its partner is winning it;
// otherwise it plays its lowest card. Some moves are random, so that all lines can occur.
#pragma once

#include "games/whist/position.hpp"
#include "zeitnot/search/mcts/playouts.hpp"
#include "zeitnot/search/payoffs.hpp"

namespace zeitnot {

template <>
class Playouts<Whist> {
   public:
    static constexpr int max_plies = whist::deck;
    static constexpr int evaluated_plies = 0;
    static constexpr MctsParts unsupported{};

    explicit Playouts(const Options&) {}

    // Each seat's share of the tricks.
    PerSeat<double> operator()(const Whist& start, Random& random,
                               PlayoutMoves<Whist>& played) const {
        Whist position = start;
        for (Cards legal = position.legal_cards(); legal != 0; legal = position.legal_cards()) {
            const whist::Card card = choose(position, legal, random);
            played.push(position.turn(), card);
            position.play(card);
        }
        return end_rates(position, *position.result());
    }

   private:
    using Cards = whist::Cards;
    static constexpr std::uint32_t random_move_period = 4;

    static whist::Card choose(const Whist& position, Cards legal, Random& random) {
        if (random.below(random_move_period) == 0 || position.trick().empty()) {
            auto skipped = random.below(static_cast<std::uint32_t>(whist::count(legal)));
            for (; skipped > 0; --skipped) legal &= legal - 1;
            return whist::pop(legal);
        }
        const int best = Whist::winning_index(position.trick(), position.trump());
        const bool is_partners = (static_cast<int>(position.trick().size()) - best) % 2 == 0;
        const whist::Card to_beat = position.trick()[static_cast<std::size_t>(best)];
        std::optional<whist::Card> winner, lowest;
        for (Cards rest = legal; rest != 0;) {
            const whist::Card card = whist::pop(rest);
            const auto is_lower = [&](const std::optional<whist::Card>& than) {
                return !than || whist::rank_of(card) < whist::rank_of(*than);
            };
            if (is_lower(lowest)) lowest = card;
            if (whist::beats(card, to_beat, position.trump()) && is_lower(winner)) winner = card;
        }
        return winner && !is_partners ? *winner : *lowest;
    }
};

}  // namespace zeitnot
