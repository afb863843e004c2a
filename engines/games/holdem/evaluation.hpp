// Engines play hold'em by a blueprint: the package's or that of a file.
#pragma once

#include "games/holdem/expectation.hpp"
#include "games/holdem/position.hpp"
#include "zeitnot/search/blueprint.hpp"

namespace zeitnot {

template <>
struct Evaluation<Holdem> {
    using Weights = holdem::Blueprint;
    static std::shared_ptr<const Weights> unpack(Bytes packed) {
        return holdem::unpacked_blueprint(packed);
    }

    // Does not use the other seat's cards.
    static BlueprintMoves<Holdem> strategy(const Weights& blueprint, const Holdem& position) {
        const holdem::Hand& hand = position.hand();
        const std::size_t node = holdem::betting_tree().find(hand.betting().text());
        const holdem::Bucket bucket =
            blueprint.abstraction.bucket(own_cards(position), hand.board(1), hand.board());
        const auto probabilities = blueprint.probabilities(node, bucket);
        BlueprintMoves<Holdem> moves;
        for (std::size_t action = 0; action < holdem::action_count; ++action) {
            if (holdem::betting_tree()[node].allows(action))
                moves.push_back({holdem::action_letters[action], probabilities[action]});
        }
        return moves;
    }

    class Estimate {
       public:
        Estimate(const Weights& blueprint, const Holdem& position, std::uint64_t seed)
            : expectation_(blueprint, position.hand(), own_cards(position), seed) {}
        void sample(const std::function<bool()>& is_stopped) { expectation_.sample(is_stopped); }
        [[nodiscard]] bool is_exact() const { return expectation_.is_exact(); }
        [[nodiscard]] double value(holdem::Action action) const {
            return expectation_.of(holdem::action_letters.find(action));
        }

       private:
        holdem::Expectation expectation_;
    };

   private:
    static holdem::Cards own_cards(const Holdem& position) {
        return position.hand().own(static_cast<std::size_t>(position.turn()));
    }
};

}  // namespace zeitnot
