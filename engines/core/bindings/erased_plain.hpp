// The plain methods of small games, see search/plain.hpp.
#pragma once

#include "erased_engine.hpp"
#include "zeitnot/search/plain_engine.hpp"

namespace zeitnot {

template <PlainlySearched P, PlainMethod method>
MethodEntry plain_method() {
    using E = PlainEngine<P, method>;
    return {E::name, [](const Options& options) {
                return std::unique_ptr<AnyEngine>(std::make_unique<ErasedEngine<P, E>>(options));
            }};
}

// The game's entry with them, after the methods that it has. Max^n comes first, since it plays
// every such game.
template <PlainlySearched P>
GameEntry with_plain_methods(GameEntry entry) {
    using enum PlainMethod;
    entry.methods.push_back(plain_method<P, maxn>());
    entry.methods.push_back(plain_method<P, minimax>());
    entry.methods.push_back(plain_method<P, alphabeta>());
    if constexpr (Stochastic<P>) entry.methods.push_back(plain_method<P, expectiminimax>());
    if constexpr (CountsSeats<P>) entry.methods.push_back(plain_method<P, paranoid>());
    if constexpr (Observable<P>) entry.methods.push_back(plain_method<P, strategies>());
    return entry;
}

}  // namespace zeitnot
