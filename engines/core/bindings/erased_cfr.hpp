// The method `cfr`, for every game that is small enough to be solved completely.
#pragma once

#include "any_tree_builder.hpp"
#include "cfr_engine.hpp"
#include "erased.hpp"
#include "zeitnot/equilibrium/tree_builder.hpp"

namespace zeitnot {

template <SmallTree P>
class ErasedTreeBuilder final : public AnyTreeBuilder {
   public:
    explicit ErasedTreeBuilder(const P& root) : builder_(root) {}

    void build(Meter& meter) override { builder_.build(meter); }
    [[nodiscard]] GameTree take() override { return builder_.take(); }

   private:
    TreeBuilder<P> builder_;
};

template <SmallTree P>
std::unique_ptr<AnyTreeBuilder> make_tree_builder(const SettingMap& settings) {
    return std::make_unique<ErasedTreeBuilder<P>>(P(*read_settings<P>(settings)));
}

template <SmallTree P>
GameEntry with_cfr(GameEntry entry) {
    entry.tree_builder = &make_tree_builder<P>;
    entry.methods.push_back({cfr_name, [](const Options& options) {
                                 return make_cfr_engine(options, name_of(P::unit),
                                                        &make_tree_builder<P>);
                             }});
    return entry;
}

}  // namespace zeitnot
