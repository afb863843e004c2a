#include "laboratory/engine.hpp"

#include <algorithm>
#include <utility>

#include "laboratory/fixed_depth.hpp"
#include "laboratory/uct.hpp"
#include "zeitnot/search/mcts_options.hpp"
#include "zeitnot/search/task.hpp"
#include "zeitnot/unit.hpp"

namespace zeitnot::laboratory {
namespace {

constexpr double ucb1_exploration = 1;
constexpr std::string_view raw_unit = "raw";

// The edges of the root to search: those of these moves, or all. Texts are as `legal` lists them.
Parsed<std::vector<std::size_t>> edges_of(Walk& root, const std::vector<std::string>& moves) {
    std::vector<std::size_t> edges;
    const std::size_t count = root.list();
    if (moves.empty()) {
        for (std::size_t edge = 0; edge < count; ++edge) edges.push_back(edge);
        return edges;
    }
    for (const std::string& move : moves) {
        std::size_t edge = 0;
        while (edge < count && root.move_text(edge) != move) ++edge;
        if (root.kind() != NodeKind::choice || edge == count)
            return Error{quoted(move) + " is not a legal move here."};
        edges.push_back(edge);
    }
    return edges;
}

// The texts of the moves of a line after its first edge.
std::vector<std::string> texts_of(Walk& walk, const AnswerLine& line) {
    walk.rewind();
    walk.list();
    walk.enter(line.edge);
    std::vector<std::string> texts;
    for (const std::size_t move : line.moves) {
        walk.list();
        texts.push_back(walk.move_text(move));
        walk.enter(move);
    }
    walk.rewind();
    walk.list();
    return texts;
}

}  // namespace

TextbookEngine::TextbookEngine(std::unique_ptr<WalkFactory> walks, Method method, bool raw,
                               const Options& options)
    : walks_(std::move(walks)),
      method_(method),
      raw_(raw),
      exploration_(options.mcts->exploration.value_or(ucb1_exploration)),
      seed_(options.mcts->seed) {}

Parsed<TextReport> TextbookEngine::search(const AnyHistory& root, const Request& request,
                                          const StopToken& token, const OnTextReport& on_report) {
    if (root.ending()) return Error{"The game is over."};
    const auto walk = walks_->walk(root);
    if (!walk) return Error{walk.error()};
    const auto allowed = edges_of(**walk, request.searchmoves);
    if (!allowed) return Error{allowed.error()};
    OnAnswer on_answer;
    if (on_report)
        on_answer = [&](const Answer& found) { on_report(text_of(**walks_->walk(root), found)); };
    return text_of(**walk, answer(**walk, request, *allowed, token, on_answer));
}

Answer TextbookEngine::answer(Walk& walk, const Request& request,
                              const std::vector<std::size_t>& allowed, const StopToken& token,
                              const OnAnswer& on_answer) const {
    const auto lines = static_cast<std::size_t>(request.lines);
    if (method_ == Method::uct)
        return Uct(walk, exploration_, seed_, allowed, lines)
            .search(request.limits, token, on_answer);
    return FixedDepth(walk, method_ == Method::alphabeta, allowed, lines)
        .search(request.limits, token, on_answer);
}

Parsed<double> TextbookEngine::evaluate(const AnyHistory& history) const {
    const auto walk = walks_->walk(history);
    if (!walk) return Error{walk.error()};
    const Walk& here = **walk;
    const double value = history.ending() ? here.end_value(0) : here.estimate();
    if (!raw_) return here.reported(value, here.seat());
    return here.seat() == 0 ? value : 0.0 - value;
}

double TextbookEngine::shown(const Walk& walk, double value) const {
    return raw_ || method_ == Method::uct ? value : walk.reported(value, 0);
}

void TextbookEngine::add_line(TextReport& report, Walk& walk, const AnswerLine& line) const {
    std::vector<std::string> texts = texts_of(walk, line);
    if (walk.kind() == NodeKind::chance) {
        const auto move = texts.empty() ? std::nullopt : std::optional(texts.front());
        report.throws.push_back({walk.throw_values(line.edge), walk.probability(line.edge), move,
                                 shown(walk, line.value), std::move(texts)});
        return;
    }
    texts.insert(texts.begin(), walk.move_text(line.edge));
    TextLine added{texts.front(), shown(walk, line.value), {}, std::move(texts)};
    if (method_ != Method::uct && report.depth > 0) added.distance = walk.distance(line.value);
    added.visits = line.visits;
    report.lines.push_back(std::move(added));
}

TextReport TextbookEngine::text_of(Walk& walk, const Answer& answer) const {
    walk.rewind();
    walk.list();
    TextReport text;
    text.seat = walk.seat();
    text.value = shown(walk, answer.value);
    text.unit = walk.unit();
    if (raw_) text.unit = raw_unit;
    if (method_ == Method::uct) text.unit = zeitnot::name_of(Unit::win_probability);
    text.exact = answer.exact;
    text.depth = answer.depth;
    text.seldepth = answer.seldepth;
    text.nodes = answer.nodes;
    text.leaves = answer.leaves;
    text.seconds = answer.seconds;
    for (const AnswerLine& line : answer.lines) add_line(text, walk, line);
    if (!text.lines.empty()) {
        const TextLine& first = text.lines.front();
        text.best = first.move;
        text.pv = first.pv;
        text.distance = first.distance;
    }
    return text;
}

}  // namespace zeitnot::laboratory
