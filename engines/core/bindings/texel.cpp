// Python bindings of the tuner of evaluations.
#include "any_texel.hpp"
#include "bind.hpp"
#include "py_game.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

struct PyTexel {
    std::string game;
    std::unique_ptr<AnyTexel> texel;
    bool has_begun = false;
};

const GameEntry& tunable_entry(std::string_view game) {
    static const std::vector<GameEntry> games = all_games();
    for (const GameEntry& entry : games) {
        if (entry.name == game && entry.texel != nullptr) return entry;
    }
    throw nb::value_error((std::string(game) + " has no table of weights.").c_str());
}

std::vector<int> weights_of(std::string_view game) {
    const auto weights = tunable_entry(game).weights;
    return {weights.begin(), weights.end()};
}

void make(PyTexel* self, std::string_view game) {
    auto texel = tunable_entry(game).texel();
    new (self) PyTexel{std::string(game), std::move(texel)};
}

void check_count(const PyTexel& self, std::size_t count) {
    if (count != self.texel->weights()) {
        throw nb::value_error(("There are " + std::to_string(self.texel->weights()) +
                               " weights, not " + std::to_string(count) + ".")
                                  .c_str());
    }
}

void check_has_begun(const PyTexel& self) {
    if (!self.has_begun) throw nb::value_error("`begin` must come first.");
}

void add(PyTexel& self, const PyHistory& history, double points) {
    if (!(points >= 0 && points <= 1)) throw nb::value_error("Points are 0 to 1.");
    if (!self.texel->add(*history.state, points)) {
        throw nb::value_error(("A history of " + self.game + " is needed.").c_str());
    }
    self.has_begun = false;
}

void begin(PyTexel& self, const std::vector<int>& weights) {
    check_count(self, weights.size());
    const nb::gil_scoped_release no_gil;
    self.texel->begin(weights);
    self.has_begun = true;
}

void trace(PyTexel& self, std::size_t first, std::size_t last) {
    check_has_begun(self);
    if (first > last || last > self.texel->weights()) throw nb::value_error("No such weights.");
    const nb::gil_scoped_release no_gil;
    self.texel->trace(first, last);
}

std::vector<double> descend(const PyTexel& self, const std::vector<double>& weights, double scale,
                            double rate, double pull, int epochs) {
    check_has_begun(self);
    check_count(self, weights.size());
    const nb::gil_scoped_release no_gil;
    return self.texel->descend(weights, {scale, rate, pull, epochs});
}

double loss(const PyTexel& self, const std::vector<double>& weights, double scale) {
    check_has_begun(self);
    check_count(self, weights.size());
    const nb::gil_scoped_release no_gil;
    return self.texel->loss(weights, scale);
}

}  // namespace

void bind_texel(nb::module_& m) {
    m.def("weights_of", &weights_of, "game"_a,
          "The weights of a game's evaluation. Raises ValueError for a game that has no table.");
    nb::class_<PyTexel>(m, "Texel", "Fits an evaluation's weights to the results of games.")
        .def("__init__", &make, "game"_a, "Raises ValueError for a game that has no table.")
        .def("add", &add, "history"_a, "points"_a,
             "A position and the points of seat 0, 0 to 1. Raises ValueError.")
        .def("__len__", [](const PyTexel& self) { return self.texel->size(); })
        .def("begin", &begin, "weights"_a, "Sets the current weights.")
        .def("trace", &trace, "first"_a, "last"_a,
             "Computes each position's derivatives by the weights [first, last); all weights must "
             "be traced once after `begin`.")
        .def("descend", &descend, "weights"_a, "scale"_a, "rate"_a, "pull"_a, "epochs"_a,
             "The weights after `epochs` steps of gradient descent. scale: of the logistic curve, "
             "per unit of score. rate: the learning rate. pull: L2 penalty towards the weights of "
             "`begin`.")
        .def("loss", &loss, "weights"_a, "scale"_a, "The mean cross-entropy, in nats.");
}

}  // namespace zeitnot
