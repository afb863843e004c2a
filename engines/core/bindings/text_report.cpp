#include "text_report.hpp"

#include <utility>

namespace zeitnot {

void add_line(TextReport& report, std::string&& move, std::vector<std::string>&& pv,
              const LineData& data) {
    report.lines.push_back({std::move(move), data.value, data.distance, std::move(pv),
                            data.probability, data.visits, data.prior, seats_of(data.seats)});
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
