// Builds a game's registry entry from the concepts that its headers satisfy.
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
#include "zeitnot/search/reference_engine.hpp"
#include "zeitnot/search/seats/engine.hpp"

namespace zeitnot {

// Defined in erased_pimc.hpp, which is included only for games with an open_solver.hpp.
template <SolvesOpen P>
GameEntry with_pimc(GameEntry entry);

template <HasReferenceMethods P, ReferenceMethod method>
MethodEntry reference_method() {
    return method_entry<P, ReferenceEngine<P>, method>(name_of(method));
}

// Max^n comes first, because it can search every such game.
template <HasReferenceMethods P>
GameEntry with_reference_methods(GameEntry entry) {
    using enum ReferenceMethod;
    entry.methods.push_back(reference_method<P, maxn>());
    entry.methods.push_back(reference_method<P, minimax>());
    entry.methods.push_back(reference_method<P, alphabeta>());
    if constexpr (Stochastic<P>) entry.methods.push_back(reference_method<P, expectiminimax>());
    if constexpr (CountsSeats<P>) entry.methods.push_back(reference_method<P, paranoid>());
    if constexpr (Observable<P>) entry.methods.push_back(reference_method<P, strategies>());
    return entry;
}

// Paranoid comes first: with two seats it is alpha-beta.
template <SeatEvaluated P>
GameEntry with_seat_methods(GameEntry entry) {
    entry = with_method<P, SeatsEngine<P, ParanoidMethod<P>>>(std::move(entry));
    return with_method<P, SeatsEngine<P, MaxNMethod<P>>>(std::move(entry));
}

// A method that only one game has is its default.
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
    if constexpr (HasReferenceMethods<P>) entry = with_reference_methods<P>(entry);
    if constexpr (SeatEvaluated<P>) entry = with_seat_methods<P>(entry);
    if constexpr (Learnt<P>) entry = with_weights<P>(entry);
    if constexpr (HasSolver<P>) entry = with_solver<P>(entry);
    if constexpr (Tunable<P>) entry = with_texel<P>(entry);
    if constexpr (HasTablebase<P>) entry = with_tablebase<typename TablebaseOf<P>::type>(entry);
    if constexpr (HasOwnership<P>) entry = with_ownership<P>(entry);
    return entry;
}

}  // namespace zeitnot
