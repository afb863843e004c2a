// Python bindings of what is known of a game before its settings are fixed.
#include "any_game.hpp"
#include "bind.hpp"
#include "find_game.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {

void bind_settings(nb::module_& m) {
    nb::class_<SettingInfo>(m, "Setting", "One setting of a game and its allowed values.")
        .def_ro("name", &SettingInfo::name)
        .def_ro("default", &SettingInfo::default_value)
        .def_ro("choices", &SettingInfo::choices);
    m.def(
        "games",
        [] {
            std::vector<std::string_view> names;
            for (const GameEntry& entry : all_games()) names.push_back(entry.name);
            return names;
        },
        "The ids of all games.");
    m.def(
        "manifest_of", [](const std::string& name) { return find_game(name).manifest; }, "game"_a,
        "The text of the game's manifest, game.toml. Raises ValueError for an unknown game.");
    m.def(
        "settings_of", [](const std::string& name) { return find_game(name).settings(); }, "game"_a,
        "The settings that a game has. Raises ValueError for an unknown game.");
    m.def(
        "methods_of",
        [](const std::string& name) {
            std::vector<std::string_view> names;
            for (const MethodEntry& method : find_game(name).methods) names.push_back(method.name);
            return names;
        },
        "game"_a,
        "The methods by which a game can be searched, the default first; empty if no engine plays "
        "it. Raises ValueError for an unknown game.");
}

}  // namespace zeitnot
