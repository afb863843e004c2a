// Python bindings of tablebases: opening them, and generating their tables one by one.
#include "any_tablebase.hpp"
#include "bind.hpp"
#include "poll.hpp"
#include "py_tablebase.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

GameEntry entry_with_tablebase(const std::string& game) {
    for (const GameEntry& entry : all_games()) {
        if (entry.name == game && entry.open_tablebase != nullptr) return entry;
    }
    throw nb::value_error((game + " has no tables of endings.").c_str());
}

void open(PyTablebase* self, const std::string& game, const std::string& folder) {
    auto tablebase = entry_with_tablebase(game).open_tablebase(folder);
    if (!tablebase) throw nb::value_error(tablebase.error().c_str());
    new (self) PyTablebase{*std::move(tablebase)};
}

std::optional<std::string> damaged(const PyTablebase& self) {
    const nb::gil_scoped_release released;
    return self.tablebase->damaged();
}

struct PyTablebaseMaker {
    std::unique_ptr<AnyTablebaseMaker> maker;
};

using Parts = std::vector<std::pair<std::string, std::size_t>>;

Parts parts(const PyTablebaseMaker& self, int size) {
    Parts parts;
    for (const auto& [name, values] : self.maker->parts(size)) parts.emplace_back(name, values);
    return parts;
}

void make(PyTablebaseMaker& self, const std::string& name) {
    const auto error = [&] {
        const nb::gil_scoped_release released;
        return self.maker->make(name, SignalPoll());
    }();
    if (error) throw nb::value_error(error->message.c_str());
}

}  // namespace

void bind_tablebase(nb::module_& m) {
    m.def(
        "games_with_tablebase",
        [] {
            std::vector<std::string_view> names;
            for (const GameEntry& entry : all_games()) {
                if (entry.open_tablebase != nullptr) names.push_back(entry.name);
            }
            return names;
        },
        "The games that have a tablebase.");
    nb::class_<PyTablebase>(m, "Tablebase",
                            "A game's tablebase, for its engines: exact values of endings.")
        .def("__init__", &open, "game"_a, "folder"_a,
             "Raises ValueError for a game without a tablebase, a folder without tables, and "
             "corrupt files.")
        .def_prop_ro("game", [](const PyTablebase& self) { return self.tablebase->game(); })
        .def_prop_ro(
            "bytes", [](const PyTablebase& self) { return self.tablebase->bytes(); },
            "The size of the tables in use.")
        .def("damaged", &damaged,
             "Reads all tables; returns the name of the first one whose checksum is wrong, or "
             "None.");
    nb::class_<PyTablebaseMaker>(m, "TablebaseMaker", "Generates a game's tablebase in a folder.")
        .def(
            "__init__",
            [](PyTablebaseMaker* self, const std::string& game, const std::string& folder) {
                new (self) PyTablebaseMaker{entry_with_tablebase(game).tablebase_maker(folder)};
            },
            "game"_a, "folder"_a, "Raises ValueError for a game without a tablebase.")
        .def_prop_ro(
            "max_size", [](const PyTablebaseMaker& self) { return self.maker->max_size(); },
            "The largest size of a tablebase, in `unit`.")
        .def_prop_ro(
            "default_size", [](const PyTablebaseMaker& self) { return self.maker->default_size(); },
            "The default size.")
        .def_prop_ro(
            "unit", [](const PyTablebaseMaker& self) { return self.maker->unit(); },
            "The unit of its size, such as `stones a side`.")
        .def_prop_ro(
            "costs", [](const PyTablebaseMaker& self) { return self.maker->costs(); },
            "The costs of tables of some sizes, for humans.")
        .def_prop_ro(
            "bytes_per_value",
            [](const PyTablebaseMaker& self) { return self.maker->bytes_per_value(); },
            "An upper bound of the size on disk.")
        .def("parts", &parts, "size"_a,
             "The tables up to this size, with the number of their values; each after those it "
             "depends on.")
        .def("make", &make, "name"_a,
             "Computes one table from smaller ones and writes NAME.table. Raises ValueError if one "
             "of these is missing or corrupt, or the file cannot be written.");
}

}  // namespace zeitnot
