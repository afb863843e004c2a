// Python bindings of learnt weights, which are unpacked once and shared by engines.
#include "any_game.hpp"
#include "bind.hpp"
#include "py_weights.hpp"
#include "zeitnot/weights_file.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

Parsed<PyWeights> unpack_weights(Bytes bytes) {
    const auto file = read_weights_file(bytes);
    if (!file) return Error{file.error()};
    for (const GameEntry& entry : all_games()) {
        if (entry.name != file->game) continue;
        if (entry.unpack == nullptr) return Error{file->game + " takes no weights."};
        std::any weights = entry.unpack(file->body);
        if (!weights.has_value())
            return Error{"These are not valid weights of " + file->game + "."};
        return PyWeights{file->game, std::move(weights)};
    }
    return Error{"These are weights of an unknown game."};
}

void make(PyWeights* self, const nb::bytes& data) {
    auto weights = [&] {
        const Bytes bytes(static_cast<const std::uint8_t*>(data.data()), data.size());
        const nb::gil_scoped_release no_gil;
        return unpack_weights(bytes);
    }();
    if (!weights) throw nb::value_error(weights.error().c_str());
    new (self) PyWeights(*std::move(weights));
}

}  // namespace

void bind_weights(nb::module_& m) {
    m.def(
        "games_with_weights",
        [] {
            std::vector<std::string_view> names;
            for (const GameEntry& entry : all_games()) {
                if (entry.unpack != nullptr) names.push_back(entry.name);
            }
            return names;
        },
        "The games whose engines need learnt weights.");
    nb::class_<PyWeights>(m, "Weights",
                          "Learnt weights of a game, which its engines share; immutable.")
        .def("__init__", &make, "data"_a,
             "The bytes of a file that `zeitnot train` has written. Raises ValueError.")
        .def_ro("game", &PyWeights::game);
}

}  // namespace zeitnot
