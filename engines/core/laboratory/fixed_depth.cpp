#include "laboratory/fixed_depth.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace zeitnot::laboratory {
namespace {

constexpr double no_bound = std::numeric_limits<double>::infinity();

}  // namespace

FixedDepth::FixedDepth(Walk& walk, bool prunes, std::vector<std::size_t> allowed, std::size_t lines)
    : walk_(walk),
      prunes_(prunes),
      allowed_(std::move(allowed)),
      lines_(lines),
      seat_(walk.seat()) {}

Answer FixedDepth::search(const Limits& limits, const StopToken& token, const OnAnswer& on_answer) {
    Control control(limits, token);
    Meter meter(control);
    const bool is_limited = limits.time || limits.soft || limits.nodes || !limits.depth;
    const int last = std::min(limits.depth.value_or(max_depth), max_depth);
    Answer answer;
    if (walk_.kind() == NodeKind::choice) answer.lines.push_back({allowed_[0]});
    try {
        for (int depth = is_limited ? 1 : last; depth <= last; ++depth) {
            meter.start_iteration();
            Answer next = iterate(depth, meter);
            answer = std::move(next);
            answer.depth = depth;
            answer.seldepth = meter.deepest();
            answer.nodes = meter.total();
            answer.seconds = control.seconds();
            if (on_answer) on_answer(answer);
            if (!hit_horizon_ || control.is_soft_over()) break;
        }
    } catch (const Interrupted&) {
        // The incomplete iteration is discarded.
    }
    meter.flush();
    walk_.rewind();
    answer.nodes = control.nodes();
    answer.seconds = control.seconds();
    return answer;
}

Answer FixedDepth::iterate(int depth, Meter& meter) {
    leaves_ = 0;
    hit_horizon_ = false;
    Answer answer;
    meter.visit(0);
    if (walk_.kind() == NodeKind::chance) {
        value_throws(depth, meter, answer);
    } else {
        value_moves(depth, meter, answer);
    }
    answer.exact = !hit_horizon_ && walk_.ends_are_exact();
    answer.leaves = leaves_;
    return answer;
}

void FixedDepth::value_moves(int depth, Meter& meter, Answer& answer) {
    walk_.list();
    double best = -no_bound;
    for (const std::size_t move : allowed_) {
        // A bound suffices for moves that are not reported.
        const double alpha = lines_ == 1 && prunes_ ? best : -no_bound;
        walk_.enter(move);
        Found found = value(depth - 1, 1, {alpha, no_bound}, meter);
        walk_.leave();
        std::reverse(found.moves.begin(), found.moves.end());
        best = std::max(best, found.value);
        answer.lines.push_back({move, found.value, std::move(found.moves)});
    }
    std::stable_sort(answer.lines.begin(), answer.lines.end(),
                     [](const auto& a, const auto& b) { return a.value > b.value; });
    answer.lines.resize(std::min(answer.lines.size(), lines_));
    answer.value = best;
}

void FixedDepth::value_throws(int depth, Meter& meter, Answer& answer) {
    const std::size_t outcomes = walk_.list();
    for (std::size_t outcome = 0; outcome < outcomes; ++outcome) {
        walk_.enter(outcome);
        Found found = value(depth, 1, {-no_bound, no_bound}, meter);
        walk_.leave();
        std::reverse(found.moves.begin(), found.moves.end());
        answer.value += walk_.probability(outcome) * found.value;
        answer.lines.push_back({outcome, found.value, std::move(found.moves)});
    }
}

FixedDepth::Found FixedDepth::value(int depth, int ply, Window window, Meter& meter) {
    meter.visit(ply);
    const NodeKind kind = walk_.kind();
    if (kind == NodeKind::end) {
        ++leaves_;
        return {for_root(walk_.end_value(ply))};
    }
    if (depth <= 0) {
        ++leaves_;
        hit_horizon_ = true;
        return {for_root(walk_.estimate())};
    }
    return kind == NodeKind::chance ? mean(depth, ply, meter) : best(depth, ply, window, meter);
}

FixedDepth::Found FixedDepth::best(int depth, int ply, Window window, Meter& meter) {
    const bool is_max = walk_.seat() == seat_;
    const std::size_t moves = walk_.list();
    Found best{is_max ? -no_bound : no_bound};
    for (std::size_t move = 0; move < moves; ++move) {
        walk_.enter(move);
        Found found = value(depth - 1, ply + 1, window, meter);
        walk_.leave();
        if (is_max ? found.value <= best.value : found.value >= best.value) continue;
        best = std::move(found);
        best.moves.push_back(move);
        if (!prunes_) continue;
        double& bound = is_max ? window.alpha : window.beta;
        bound = is_max ? std::max(bound, best.value) : std::min(bound, best.value);
        if (window.alpha >= window.beta) break;
    }
    return best;
}

FixedDepth::Found FixedDepth::mean(int depth, int ply, Meter& meter) {
    const std::size_t outcomes = walk_.list();
    Found mean{0};
    for (std::size_t outcome = 0; outcome < outcomes; ++outcome) {
        walk_.enter(outcome);
        const Found found = value(depth, ply + 1, {-no_bound, no_bound}, meter);
        walk_.leave();
        mean.value += walk_.probability(outcome) * found.value;
    }
    return mean;
}

}  // namespace zeitnot::laboratory
