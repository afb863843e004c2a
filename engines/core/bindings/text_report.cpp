#include "text_report.hpp"

#include <utility>

namespace zeitnot {

void add_line(TextReport& report, std::string&& move, std::vector<std::string>&& pv,
              const LineFacts& facts) {
    report.lines.push_back({std::move(move), facts.value, facts.distance, std::move(pv),
                            facts.probability, facts.visits, facts.prior, seats_of(facts.seats)});
}

void set_first_line(TextReport& report) {
    if (report.lines.empty()) return;
    report.best = report.lines.front().move;
    report.pv = report.lines.front().pv;
}

std::vector<double> seats_of(const std::optional<PerSeat<double>>& values) {
    return values ? std::vector<double>(values->begin(), values->end()) : std::vector<double>{};
}

}  // namespace zeitnot
