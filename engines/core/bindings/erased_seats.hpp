// Max^n and paranoid search of games with an evaluation for any number of seats, see
// search/seats/engine.hpp.
#pragma once

#include "erased_engine.hpp"
#include "zeitnot/search/seats/engine.hpp"

namespace zeitnot {

template <SeatEvaluated P, class M>
MethodEntry seat_method() {
    using E = SeatsEngine<P, M>;
    return {E::name, [](const Options& options) {
                return std::unique_ptr<AnyEngine>(std::make_unique<ErasedEngine<P, E>>(options));
            }};
}

// The game's entry with them. Paranoid comes first: with two seats it is alpha-beta.
template <SeatEvaluated P>
GameEntry with_seat_methods(GameEntry entry) {
    entry.methods.push_back(seat_method<P, ParanoidMethod<P>>());
    entry.methods.push_back(seat_method<P, MaxNMethod<P>>());
    return entry;
}

}  // namespace zeitnot
