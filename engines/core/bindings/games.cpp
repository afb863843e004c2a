// Python bindings of Game and History: only conversions of AnyGame and AnyHistory.
#include "bind.hpp"
#include "find_game.hpp"
#include "poll.hpp"
#include "py_game.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

struct IllegalMove : std::runtime_error {
    using std::runtime_error::runtime_error;
};

constexpr const char* equality = "def __eq__(self, other: object, /) -> bool";

using Values = nb::typed<nb::tuple, int, nb::ellipsis>;

Values tuple_of(const std::vector<int>& values) {
    return nb::cast<Values>(nb::tuple(nb::cast(values)));
}

template <class T>
T value_or_raise(Parsed<T> parsed) {
    if (!parsed) throw nb::value_error(parsed.error().c_str());
    return *std::move(parsed);
}

// A number beyond 32 bits is never a valid value; as text it is rejected with the setting's name.
SettingMap settings_of(const nb::dict& values) {
    SettingMap settings;
    for (const auto& [name, value] : values) {
        int number = 0;
        SettingValue converted;
        if (nb::try_cast(value, number)) {
            converted = number;
        } else {
            const bool text = nb::isinstance<nb::str>(value) || nb::isinstance<nb::int_>(value);
            if (!text) throw nb::type_error("A setting is a text or an integer.");
            converted = std::string(nb::str(value).c_str());
        }
        settings.emplace(nb::cast<std::string>(name), std::move(converted));
    }
    return settings;
}

PyGame make_game(const std::string& name, const nb::dict& settings) {
    return {value_or_raise(find_game(name).make(settings_of(settings)))};
}

std::string game_repr(const PyGame& self) {
    return "Game(" + std::string(nb::repr(nb::cast(self.game->name())).c_str()) + ", " +
           nb::repr(nb::cast(self.game->settings())).c_str() + ")";
}

bool same_game(const PyGame& a, const PyGame& b) {
    return a.game->name() == b.game->name() && a.game->settings() == b.game->settings();
}

PyHistory parse(const PyGame& self, std::string_view text) {
    return {self.game, value_or_raise(self.game->parse(text))};
}

PyHistory sample(const PyGame& self, std::string_view view, std::uint64_t seed) {
    return {self.game, value_or_raise(self.game->sample(view, seed))};
}

std::optional<int> turn(const PyHistory& self) {
    if (self.state->due() || self.state->ending()) return std::nullopt;
    return self.state->turn();
}

using DueTuple = nb::typed<nb::tuple, nb::str, Values>;

std::optional<DueTuple> due_tuple(const std::optional<DueThrow>& due) {
    if (!due) return std::nullopt;
    return nb::cast<DueTuple>(nb::make_tuple(nb::cast(due->kind), tuple_of(due->sizes)));
}

std::optional<DueTuple> due(const PyHistory& self) { return due_tuple(self.state->due()); }

PyHistory drawn_start(const PyGame& self, const std::vector<int>& values) {
    return {self.game, value_or_raise(self.game->drawn_start(values))};
}

std::string spelling(const PyHistory& self, std::string_view move) {
    auto text = self.state->spelling(move);
    if (!text) throw IllegalMove(text.error());
    return *text;
}

using Scores = nb::typed<nb::tuple, double, nb::ellipsis>;
using ResultTuple = nb::typed<nb::tuple, Scores, nb::str, nb::str>;
using SettledTuple = nb::typed<nb::tuple, Scores, nb::str>;
using UnchargedTuple = nb::typed<nb::tuple, int, nb::str>;

std::optional<ResultTuple> result(const PyHistory& self) {
    const auto ending = self.state->ending();
    if (!ending) return std::nullopt;
    const auto& scores = ending->outcome.scores;
    return nb::cast<ResultTuple>(nb::make_tuple(
        nb::tuple(nb::cast(std::vector<double>(scores.begin(), scores.end()))),
        ending->reason == Reason::rules ? "rules" : "repetition", nb::cast(ending->outcome.word)));
}

std::optional<Values> margins(const PyHistory& self) {
    const auto ending = self.state->ending();
    if (!ending) return std::nullopt;
    const auto& margins = ending->outcome.margins;
    return tuple_of({margins.begin(), margins.end()});
}

std::optional<SettledTuple> settled(const PyHistory& self) {
    const auto outcome = self.state->settled();
    if (!outcome) return std::nullopt;
    const auto& scores = outcome->scores;
    return nb::cast<SettledTuple>(
        nb::make_tuple(nb::tuple(nb::cast(std::vector<double>(scores.begin(), scores.end()))),
                       nb::cast(outcome->word)));
}

std::optional<UnchargedTuple> uncharged(const PyHistory& self) {
    const auto turn = self.state->uncharged();
    if (!turn) return std::nullopt;
    return nb::cast<UnchargedTuple>(nb::make_tuple(turn->limit_ms, turn->default_move));
}

void check_seat(const PyHistory& self, int seat) {
    const int last = self.game->seats() - 1;
    if (seat >= 0 && seat <= last) return;
    const auto message = std::string("This game has seats 0 ") + (last == 1 ? "and " : "to ") +
                         std::to_string(last) + ".";
    throw nb::value_error(message.c_str());
}

PyHistory play(const PyHistory& self, std::string_view move) {
    auto after = self.state->play(move);
    if (!after) throw IllegalMove(after.error());
    return {self.game, *after};
}

PyHistory throw_(const PyHistory& self, const std::vector<int>& values) {
    return {self.game, value_or_raise(self.state->chance(values))};
}

PyHistory withdraw(const PyHistory& self, int seat) {
    check_seat(self, seat);
    return {self.game, value_or_raise(self.state->withdraw(seat))};
}

using OutcomeTuple = nb::typed<nb::tuple, Values, double>;

std::vector<OutcomeTuple> outcomes(const PyHistory& self) {
    std::vector<OutcomeTuple> all;
    for (const auto& [values, probability] : self.state->outcomes())
        all.push_back(nb::cast<OutcomeTuple>(nb::make_tuple(tuple_of(values), probability)));
    return all;
}

void check_perft(const PyHistory& self, int depth) {
    if (depth < 0) throw nb::value_error("A depth cannot be negative.");
    if (self.state->due() && self.state->outcomes().empty())
        throw nb::value_error("The outcomes of this throw are too many to count.");
}

std::uint64_t perft(const PyHistory& self, int depth) {
    check_perft(self, depth);
    const nb::gil_scoped_release no_gil;
    return self.state->perft(depth, SignalPoll());
}

std::vector<std::pair<std::string, std::uint64_t>> divide(const PyHistory& self, int depth) {
    check_perft(self, depth);
    const nb::gil_scoped_release no_gil;
    return self.state->divide(depth, SignalPoll());
}

bool same_history(const PyHistory& a, const PyHistory& b) {
    return same_game({a.game}, {b.game}) && a.state->equals(*b.state);
}

void bind_positions(nb::class_<PyGame>& game) {
    game.def("start", [](const PyGame& self) { return PyHistory{self.game, self.game->start()}; })
        .def_prop_ro(
            "start_throw", [](const PyGame& self) { return due_tuple(self.game->start_throw()); },
            "The throw that draws the start before the game, as `History.due`; None: `start` is "
            "the start.")
        .def("drawn_start", &drawn_start, "values"_a,
             nb::sig("def drawn_start(self, values: collections.abc.Sequence[int]) -> History"),
             "The start that these values of `start_throw` mean. Raises ValueError.")
        .def("parse", &parse, "text"_a,
             "The position that `text` describes, without a history. Raises ValueError.")
        .def("sample", &sample, "view"_a, "seed"_a,
             "A random position consistent with a seat's view, determined by the seed. "
             "Raises ValueError.");
}

void bind_game(nb::module_& m) {
    nb::class_<PyGame> game(m, "Game", "One game with its settings fixed; immutable.");
    bind_positions(game);
    game.def(
            "__init__",
            [](PyGame* self, const std::string& name, const nb::dict& settings) {
                new (self) PyGame(make_game(name, settings));
            },
            "name"_a, "settings"_a = nb::dict(),
            nb::sig("def __init__(self, name: str, settings: "
                    "collections.abc.Mapping[str, str | int | bool] = {}) -> None"),
            "Raises ValueError for an unknown game, an unknown setting or a bad value.")
        .def_prop_ro("name", [](const PyGame& self) { return self.game->name(); })
        .def_prop_ro(
            "version", [](const PyGame& self) { return self.game->version(); },
            "Increased whenever a stored game could replay differently.")
        .def_prop_ro(
            "seats", [](const PyGame& self) { return self.game->seats(); },
            "The number of seats with these settings; two to six.")
        .def_prop_ro(
            "zero_sum", [](const PyGame& self) { return self.game->zero_sum(); },
            "Whether the game has two seats and is zero-sum.")
        .def_prop_ro(
            "draws", [](const PyGame& self) { return self.game->draws(); },
            "Whether the game can be drawn.")
        .def_prop_ro(
            "throws", [](const PyGame& self) { return self.game->throws(); },
            "Whether dice are thrown or cards are dealt.")
        .def_prop_ro(
            "hides", [](const PyGame& self) { return self.game->hides(); },
            "Whether anything is hidden from a seat.")
        .def_prop_ro(
            "plays_on", [](const PyGame& self) { return self.game->plays_on(); },
            "Whether the others play on when one of three or more seats leaves.")
        .def_prop_ro(
            "unit", [](const PyGame& self) { return self.game->unit(); },
            "The unit of a search's values.")
        .def_prop_ro(
            "settings_key", [](const PyGame& self) { return self.game->settings_key(); },
            "The settings' part of every key; 0 for the defaults.")
        .def_prop_ro(
            "settings", [](const PyGame& self) { return self.game->settings(); },
            nb::sig("def settings(self) -> dict[str, str | int | bool]"),
            "All settings, the defaults included.")
        .def("__eq__", &same_game, nb::is_operator(), nb::sig(equality))
        .def("__hash__",
             [](const PyGame& self) {
                 return std::hash<std::string_view>{}(self.game->name()) ^
                        self.game->settings_key();
             })
        .def("__repr__", &game_repr);
}

void bind_seen(nb::class_<PyHistory>& history) {
    history
        .def(
            "view",
            [](const PyHistory& self, std::optional<int> seat) {
                if (seat) check_seat(self, *seat);
                return self.state->view(seat);
            },
            "seat"_a.none(), "The position as a seat sees it; None: a spectator.")
        .def(
            "move_seen",
            [](const PyHistory& self, int mover, const std::string& move, std::optional<int> seat) {
                check_seat(self, mover);
                if (seat) check_seat(self, *seat);
                return self.state->sees_move(mover, seat) ? move : "?";
            },
            "mover"_a, "move"_a, "seat"_a.none(),
            "The last move, made by `mover`, as a seat sees it, '?' if hidden; None: a "
            "spectator.")
        .def(
            "information",
            [](const PyHistory& self, int seat) {
                check_seat(self, seat);
                return self.state->information(seat);
            },
            "seat"_a,
            "The seat's information state: equal for positions that it cannot distinguish. None in "
            "a game that hides nothing, before a throw and after the end.")
        .def(
            "throw_seen",
            [](const PyHistory& self, const std::vector<int>& values, std::optional<int> seat) {
                if (seat) check_seat(self, *seat);
                return tuple_of(self.state->throw_seen(values, seat));
            },
            "values"_a, "seat"_a.none(),
            "The last throw as a seat sees it, -1 for each value that is hidden from it; "
            "None: a spectator.");
}

void bind_agreement(nb::class_<PyHistory>& history) {
    history
        .def_prop_ro(
            "settled", &settled,
            "A score for each seat and the word, if only the players' agreement is missing, "
            "as in Go after two passes.")
        .def_prop_ro("uncharged", &uncharged,
                     "For a turn that costs no time, such as marking dead stones: its limit in ms, "
                     "and the move that is played for the seat at its end.");
}

void bind_steps(nb::class_<PyHistory>& history) {
    history.def("play", &play, "move"_a, "The history after a move. Raises IllegalMove.")
        .def("spelling", &spelling, "move"_a,
             "The text that `legal` has for the move that a text means. Raises IllegalMove, but "
             "only in games in which a move can be written in two ways; in others it is the text.")
        .def("throw", &throw_, "values"_a,
             nb::sig("def throw(self, values: collections.abc.Sequence[int]) -> History"),
             "The history after the due throw. Raises ValueError for impossible values.")
        .def("withdraw", &withdraw, "seat"_a,
             "The history after this seat has left and the others play on; unchanged if it has "
             "already left or finished. Raises ValueError if the game is over, or ends when a seat "
             "leaves.")
        .def("outcomes", &outcomes,
             "Every outcome of the due throw, with its probability; empty if they are too many to "
             "list, such as those of the shuffle of a full pack, which are equally likely.");
}

void bind_history(nb::module_& m) {
    nb::class_<PyHistory> history(
        m, "History",
        "A position with the part of its history that matters; immutable, equal by value.");
    bind_seen(history);
    bind_agreement(history);
    bind_steps(history);
    history.def_prop_ro("game", [](const PyHistory& self) { return PyGame{self.game}; })
        .def_prop_ro("turn", &turn, "The seat to move; None before a throw and after the end.")
        .def_prop_ro(
            "side", [](const PyHistory& self) { return self.state->turn(); },
            "The seat for which values are: the seat to move; before a throw, the seat that "
            "throws; after the end, the seat that would move.")
        .def_prop_ro("due", &due, "The due throw: ('dice', sides) or ('shuffle', (cards,)).")
        .def_prop_ro(
            "thrower", [](const PyHistory& self) { return self.state->thrower(); },
            "The seat whose throw is due; None for throws of no seat, such as a deal.")
        .def_prop_ro("result", &result,
                     "After the end: a score for each seat, the reason, the word.")
        .def_prop_ro("margins", &margins,
                     "After the end: what each seat won, in the game's unit (discs, chips); 1, 0 "
                     "or -1 in games without margins.")
        .def_prop_ro(
            "in_check", [](const PyHistory& self) { return self.state->in_check(); },
            "Whether the side to move is in check; False in games without check.")
        .def_prop_ro("text", [](const PyHistory& self) { return self.state->text(); })
        .def_prop_ro(
            "key", [](const PyHistory& self) { return self.state->key(); },
            "The position's 64-bit key, settings included.")
        .def_prop_ro(
            "ply", [](const PyHistory& self) { return self.state->ply(); },
            "Moves played since start or parse.")
        .def_prop_ro(
            "occurrences", [](const PyHistory& self) { return self.state->occurrences(); },
            "How often this position has occurred, including now.")
        .def(
            "can_win",
            [](const PyHistory& self, int seat) {
                check_seat(self, seat);
                return self.state->can_win(seat);
            },
            "seat"_a, "Whether this seat could still win.")
        .def(
            "legal", [](const PyHistory& self) { return self.state->legal(); },
            "The legal moves; none before a throw and after the end.")
        .def("perft", &perft, "depth"_a, "The number of paths of exactly `depth` plies.")
        .def("divide", &divide, "depth"_a, "perft by first move, or by first throw.")
        .def("__eq__", &same_history, nb::is_operator(), nb::sig(equality))
        .def("__hash__", [](const PyHistory& self) { return self.state->key(); })
        .def("__repr__", [](const PyHistory& self) {
            return "<History " + std::string(self.game->name()) + " " + self.state->text() + ">";
        });
}

}  // namespace

void bind_games(nb::module_& m) {
    nb::exception<IllegalMove>(m, "IllegalMove", PyExc_ValueError).doc() =
        "The move is not legal here; the message says why.";
    bind_settings(m);
    bind_game(m);
    bind_history(m);
}

}  // namespace zeitnot
