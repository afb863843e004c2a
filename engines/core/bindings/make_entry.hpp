// Builds a game's registry entry from what its headers define.
#pragma once

#include "erased_cfr.hpp"
#include "erased_engine.hpp"
#include "erased_nim.hpp"
#include "erased_ownership.hpp"
#include "erased_retrograde.hpp"
#include "erased_solver.hpp"
#include "erased_tablebase.hpp"
#include "erased_texel.hpp"
#include "erased_weights.hpp"
#include "zeitnot/search/engine.hpp"
#include "zeitnot/search/own_method.hpp"
#include "zeitnot/search/pimc/open_solver.hpp"
#include "zeitnot/search/plain_engine.hpp"
#include "zeitnot/search/seats/engine.hpp"

namespace zeitnot {

// In erased_pimc.hpp, which is included for games with an open_solver.hpp alone.
template <SolvesOpen P>
GameEntry with_pimc(GameEntry entry);

template <PlainlySearched P, PlainMethod method>
MethodEntry plain_method() {
    return method_entry<P, PlainEngine<P>, method>(name_of(method));
}

// Max^n comes first, since it plays every such game.
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

// Paranoid comes first: with two seats it is alpha-beta.
template <SeatEvaluated P>
GameEntry with_seat_methods(GameEntry entry) {
    entry = with_method<P, SeatsEngine<P, ParanoidMethod<P>>>(std::move(entry));
    return with_method<P, SeatsEngine<P, MaxNMethod<P>>>(std::move(entry));
}

// A method that one game alone has is its first.
template <HasOwnMethod P>
GameEntry with_own_method(GameEntry entry) {
    entry.methods.insert(entry.methods.begin(), method_entry<P, OwnMethod<P>>(OwnMethod<P>::name));
    return entry;
}

template <Position P>
GameEntry make_entry() {
    GameEntry entry = entry_of<P>();
    if constexpr (Evaluated<P>) entry = with_method<P, Engine<P>>(entry);
    if constexpr (Solvable<P> && Evaluated<P>) entry = with_retrograde<P>(entry);
    if constexpr (ImpartialSum<P>) entry = with_nim<P>(entry);
    if constexpr (HasOwnMethod<P>) entry = with_own_method<P>(entry);
    if constexpr (SmallTree<P>) entry = with_cfr<P>(entry);
    if constexpr (SolvesOpen<P>) entry = with_pimc<P>(entry);
    if constexpr (PlainlySearched<P>) entry = with_plain_methods<P>(entry);
    if constexpr (SeatEvaluated<P>) entry = with_seat_methods<P>(entry);
    if constexpr (Learnt<P>) entry = with_weights<P>(entry);
    if constexpr (HasSolver<P>) entry = with_solver<P>(entry);
    if constexpr (Tunable<P>) entry = with_texel<P>(entry);
    if constexpr (HasTablebase<P>) entry = with_tablebase<typename TablebaseOf<P>::type>(entry);
    if constexpr (HasOwnership<P>) entry = with_ownership<P>(entry);
    return entry;
}

}  // namespace zeitnot
