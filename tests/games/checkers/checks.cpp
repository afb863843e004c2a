// Checks the index and the tables of checkers' endings, and the features of the evaluation.
// Arguments: the folder for the tables (default: the current one) and the maximum number of pieces.
// Returns 0 if every check passes.
//
// It also finds the longest run of plies without a man's move or a capture into which a side that
// plays the tables' moves can be forced: `max_quiet_plies` in endings.hpp relies on it. The tests
// check three pieces; four take ten seconds, five some minutes.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <utility>

#include "games/checkers/endings.hpp"
#include "games/checkers/features.hpp"
#include "games/checkers/square_sums.hpp"

namespace zeitnot {
namespace {

using namespace checkers;

int failures = 0;

void expect(bool holds, const std::string& what) {
    if (holds) return;
    ++failures;
    std::printf("failed: %s\n", what.c_str());
}

// Compares the numbers of placements of 1 to 8 pieces, including those of one side only, with the
// published ones (Schaeffer et al., "Building the checkers 10-piece endgame databases", 2003).
void check_sizes() {
    const std::size_t known[] = {120,         6972,          261'224,        7'092'774,
                                 148'688'232, 2'503'611'964, 34'779'531'480, 406'309'208'481};
    for (int count = 1; count <= 8; ++count) {
        std::size_t total = 0;
        for (int own_men = 0; own_men <= count; ++own_men) {
            for (int own = own_men; own <= count; ++own) {
                for (int enemy_men = 0; enemy_men <= count - own; ++enemy_men) {
                    const MaterialIndex index(
                        {own_men, own - own_men, enemy_men, count - own - enemy_men});
                    total += index.size();
                }
            }
        }
        expect(total == known[count - 1], "the size of the index of " + std::to_string(count));
    }
}

// How often moves lead from the position with one number to that with another.
using Links = std::map<std::pair<std::size_t, std::size_t>, int>;

// Each number maps to a position with the same number, and unmoves are exactly the moves reversed.
void check_index(const EndingIndex& index, const std::string& name) {
    Links moves, unmoves;
    for (std::size_t number = 0; number < index.size(); ++number) {
        const Checkers position = *index.position(number);
        expect(index.number(position) == number, "a number of " + name);
        Checkers::Moves legal;
        position.generate(legal);
        for (const auto move : legal) {
            Checkers next = position;
            next.play(move);
            if (const auto to = index.number(next)) ++moves[{number, *to}];
        }
        index.each_unmove(position, [&](const Checkers& previous) {
            ++unmoves[{*index.number(previous), number}];
        });
    }
    expect(moves == unmoves, "moves taken back in " + name);
}

// Whether a man reaches the crown row over empty squares, and no enemy can reach its path in time.
template <int seat>
bool runs_free(Board man, Board all, Board enemy) {
    Board at = man, reach = man;
    while ((at & crown_rows[seat]) == 0) {
        at = ahead_of<seat>(at);
        reach |= around(reach);
        if ((at & all) != 0) return false;
    }
    return (reach & enemy) == 0;
}

template <int seat>
void check_runaway_men(const Checkers& position) {
    const Board own = position.pieces(seat), enemy = position.pieces(seat ^ 1);
    const Board men = own & ~position.kings();
    const Board found = runaway_men<seat>(men, own | enemy, enemy);
    for (Board left = men; left != 0; left &= left - 1) {
        const Board man = left & -left;
        expect(((found & man) != 0) == runs_free<seat>(man, own | enemy, enemy),
               "a runaway man in " + position.text());
    }
}

void check_sums(const SquareSums& sums, std::span<const int, 2 * squares> weights,
                const Checkers& position) {
    for (int seat = 0; seat < 2; ++seat) {
        const Board own = position.pieces(seat);
        Phased plain;
        for (Board left = own; left != 0; left &= left - 1) {
            const int square = square_of(first_bit(left));
            const std::size_t at = index(seat == 0 ? square - 1 : squares - square);
            plain += {weights[at], weights[at + squares]};
        }
        const Phased sum = seat == 0 ? sums.of<0>(own) : sums.of<1>(own);
        expect(sum.early == plain.early && sum.late == plain.late, "sums of " + position.text());
    }
}

// The evaluation's features in positions of random games, computed more simply.
void check_features(Key& rng) {
    std::array<int, 2 * squares> weights{};
    for (int& weight : weights) weight = static_cast<int>(splitmix64(rng) % 200) - 100;
    const SquareSums sums(weights);
    for (int game = 0; game < 200; ++game) {
        Checkers position;
        while (!position.result()) {
            check_sums(sums, weights, position);
            check_runaway_men<0>(position);
            check_runaway_men<1>(position);
            Checkers::Moves moves;
            position.generate(moves);
            position.play(moves[splitmix64(rng) % moves.size()]);
        }
    }
}

void check_packing(Key& rng) {
    for (const std::size_t distinct : {1U, 2U, 3U, 7U, 64U, 255U, 256U}) {
        std::vector<std::uint8_t> values(2500);
        for (auto& value : values) value = static_cast<std::uint8_t>(splitmix64(rng) % distinct);
        const auto words = pack_distances(values);
        expect(PackedDistances::is_consistent(words, values.size()), "packed blocks");
        const PackedDistances packed(words, values.size(), 8);
        for (std::size_t i = 0; i < values.size(); ++i)
            expect(packed[i] == values[i], "a packed number");
    }
}

// The quiet run from a position `plies` from its end; `runs` has those of all nearer positions.
int run_of(const Checkers& position, int plies, const CheckersTablebase& tables,
           const EndingIndex& index, const std::vector<std::uint8_t>& runs) {
    const bool wins = plies % 2 == 1;
    int run = wins ? 255 : 0;
    Checkers::Moves moves;
    position.generate(moves);
    for (const auto move : moves) {
        Checkers next = position;
        next.play(move);
        const auto after = tables.verdict(next);
        if (wins && (after->value >= 0 || after->distance != plies - 1)) continue;
        const int then = position.irreversible(move) ? 0 : 1 + runs[*index.number(next)];
        run = wins ? std::min(run, then) : std::max(run, then);
    }
    return run;
}

int max_quiet_plies(const CheckersTablebase& tables, const EndingIndex& index) {
    std::vector<std::vector<std::size_t>> by_plies(255);
    for (std::size_t number = 0; number < index.size(); ++number) {
        const auto plies = tables.verdict(*index.position(number))->distance;
        if (plies) by_plies[static_cast<std::size_t>(*plies)].push_back(number);
    }
    std::vector<std::uint8_t> runs(index.size());
    int longest = 0;
    for (int plies = 1; plies < 255; ++plies) {
        for (const std::size_t number : by_plies[static_cast<std::size_t>(plies)]) {
            const int run = run_of(*index.position(number), plies, tables, index, runs);
            runs[number] = static_cast<std::uint8_t>(run);
            longest = std::max(longest, run);
        }
    }
    return longest;
}

void check_tables(const std::string& folder, int pieces) {
    TableGenerator maker(folder);
    const auto poll = [] {};
    for (const auto& part : maker.parts(pieces)) expect(!maker.make(part.name, poll), part.name);
    const auto tables = CheckersTablebase::open(folder);
    expect(static_cast<bool>(tables), "opening the tables");
    if (!tables) return;
    int longest = 0;
    for (const Material& material : materials_up_to(pieces)) {
        const EndingIndex index(material);
        if (material.pieces() <= 3) check_index(index, name_of(material));
        longest = std::max(longest, max_quiet_plies(**tables, index));
    }
    std::printf("longest run without a man's move or a capture: %d plies\n", longest);
    expect(longest <= CheckersEndings::max_quiet_plies(pieces), "the longest run");
}

}  // namespace
}  // namespace zeitnot

int main(int count, char** arguments) {
    zeitnot::Key rng = 1;
    zeitnot::check_sizes();
    zeitnot::check_features(rng);
    zeitnot::check_packing(rng);
    zeitnot::check_tables(count > 1 ? arguments[1] : ".", count > 2 ? std::atoi(arguments[2]) : 3);
    std::printf("%d wrong\n", zeitnot::failures);
    return zeitnot::failures == 0 ? 0 : 1;
}
