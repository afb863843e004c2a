// The textbook methods of one game.
#pragma once

#include "erased.hpp"
#include "laboratory/engine.hpp"
#include "laboratory/game_walk.hpp"
#include "zeitnot/search/reference.hpp"

namespace zeitnot::laboratory {

template <Walkable P>
class GameWalkFactory final : public WalkFactory {
   public:
    explicit GameWalkFactory(const Options& options) : values_(options) {}

    [[nodiscard]] Parsed<std::unique_ptr<Walk>> walk(const AnyHistory& root) const override {
        const History<P>* typed = typed_history<P>(root);
        if (typed == nullptr) return Error{wrong_game_message};
        if constexpr (CountsSeats<P>) {
            if (typed->position().seat_count() != 2)
                return Error{"The textbook methods are for two seats."};
        }
        return std::unique_ptr<Walk>(std::make_unique<GameWalk<P>>(values_, *typed));
    }

   private:
    Values<P> values_;
};

template <Walkable P, Method method, bool raw>
MethodEntry textbook_method() {
    return {name_of(method), [](const Options& options) -> std::unique_ptr<AnyEngine> {
                return std::make_unique<TextbookEngine>(
                    std::make_unique<GameWalkFactory<P>>(options), method, raw, options);
            }};
}

template <Walkable P, bool raw>
std::vector<MethodEntry> fixed_depth_methods() {
    if constexpr (Stochastic<P>) return {textbook_method<P, Method::expectiminimax, raw>()};
    return {textbook_method<P, Method::minimax, raw>(),
            textbook_method<P, Method::alphabeta, raw>()};
}

// `raw`: those of fixed depth, with values on the evaluation's own scale. Otherwise, games that
// declare `reference_methods` already have methods with the fixed-depth names, so only uct is
// added.
template <Position P>
std::vector<MethodEntry> textbook_methods_of([[maybe_unused]] bool raw) {
    if constexpr (!Walkable<P>) {
        return {};
    } else {
        if (raw) return fixed_depth_methods<P, true>();
        std::vector<MethodEntry> methods;
        if constexpr (!HasReferenceMethods<P>) methods = fixed_depth_methods<P, false>();
        methods.push_back(textbook_method<P, Method::uct, false>());
        return methods;
    }
}

}  // namespace zeitnot::laboratory
