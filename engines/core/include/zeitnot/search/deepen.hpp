// Iterative deepening, by one thread or several: the same root at depth 1, 2, 3, ... until a limit.
//
// Each iteration fills the table, which makes the next one fast (Slate and Atkin, "Chess 4.5",
// 1977). With several threads all search the same root at staggered depths and help each other
// only through the table ("Lazy SMP"); the first thread's answer counts.
#pragma once

#include <algorithm>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

#include "zeitnot/search/control.hpp"
#include "zeitnot/search/report.hpp"
#include "zeitnot/search/time_manager.hpp"

namespace zeitnot {

// A method searches one root of the game `Game` in one thread. `answer()` is the report of the last
// complete iteration, or a legal move before the first one; `can_stop()` is whether deeper search
// cannot change it. `instability_margin`: see evaluation.hpp.
template <class M>
concept Method = requires(M& m, int depth) {
    { M::max_depth } -> std::convertible_to<int>;
    { M::instability_margin } -> std::convertible_to<double>;
    { m.iterate(depth) } -> std::same_as<void>;
    { m.answer() } -> std::same_as<Report<typename M::Game>>;
    { m.can_stop() } -> std::same_as<bool>;
    { m.meter() } -> std::same_as<Meter&>;
};

// Not inlined, because it takes long to compile and would be twice in each search of each game.
template <Method M>
[[gnu::noinline]] Report<typename M::Game> answer_with_counts(M& method, const Control& control,
                                                              int seldepth) {
    Report<typename M::Game> report = method.answer();
    report.seldepth = seldepth;
    report.nodes = method.meter().total();
    report.seconds = control.seconds();
    return report;
}

// Returns the last completed iteration's answer; reports each through `on_report`. Only the first
// thread checks the soft limit.
template <Method M>
Report<typename M::Game> deepen(M& method, Control& control, int first, int last,
                                const OnReport<typename M::Game>& on_report, bool is_leader) {
    TimeManager<typename M::Game::Move> time_manager(is_leader ? control.soft() : std::nullopt,
                                                     M::instability_margin);
    int seldepth = 0;  // of the last complete iteration
    try {
        for (int depth = first; depth <= std::min(last, M::max_depth); ++depth) {
            method.meter().start_iteration();
            method.iterate(depth);
            seldepth = method.meter().deepest();
            const auto answer = answer_with_counts(method, control, seldepth);
            if (on_report) on_report(answer);
            if (method.can_stop()) break;
            if (time_manager.should_stop(answer.best(), answer.value, control.seconds())) break;
        }
    } catch (const Interrupted&) {
        // The incomplete iteration is discarded.
    }
    method.meter().flush();
    return answer_with_counts(method, control, seldepth);
}

// Threads that deepen until the control ends them; joined in the destructor.
class Helpers {
   public:
    explicit Helpers(Control& control) : control_(control) {}
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;
    ~Helpers() { join(); }

    template <Method M>
    void start(std::unique_ptr<M> method, int first, int last) {
        threads_.emplace_back([this, first, last, method = std::move(method)] {
            deepen(*method, control_, first, last, nullptr, false);
        });
    }

    void join() {
        control_.finish();
        for (std::thread& thread : threads_) {
            if (thread.joinable()) thread.join();
        }
    }

   private:
    Control& control_;
    std::vector<std::thread> threads_;
};

// `make()` builds a method for one thread.
template <Position P, class Make>
Report<P> search_on_threads(const Make& make, Control& control, int threads, int depth,
                            const OnReport<P>& on_report) {
    auto leader = make();
    Helpers helpers(control);
    for (int i = 1; i < threads; ++i) helpers.start(make(), 1 + i % 2, depth);
    Report<P> report = deepen(*leader, control, 1, depth, on_report, true);
    helpers.join();
    report.nodes = control.nodes();
    return report;
}

}  // namespace zeitnot
