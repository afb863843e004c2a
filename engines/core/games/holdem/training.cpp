// Python bindings for the ranks of hold'em's hands.
#include "bind.hpp"
#include "games/holdem/evaluator.hpp"
#include "games/holdem/hands.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

int rank_of(const std::vector<int>& cards) {
    holdem::Cards hand = 0;
    for (const int card : cards) {
        if (card < 0 || card >= holdem::card_count || (hand >> card & 1U) != 0)
            throw nb::value_error("A hand has different cards from 0 to 51.");
        hand |= holdem::Cards{1} << card;
    }
    if (cards.size() < 5 || cards.size() > 7)
        throw nb::value_error("A hand has five to seven cards.");
    return holdem::hand_rank(hand);
}

std::vector<std::pair<std::string_view, std::uint64_t>> categories(int cards) {
    if (cards < 5 || cards > 7) throw nb::value_error("A hand has five to seven cards.");
    std::vector<std::pair<std::string_view, std::uint64_t>> counts;
    for (const std::string_view name : holdem::category_names) counts.push_back({name, 0});
    const nb::gil_scoped_release released;
    holdem::each_hand(cards, [&](holdem::Cards hand) {
        ++counts[static_cast<std::size_t>(holdem::category_of(holdem::hand_rank(hand)))].second;
    });
    return counts;
}

}  // namespace

void bind_holdem_training(nb::module_& m) {
    m.def(
        "holdem_rank", &rank_of, "cards"_a,
        "The rank of five, six or seven cards, each 4 * rank + suit with ranks from 0 (two) to 12 "
        "(ace): higher is better, equal hands have equal ranks. 4096 times the category, from 0 "
        "(high card) to 8 (straight flush), and a number within it. Raises ValueError.");
    m.def("holdem_categories", &categories, "cards"_a,
          "How many hands of five, six or seven cards there are of each category, the lowest "
          "first; each hand is ranked. Raises ValueError for other numbers.");
}

}  // namespace zeitnot
