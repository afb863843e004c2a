// The implementation of AnySolver, as a template over the game.
#pragma once

#include <type_traits>

#include "any_engine.hpp"
#include "erased.hpp"
#include "zeitnot/exact/solver.hpp"
#include "zeitnot/weights_file.hpp"

namespace zeitnot {

template <HasSolver P>
struct SolverTable {
    using type = GrowingTable<1>;
};
template <HasSolver P>
    requires requires { typename SolverOf<P>::TableType; }
struct SolverTable<P> {
    using type = typename SolverOf<P>::TableType;
};

template <HasSolver P>
class ErasedSolver final : public AnySolver {
   public:
    explicit ErasedSolver(const Options& options) : options_(options), table_(options.hash_mb) {}

    [[nodiscard]] std::optional<std::string> refusal(const AnyHistory& history) const override {
        if constexpr (RefusesToSolve<P>) {
            if (typed_history<P>(history) != nullptr)
                return SolverOf<P>::refusal(position_of(history));
        }
        return std::nullopt;
    }

    [[nodiscard]] Parsed<std::optional<SolvedPosition>> solve(
        const AnyHistory& history, const StopToken& token,
        const OnSolvingProgress& on_progress) override {
        if (typed_history<P>(history) == nullptr) return Error{"The solver is for another game."};
        if (history.ending()) return Error{"The game is over."};
        if (const auto reason = refusal(history)) return Error{*reason};
        const P& position = position_of(history);
        Control control(Limits{}, token);
        Meter meter(control);
        SolverOf<P> solver = make_solver(meter);
        try {
            SolvedPosition solved =
                to_solved_position(solver.solve(position, [&](int lower, int upper) {
                    if (on_progress) on_progress({lower, upper, solver.nodes()});
                }));
            solved.seat = position.turn();
            solved.best = position.move_text(solver.best(position));
            solved.nodes = solver.nodes();
            return std::optional(solved);
        } catch (const Interrupted&) {
            return std::optional<SolvedPosition>();
        }
    }

    [[nodiscard]] bool solves_margins() const override { return SolvesMargins<P>; }

    [[nodiscard]] Key symmetric_key(const AnyHistory& history) const override {
        if constexpr (KnowsSymmetricKey<P>) return SolverOf<P>::symmetric_key(position_of(history));
        return position_of(history).hash();
    }

    [[nodiscard]] Parsed<std::vector<std::uint8_t>> book(
        const std::vector<std::pair<AnyHistoryPtr, Verdict>>& values) const override {
        if constexpr (HasSolverBook<P>) {
            std::vector<std::pair<P, Verdict>> typed;
            typed.reserve(values.size());
            for (const auto& [history, verdict] : values)
                typed.emplace_back(position_of(*history), verdict);
            return write_weights_file(P::name, SolverOf<P>::pack(typed));
        }
        return Error{std::string(P::name) + " has no book of exact values."};
    }

   private:
    using TableType = typename SolverTable<P>::type;

    // Precondition: the history is of this game.
    static const P& position_of(const AnyHistory& history) {
        return static_cast<const ErasedHistory<P>&>(history).typed().position();
    }

    SolverOf<P> make_solver(Meter& meter) {
        if constexpr (std::is_constructible_v<SolverOf<P>, TableType&, Meter&, const Options&>) {
            return {table_, meter, options_};
        } else {
            return {table_, meter};
        }
    }

    static SolvedPosition to_solved_position(const Verdict& verdict) {
        return {.verdict = verdict};
    }
    static SolvedPosition to_solved_position(const Margin& margin) {
        const int sign = (margin.value > 0) - (margin.value < 0);
        return {.verdict = {sign, std::nullopt}, .margin = margin.value};
    }

    Options options_;
    TableType table_;
};

template <HasSolver P>
GameEntry with_solver(GameEntry entry) {
    entry.make_solver = [](const Options& options) {
        return std::unique_ptr<AnySolver>(std::make_unique<ErasedSolver<P>>(options));
    };
    entry.has_solver_book = HasSolverBook<P>;
    return entry;
}

}  // namespace zeitnot
