// The type-erased interfaces of a game and of a history, for the bindings. Uses no Python.
//
// Perft and the searches behind these interfaces are compiled for one game: a call of a rule is
// not virtual.
#pragma once

#include <algorithm>
#include <any>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "zeitnot/bytes.hpp"
#include "zeitnot/concepts.hpp"
#include "zeitnot/history.hpp"

namespace zeitnot {

using SettingValue = std::variant<int, std::string>;
using SettingMap = std::map<std::string, SettingValue>;

// Quotes untrusted text for an error message, without control characters.
inline std::string quoted(std::string text) {
    const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7F'; };
    std::replace_if(text.begin(), text.end(), is_control, '?');
    return '"' + text + '"';
}

// The allowed values of one setting, and its default.
struct SettingInfo {
    std::string name;
    SettingValue default_value;
    std::vector<SettingValue> choices;
};

// Called often during long work; may throw to stop it.
using Poll = std::function<void()>;

class AnyHistory;
using AnyHistoryPtr = std::shared_ptr<const AnyHistory>;

// One immutable history; every step gives a new one. Errors are messages of one sentence.
class AnyHistory {
   public:
    AnyHistory() = default;
    AnyHistory(const AnyHistory&) = delete;
    AnyHistory& operator=(const AnyHistory&) = delete;
    virtual ~AnyHistory() = default;

    [[nodiscard]] virtual int turn() const = 0;
    [[nodiscard]] virtual std::optional<DueThrow> due() const = 0;
    // The seat whose throw is due; empty if no throw is due or it belongs to no seat.
    [[nodiscard]] virtual std::optional<int> thrower() const = 0;
    [[nodiscard]] virtual std::optional<Ending> ending() const = 0;
    // The outcome if only the players' agreement is missing.
    [[nodiscard]] virtual std::optional<Outcome> settled() const = 0;
    // The limit and the default move of a turn that costs no time; empty for other turns.
    [[nodiscard]] virtual std::optional<UnchargedTurn<std::string>> uncharged() const = 0;
    [[nodiscard]] virtual bool in_check() const = 0;
    [[nodiscard]] virtual bool can_win(int seat) const = 0;
    [[nodiscard]] virtual std::string text() const = 0;
    [[nodiscard]] virtual std::string view(std::optional<int> seat) const = 0;
    // Whether the seat, or a spectator, sees the move of `mover` that led here.
    [[nodiscard]] virtual bool sees_move(int mover, std::optional<int> seat) const = 0;
    // The seat's information state; empty in a game without hidden information, before a throw and
    // after the end.
    [[nodiscard]] virtual std::optional<std::string> information(int seat) const = 0;
    // The throw that led to this position, with -1 for what this seat does not see.
    [[nodiscard]] virtual std::vector<int> throw_seen(std::span<const int> values,
                                                      std::optional<int> seat) const = 0;
    [[nodiscard]] virtual Key key() const = 0;
    [[nodiscard]] virtual int ply() const = 0;
    [[nodiscard]] virtual int occurrences() const = 0;
    [[nodiscard]] virtual std::vector<std::string> legal() const = 0;
    // The usual text of the move that a text means; the text itself, legal or not, in games in
    // which no move has two.
    [[nodiscard]] virtual Parsed<std::string> spelling(std::string_view move) const = 0;
    [[nodiscard]] virtual Parsed<AnyHistoryPtr> play(std::string_view move) const = 0;
    [[nodiscard]] virtual Parsed<AnyHistoryPtr> chance(std::span<const int> values) const = 0;
    // The seat leaves and the others play on.
    [[nodiscard]] virtual Parsed<AnyHistoryPtr> withdraw(int seat) const = 0;
    // The outcomes of the due throw; empty if they are too many to list (SamplesThrows).
    [[nodiscard]] virtual std::vector<std::pair<std::vector<int>, double>> outcomes() const = 0;
    [[nodiscard]] virtual std::uint64_t perft(int depth, const Poll& poll) const = 0;
    [[nodiscard]] virtual std::vector<std::pair<std::string, std::uint64_t>> divide(
        int depth, const Poll& poll) const = 0;
    // Precondition: `other` is of the same game.
    [[nodiscard]] virtual bool equals(const AnyHistory& other) const = 0;
};

// One game with its settings fixed.
class AnyGame {
   public:
    AnyGame() = default;
    AnyGame(const AnyGame&) = delete;
    AnyGame& operator=(const AnyGame&) = delete;
    virtual ~AnyGame() = default;

    [[nodiscard]] virtual std::string_view name() const = 0;
    [[nodiscard]] virtual int version() const = 0;
    [[nodiscard]] virtual bool draws() const = 0;
    [[nodiscard]] virtual std::string_view unit() const = 0;
    [[nodiscard]] virtual int seats() const = 0;
    // Whether the game has two seats and is zero-sum.
    [[nodiscard]] virtual bool zero_sum() const = 0;
    // Whether there are throws, and whether anything is hidden.
    [[nodiscard]] virtual bool throws() const = 0;
    [[nodiscard]] virtual bool hides() const = 0;
    // Whether the others play on when one of three or more seats leaves.
    [[nodiscard]] virtual bool plays_on() const = 0;
    [[nodiscard]] virtual Key settings_key() const = 0;
    // All settings, including defaults.
    [[nodiscard]] virtual SettingMap settings() const = 0;
    [[nodiscard]] virtual AnyHistoryPtr start() const = 0;
    // The throw that draws the start before the game, if there is one; and the start that it means.
    [[nodiscard]] virtual std::optional<DueThrow> start_throw() const = 0;
    [[nodiscard]] virtual Parsed<AnyHistoryPtr> drawn_start(std::span<const int> values) const = 0;
    [[nodiscard]] virtual Parsed<AnyHistoryPtr> parse(std::string_view text) const = 0;
    // A random position consistent with a seat's view.
    [[nodiscard]] virtual Parsed<AnyHistoryPtr> sample(std::string_view view,
                                                       std::uint64_t seed) const = 0;
};
using AnyGamePtr = std::shared_ptr<const AnyGame>;

class AnyEngine;
class AnySolver;
class AnyTablebaseMaker;
class AnyTexel;
class AnyTreeBuilder;
class Tablebase;
struct Options;
struct OwnershipEstimate;
struct Solution;

// A method by which a game can be searched.
struct MethodEntry {
    std::string_view name;
    std::unique_ptr<AnyEngine> (*make)(const Options& options);
    bool any_seat = false;  // whether it can search another seat's turn if information is hidden
    // Why it cannot search the game with the options' settings; null if it can search all.
    std::optional<std::string> (*refusal)(const Options& options) = nullptr;
};

// The components of a sum of games, each with its nim-value.
using NimComponents = std::vector<std::pair<std::string, int>>;

// Makes a builder of the complete tree of a game with hidden information. Precondition: the
// settings are valid.
using MakeTreeBuilder = std::unique_ptr<AnyTreeBuilder> (*)(const SettingMap& settings);

// The registry entry of a game, before its settings are fixed. `methods`: those whose concept the
// game satisfies, the default first; empty if no engine plays it. `options_error`: the error in the
// options, if any, for all methods. A null function means that the game does not support the
// feature: `solve`: the game is too large; `make_solver`: it has no solver of single positions;
// `texel`: its evaluation is not a table of weights; `open_tablebase` and `tablebase_maker`, which
// take a folder: it has no tablebase; `unpack`, which returns the weights for Options, or empty if
// the bytes are invalid: it has no learnt weights; `ownership`: it is not scored by territory;
// `nim_values` and `heap_values`: it is not a sum of impartial games.
struct GameEntry {
    std::string_view name;
    std::vector<SettingInfo> (*settings)();
    Parsed<AnyGamePtr> (*make)(const SettingMap& settings);
    std::vector<MethodEntry> methods{};
    std::optional<Error> (*options_error)(const Options& options) = nullptr;
    Parsed<Solution> (*solve)(const AnyGame& game, std::size_t max_mb) = nullptr;
    std::unique_ptr<AnySolver> (*make_solver)(const Options& options) = nullptr;
    bool has_solver_book = false;
    std::unique_ptr<AnyTexel> (*texel)() = nullptr;
    std::span<const int> weights{};
    Parsed<std::shared_ptr<const Tablebase>> (*open_tablebase)(const std::string& folder) = nullptr;
    std::unique_ptr<AnyTablebaseMaker> (*tablebase_maker)(const std::string& folder) = nullptr;
    std::any (*unpack)(Bytes packed) = nullptr;
    OwnershipEstimate (*ownership)(const AnyHistory& history, int playouts,
                                   std::uint64_t seed) = nullptr;
    NimComponents (*nim_values)(const AnyHistory& history) = nullptr;
    std::vector<std::uint16_t> (*heap_values)(int largest) = nullptr;
    MakeTreeBuilder tree_builder = nullptr;  // null if the game has no small tree
    std::string_view manifest{};             // the text of its game.toml
};

// All games that were built, ordered by name.
std::vector<GameEntry> all_games();

}  // namespace zeitnot
