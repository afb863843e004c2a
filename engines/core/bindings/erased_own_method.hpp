// A method that one game alone has, as an engine.
#pragma once

#include "erased_engine.hpp"
#include "zeitnot/search/own_method.hpp"

namespace zeitnot {

// The game's entry with this method as its first.
template <HasOwnMethod P>
GameEntry with_own_method(GameEntry entry) {
    entry.methods.insert(entry.methods.begin(),
                         {OwnMethod<P>::name, [](const Options& options) {
                              return std::unique_ptr<AnyEngine>(
                                  std::make_unique<ErasedEngine<P, OwnMethod<P>>>(options));
                          }});
    entry.options_error = &evaluation_error<P>;
    return entry;
}

}  // namespace zeitnot
