// The plain searches as engines, by the names under which they are chosen.
#pragma once

#include <string_view>

#include "zeitnot/search/maxn.hpp"
#include "zeitnot/search/plain_alphabeta.hpp"
#include "zeitnot/search/strategies.hpp"

namespace zeitnot {

enum class PlainMethod { maxn, minimax, alphabeta, expectiminimax, paranoid, strategies };

constexpr std::string_view name_of(PlainMethod method) {
    switch (method) {
        case PlainMethod::maxn:
            return "maxn";
        case PlainMethod::minimax:
            return "minimax";
        case PlainMethod::alphabeta:
            return "plain-alphabeta";
        case PlainMethod::expectiminimax:
            return "expectiminimax";
        case PlainMethod::paranoid:
            return "paranoid";
        case PlainMethod::strategies:
            break;
    }
    return "strategies";
}

// What one seat gains the other loses in minimax; whether that holds may depend on the position.
template <Position P>
bool is_zero_sum(const P& position) {
    if constexpr (requires { position.zero_sum_here(); }) return position.zero_sum_here();
    return TwoPlayerZeroSum<P>;
}

template <Position P>
bool may_throw(const P& position) {
    if constexpr (requires { position.has_chance(); }) return position.has_chance();
    return Stochastic<P>;
}

template <PlainlySearched P, PlainMethod method>
class PlainEngine {
   public:
    static constexpr std::string_view name = name_of(method);

    explicit PlainEngine(const Options& options) : options_(options) {}

    // Why the method does not fit this position; nothing if it does.
    [[nodiscard]] std::optional<std::string_view> refusal(const P& position) const {
        using enum PlainMethod;
        if (method != maxn && !options_.alliance.members.empty())
            return "Only max^n takes an alliance.";
        if constexpr (method == strategies) return strategies_refusal(position);
        if ((method == minimax || method == alphabeta || method == expectiminimax) &&
            !is_zero_sum(position))
            return "Minimax is for two seats of which one gets what the other loses: use maxn.";
        if ((method == minimax || method == alphabeta) && may_throw(position))
            return "Minimax does not handle chance: use expectiminimax.";
        return std::nullopt;
    }

    // One search to the full depth. Stopped before its end it has valued nothing: the report is of
    // depth 0, with the first legal move.
    Report<P> search(const Task<P>& task, const Limits& limits, const StopToken& token,
                     const OnReport<P>& on_report) {
        Control control(limits, token);
        Root root(task, options_, seats_in(task.root.position()), control);
        const int depth = std::min(limits.depth.value_or(Root::max_depth), Root::max_depth);
        return deepen(root, control, depth, depth, on_report, true);
    }

    void clear() {}
    [[nodiscard]] static int filled() { return 0; }

   private:
    static auto root_type() {
        using enum PlainMethod;
        if constexpr (method == maxn) {
            return std::type_identity<PlainRoot<P, MaxN<P>>>{};
        } else if constexpr (method == strategies) {
            return std::type_identity<StrategiesRoot<P>>{};
        } else {
            constexpr bool prunes = method == alphabeta || method == paranoid;
            return std::type_identity<PlainRoot<P, PlainAlphaBeta<P, prunes>>>{};
        }
    }
    using Root = typename decltype(root_type())::type;

    static int seats_in(const P& position) {
        if constexpr (CountsSeats<P>) return position.seat_count();
        return 2;
    }

    Options options_;
};

}  // namespace zeitnot
