// The implementation of AnySolver, as a template over the game.
#pragma once

#include "any_engine.hpp"
#include "erased.hpp"
#include "zeitnot/exact/solver.hpp"
#include "zeitnot/weights_file.hpp"

namespace zeitnot {

template <HasSolver P>
class ErasedSolver final : public AnySolver {
   public:
    explicit ErasedSolver(std::size_t hash_mb) : table_(hash_mb) {}

    [[nodiscard]] Parsed<std::optional<SolvedPosition>> solve(
        const AnyHistory& history, const StopToken& token,
        const OnSolvingProgress& on_progress) override {
        const History<P>* typed = typed_history<P>(history);
        if (typed == nullptr) return Error{"The solver is for another game."};
        if (history.ending()) return Error{"The game is over."};
        const P& position = typed->position();
        Control control(Limits{}, token);
        Meter meter(control);
        SolverOf<P> solver(table_, meter);
        try {
            const Verdict verdict = solver.solve(position, [&](int least, int most) {
                if (on_progress) on_progress({least, most, solver.nodes()});
            });
            const auto best = solver.best(position);
            return std::optional(
                SolvedPosition{verdict, position.turn(), position.move_text(best), solver.nodes()});
        } catch (const Interrupted&) {
            return std::optional<SolvedPosition>();
        }
    }

    [[nodiscard]] Key symmetric_key(const AnyHistory& history) const override {
        return SolverOf<P>::symmetric_key(position_of(history));
    }

    [[nodiscard]] std::vector<std::uint8_t> book(
        const std::vector<std::pair<AnyHistoryPtr, Verdict>>& values) const override {
        std::vector<std::pair<P, Verdict>> typed;
        typed.reserve(values.size());
        for (const auto& [history, verdict] : values)
            typed.emplace_back(position_of(*history), verdict);
        return write_weights_file(P::name, SolverOf<P>::pack(typed));
    }

   private:
    // Precondition: of this game.
    static const P& position_of(const AnyHistory& history) {
        return static_cast<const ErasedHistory<P>&>(history).typed().position();
    }

    GrowingTable<1> table_;
};

template <HasSolver P>
GameEntry with_solver(GameEntry entry) {
    entry.make_solver = [](std::size_t hash_mb) {
        return std::unique_ptr<AnySolver>(std::make_unique<ErasedSolver<P>>(hash_mb));
    };
    return entry;
}

}  // namespace zeitnot
