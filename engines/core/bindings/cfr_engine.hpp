// The method `cfr` as an engine: solves a small game with hidden information completely in its
// first search, or plays a given strategy. Uses no Python.
#pragma once

#include <memory>

#include "any_engine.hpp"
#include "any_game.hpp"

namespace zeitnot {

inline constexpr std::string_view cfr_name = "cfr";

// An engine for the game with the options' settings, whose tree `make_builder` builds; `unit`: the
// game's, in which it reports.
std::unique_ptr<AnyEngine> make_cfr_engine(const Options& options, std::string_view unit,
                                           MakeTreeBuilder make_builder);

}  // namespace zeitnot
