#include "mcts_options.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "text_evaluator.hpp"

namespace nb = nanobind;

namespace zeitnot {
namespace {

// Converts a number of this type within [min, max].
template <class T>
T number(const std::string& name, nb::handle value, T min, T max) {
    T read{};
    if (!nb::try_cast(value, read) || !(read >= min && read <= max))
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

// Wraps a Python function as an evaluator. The GIL is held when the last reference is dropped, by
// any thread.
TextEvaluation wrap_evaluator(nb::handle function) {
    const std::shared_ptr<nb::object> shared_function(new nb::object(nb::borrow(function)),
                                                      [](nb::object* object) {
                                                          const nb::gil_scoped_acquire gil;
                                                          delete object;
                                                      });
    return [shared_function](const std::vector<TextEvaluationRequest>& batch) {
        const nb::gil_scoped_acquire gil;
        nb::list requests;
        for (const auto& [position, moves] : batch)
            requests.append(nb::make_tuple(position, moves));
        std::vector<std::pair<std::vector<float>, std::vector<double>>> answers;
        if (!nb::try_cast((*shared_function)(requests), answers))
            throw nb::type_error("The evaluator returns pairs of a policy and a value.");
        std::vector<TextEstimate> estimates;
        for (auto& [policy, value] : answers)
            estimates.push_back({std::move(policy), std::move(value)});
        return estimates;
    };
}

// Reads an option of selection; returns whether the name is one.
bool read_selection_option(const std::string& name, nb::handle value, MctsOptions& options) {
    if (name == "exploration") {
        options.exploration = number(name, value, 0.0, 1000.0);
    } else if (name == "rave_equivalence") {
        options.rave_equivalence = number(name, value, 1e-6, 1e12);
    } else if (name == "urgency") {
        options.urgency = number(name, value, -1.0, 1000.0);
    } else if (name == "prior_visits") {
        options.prior_visits = number(name, value, 0, 255);
    } else if (name == "puct_exploration") {
        options.puct_exploration = number(name, value, 0.0, 1000.0);
    } else {
        return false;
    }
    return true;
}

// Reads an option of leaves; returns whether the name is one.
bool read_leaf_option(const std::string& name, nb::handle value, MctsOptions& options) {
    if (name == "playout_plies") {
        if (!value.is_none()) options.playout_plies = number(name, value, 0, 10'000);
    } else if (name == "expand_after") {
        options.expand_after = number(name, value, 1, 1'000'000);
    } else if (name == "playout_share") {
        options.playout_share = number(name, value, 0.0, 1.0);
    } else if (name == "batch") {
        options.batch = number(name, value, 1, 1024);
    } else if (name == "evaluator") {
        if (!value.is_none()) options.evaluator = wrap_evaluator(value);
    } else {
        return false;
    }
    return true;
}

}  // namespace

void read_mcts_options(const nb::kwargs& kwargs, MctsOptions& options) {
    for (const auto& [key, value] : kwargs) {
        const auto name = nb::cast<std::string>(key);
        if (name == "best_by") {
            options.best_by = best_by(value);
        } else if (name == "seed") {
            options.seed = number<std::uint64_t>(name, value, 0, ~std::uint64_t{0});
        } else if (!read_selection_option(name, value, options) &&
                   !read_leaf_option(name, value, options)) {
            throw nb::type_error(("There is no option \"" + name + "\".").c_str());
        }
    }
}

}  // namespace zeitnot
