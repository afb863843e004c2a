// Tables of endings for Python: opening them, and making them one by one.
#include "any_tables.hpp"
#include "bind.hpp"
#include "poll.hpp"
#include "py_tables.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

GameEntry entry_with_tables(const std::string& game) {
    for (const GameEntry& entry : all_games()) {
        if (entry.name == game && entry.open_tables != nullptr) return entry;
    }
    throw nb::value_error((game + " has no tables of endings.").c_str());
}

void open(PyTables* self, const std::string& game, const std::string& folder) {
    auto tables = entry_with_tables(game).open_tables(folder);
    if (!tables) throw nb::value_error(tables.error().c_str());
    new (self) PyTables{*std::move(tables)};
}

std::optional<std::string> damaged(const PyTables& self) {
    const nb::gil_scoped_release released;
    return self.tables->damaged();
}

struct PyTableMaker {
    std::unique_ptr<AnyTableMaker> maker;
};

using Parts = std::vector<std::pair<std::string, std::size_t>>;

Parts parts(const PyTableMaker& self, int stones) {
    Parts parts;
    for (const auto& [name, values] : self.maker->parts(stones)) parts.emplace_back(name, values);
    return parts;
}

void make(PyTableMaker& self, const std::string& name) {
    const auto error = [&] {
        const nb::gil_scoped_release released;
        return self.maker->make(name, SignalPoll());
    }();
    if (error) throw nb::value_error(error->message.c_str());
}

}  // namespace

void bind_end_tables(nb::module_& m) {
    m.def(
        "games_with_tables",
        [] {
            std::vector<std::string_view> names;
            for (const GameEntry& entry : all_games()) {
                if (entry.open_tables != nullptr) names.push_back(entry.name);
            }
            return names;
        },
        "The games that have tables of endings.");
    nb::class_<PyTables>(m, "EndTables", "A game's tables of exact endings, for its engines.")
        .def("__init__", &open, "game"_a, "folder"_a,
             "Raises ValueError for a game that has none, a folder without any, and damage.")
        .def_prop_ro("game", [](const PyTables& self) { return self.tables->game(); })
        .def_prop_ro(
            "bytes", [](const PyTables& self) { return self.tables->bytes(); },
            "The size of those that can be used.")
        .def("damaged", &damaged,
             "Reads all of them: the first one whose values are not those that were written.");
    nb::class_<PyTableMaker>(m, "TableMaker", "Makes a game's tables of endings in a folder.")
        .def(
            "__init__",
            [](PyTableMaker* self, const std::string& game, const std::string& folder) {
                new (self) PyTableMaker{entry_with_tables(game).table_maker(folder)};
            },
            "game"_a, "folder"_a, "Raises ValueError for a game that has none.")
        .def_prop_ro(
            "most", [](const PyTableMaker& self) { return self.maker->most(); },
            "The most stones a side that it makes tables for.")
        .def("parts", &parts, "stones"_a,
             "The tables for up to so many stones a side, with the number of their values; each "
             "after those it is made from.")
        .def("make", &make, "name"_a,
             "Makes one table from smaller ones and writes NAME.table. Raises ValueError if one of "
             "these is missing or damaged, or there is no room.");
}

}  // namespace zeitnot
