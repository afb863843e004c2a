// The type-erased interface of the builder of a small game's tree. Uses no Python.
#pragma once

#include "zeitnot/equilibrium/game_tree.hpp"
#include "zeitnot/search/control.hpp"

namespace zeitnot {

class AnyTreeBuilder {
   public:
    AnyTreeBuilder() = default;
    AnyTreeBuilder(const AnyTreeBuilder&) = delete;
    AnyTreeBuilder& operator=(const AnyTreeBuilder&) = delete;
    virtual ~AnyTreeBuilder() = default;

    // See TreeBuilder.
    virtual void build(Meter& meter) = 0;
    [[nodiscard]] virtual GameTree take() = 0;
};

}  // namespace zeitnot
