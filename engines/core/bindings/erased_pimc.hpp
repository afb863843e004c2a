// The methods `pimc` and `double-dummy` as engines, for games that are solved with open hands.
#pragma once

#include "erased_engine.hpp"
#include "zeitnot/search/pimc/pimc.hpp"

namespace zeitnot {

// The method for a game, made from an engine's options.
template <SolvesOpen P>
struct PimcOf : Pimc<P> {
    explicit PimcOf(const Options& options)
        : Pimc<P>(options, *read_settings<P>(std::any_cast<const SettingMap&>(options.settings))) {}
};

template <Position P, class E>
MethodEntry open_method() {
    return {E::name, [](const Options& options) {
                return std::unique_ptr<AnyEngine>(std::make_unique<ErasedEngine<P, E>>(options));
            }};
}

// The game's entry with both, sampled deals first.
template <SolvesOpen P>
GameEntry with_pimc(GameEntry entry) {
    entry.methods.push_back(open_method<P, PimcOf<P>>());
    entry.methods.push_back(open_method<P, DoubleDummyEngine<P>>());
    return entry;
}

}  // namespace zeitnot
