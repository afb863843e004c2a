#include "mcts_options.hpp"

#include <cmath>
#include <string>

namespace nb = nanobind;

namespace zeitnot {
namespace {

// A number of this type within [least, most].
template <class T>
T number(const std::string& name, nb::handle value, T least, T most) {
    T read{};
    if (!nb::try_cast(value, read) || !(read >= least && read <= most))
        throw nb::value_error((name + " is out of range.").c_str());
    return read;
}

BestBy best_by(nb::handle value) {
    std::string word;
    nb::try_cast(value, word);
    if (word != "visits" && word != "rate")
        throw nb::value_error("best_by is \"visits\" or \"rate\".");
    return word == "rate" ? BestBy::rate : BestBy::visits;
}

}  // namespace

void read_mcts_options(const nb::kwargs& given, MctsOptions& options) {
    for (const auto& [key, value] : given) {
        const auto name = nb::cast<std::string>(key);
        if (name == "exploration") {
            options.exploration = number(name, value, 0.0, 1000.0);
        } else if (name == "best_by") {
            options.best_by = best_by(value);
        } else if (name == "seed") {
            options.seed = number<std::uint64_t>(name, value, 0, ~std::uint64_t{0});
        } else if (name == "playout_plies") {
            if (!value.is_none()) options.playout_plies = number(name, value, 0, 10'000);
        } else if (name == "expand_after") {
            options.expand_after = number(name, value, 1, 1'000'000);
        } else {
            throw nb::type_error(("There is no option \"" + name + "\".").c_str());
        }
    }
}

}  // namespace zeitnot
