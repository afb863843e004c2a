// A search's report with moves as text, as the bindings return it to Python.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zeitnot/search/report.hpp"

namespace zeitnot {

// See Line.
struct TextLine {
    std::string move;
    double value = 0;
    std::optional<int> distance;
    std::vector<std::string> pv;
    std::optional<double> probability{};  // of a mixed strategy
    std::optional<std::uint64_t> visits{};
    std::optional<double> prior{};
    std::vector<double> seats{};  // empty: the method has no value for each seat
};

// See ThrowLine; `move` is the first of `pv`.
struct TextThrowLine {
    std::vector<int> values;
    double probability = 0;
    std::optional<std::string> move;
    double value = 0;
    std::vector<std::string> pv;
};

// See Report; `best`, `distance` and `pv` are the first line's.
struct TextReport {
    std::optional<std::string> best;
    double value = 0;
    int seat = 0;  // the seat for which all values are
    std::string_view unit;
    bool exact = false;
    std::optional<int> distance;
    int depth = 0;
    int seldepth = 0;
    std::uint64_t nodes = 0;
    std::optional<std::uint64_t> leaves;
    double seconds = 0;
    std::vector<double> seats;
    std::vector<std::string> pv;
    std::vector<TextLine> lines;
    std::vector<TextThrowLine> throws;

    [[nodiscard]] std::uint64_t nps() const {
        return seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(nodes) / seconds) : 0;
    }
};

using OnTextReport = std::function<void(const TextReport&)>;

// The moves as text, each in its position. The last move is not played: if it is the only one, it
// may be a move of another seat that is impossible with this position's hidden part.
template <Position P>
std::vector<std::string> texts(P position, const std::vector<typename P::Move>& moves) {
    std::vector<std::string> words;
    for (const auto move : moves) {
        words.push_back(position.move_text(move));
        if (words.size() < moves.size()) position.play(move);
    }
    return words;
}

template <Stochastic P>
TextThrowLine text_of(const P& root, const ThrowLine<P>& line) {
    P next = root;
    next.apply(line.outcome);
    TextThrowLine text{
        root.values(line.outcome), line.probability, {}, line.value, texts(next, line.pv)};
    if (!text.pv.empty()) text.move = text.pv.front();
    return text;
}

std::vector<double> seats_of(const std::optional<PerSeat<double>>& values);

// The data of a line except its moves, so that the code for it is compiled once for all games.
struct LineData {
    double value;
    const std::optional<int>& distance;
    const std::optional<double>& probability;
    const std::optional<std::uint64_t>& visits;
    const std::optional<double>& prior;
    const std::optional<PerSeat<double>>& seats;
};
void add_line(TextReport& report, std::string&& move, std::vector<std::string>&& pv,
              const LineData& data);
void set_first_line(TextReport& report);

template <Position P>
TextReport text_of(const P& root, const Report<P>& report) {
    TextReport text;
    text.value = report.value;
    text.seat = root.turn();
    text.unit = name_of(report.unit);
    text.exact = report.exact;
    text.distance = report.distance();
    text.depth = report.depth;
    text.seldepth = report.seldepth;
    text.nodes = report.nodes;
    text.leaves = report.leaves;
    text.seats = seats_of(report.seats);
    text.seconds = report.seconds;
    for (const Line<P>& line : report.lines) {
        add_line(
            text, root.move_text(line.move), texts(root, line.pv),
            {line.value, line.distance, line.probability, line.visits, line.prior, line.seats});
    }
    set_first_line(text);
    if constexpr (Stochastic<P>) {
        for (const auto& line : report.throws) text.throws.push_back(text_of(root, line));
    }
    return text;
}

}  // namespace zeitnot
