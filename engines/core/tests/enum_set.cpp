// Tests of EnumSet. The test is to compile this file.
#include "zeitnot/enum_set.hpp"

#include "zeitnot/search/chance_heuristics.hpp"
#include "zeitnot/search/heuristics.hpp"

namespace zeitnot {
namespace {

enum class Suit : std::uint8_t { clubs, diamonds, hearts, spades };
using Suits = EnumSet<Suit, 4>;

constexpr Suits red{Suit::diamonds, Suit::hearts};
constexpr Suits major{Suit::hearts, Suit::spades};

static_assert(Suits{}.empty() && !red.empty());
static_assert(red.has(Suit::hearts) && !red.has(Suit::spades));
static_assert((red | major) == Suits{Suit::diamonds, Suit::hearts, Suit::spades});
static_assert((red & major) == Suits{Suit::hearts});
static_assert(red.without(major) == Suits{Suit::diamonds});
static_assert(Suits::all().without(red) == Suits{Suit::spades, Suit::clubs});
static_assert(Suits::all() == (red | major | Suits{Suit::clubs}));

// The largest number of values.
static_assert(EnumSet<Suit, 32>::all().has(static_cast<Suit>(31)));

constexpr std::array<std::string_view, 4> names{"clubs", "diamonds", "hearts", "spades"};
static_assert(value_named<Suit>(names, "hearts") == Suit::hearts);
static_assert(!value_named<Suit>(names, "heart") && !value_named<Suit>(names, ""));

static_assert(heuristic_of("guard") == Heuristic::guard && !heuristic_of("star1"));
static_assert(chance_heuristic_of("star1") == ChanceHeuristic::star1);
static_assert(!chance_heuristic_of("guard"));

}  // namespace
}  // namespace zeitnot
