// Max^n and paranoid search as engines, for games of any number of seats with an evaluation. They
// use one thread.
#pragma once

#include <optional>
#include <string_view>
#include <type_traits>

#include "zeitnot/search/seats/root.hpp"

namespace zeitnot {

// `M`: MaxNMethod or ParanoidMethod.
template <SeatEvaluated P, class M>
class SeatsEngine {
   public:
    static constexpr std::string_view name = M::name;

    explicit SeatsEngine(const Options& options)
        : options_(options),
          table_(make_table<TableType>(options)),
          evaluation_(make_evaluation<Evaluation<P>>(options)) {}

    [[nodiscard]] std::optional<std::string_view> refusal(const P& position) const {
        if (options_.alliance.members.empty()) return std::nullopt;
        if constexpr (!std::is_same_v<M, MaxNMethod<P>>) return "Only max^n takes an alliance.";
        static_cast<void>(position);
        return std::nullopt;
    }

    // `task`'s root must have a move, and its `searchmoves` must be legal.
    Report<P> search(const Task<P>& task, const Limits& limits, const StopToken& token,
                     const OnReport<P>& on_report) {
        table_.new_search();
        Control control(limits, token);
        Root root(task, options_, table_, evaluation_, control);
        return deepen(root, control, 1, limits.depth.value_or(Root::max_depth), on_report, true);
    }

    // What the seat to move expects, without a search.
    [[nodiscard]] double evaluate(const P& position) const {
        const int seat = position.turn();
        if (const auto end = position.result()) return end->scores[seat];
        return expected_result(evaluation_(position)[seat]);
    }

    void clear() { table_.clear(); }
    [[nodiscard]] int filled() const { return table_.filled(); }

   private:
    using Root = SeatsRoot<P, M>;
    using TableType = typename M::TableType;

    Options options_;
    TableType table_;
    Evaluation<P> evaluation_;
};

}  // namespace zeitnot
