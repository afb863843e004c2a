// A search method that only one game has: a specialisation of OwnMethod in the `method.hpp` of the
// game's folder. It is the game's default method.
#pragma once

#include "zeitnot/search/control.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

template <Position P>
class OwnMethod;

// `search` reports like every method: see Engine and Mcts.
template <class P>
concept HasOwnMethod =
    requires(OwnMethod<P>& method, const Options& options, const Task<P>& task,
             const Limits& limits, const StopToken& token, const OnReport<P>& on_report) {
        OwnMethod<P>(options);
        { OwnMethod<P>::name } -> std::convertible_to<std::string_view>;
        { method.search(task, limits, token, on_report) } -> std::same_as<Report<P>>;
        method.clear();
        { method.filled() } -> std::same_as<int>;
    };

}  // namespace zeitnot
