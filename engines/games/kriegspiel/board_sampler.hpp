// Samples boards whose hidden men are consistent with a view.
//
// The hidden men start on their initial squares and make as many random moves as their side has
// made, around the visible men. Then a local search moves single men, or replaces them by others
// that their side may have, until the umpire's calls fit. So a board fits the current calls and the
// men lost, but not every earlier call. One or two hidden men are placed at random until they fit,
// so that all such boards are equally likely.
#pragma once

#include "games/kriegspiel/reader.hpp"

namespace zeitnot::kriegspiel {

// The contents of a view. `seat`: the side whose men are visible; empty for none.
struct ViewInfo {
    std::optional<int> seat;
    chess::State men;  // with the turn, the number of the move, and the seat's rights to castle
    std::array<Lost, 2> lost;
    Calls calls;
    Refused refused;              // by the seat
    std::size_t unseen_refusals;  // by the other side
};

class Rng {
   public:
    explicit Rng(Key seed) : state_(seed) {}
    int below(std::size_t n) { return static_cast<int>(splitmix64(state_) % n); }

   private:
    Key state_;
};

class BoardSampler {
   public:
    explicit BoardSampler(const ViewInfo& view_info) : view_info_(view_info) {
        for (const int side : {0, 1})
            if (side != view_info.seat) hidden_ += 16U - chess::index(lost(side).men());
    }

    // Draws a consistent board; empty if none is found.
    [[nodiscard]] std::optional<chess::State> draw(Rng& rng) const {
        if (hidden_ <= 2 && view_info_.seat) return draw_few_hidden(rng);
        for (int attempt = 0; attempt < max_attempts; ++attempt) {
            Men men;
            chess::Board taken = view_info_.men.occupied();
            for (const int side : {0, 1})
                if (side != view_info_.seat) add_random_walk(men, taken, side, rng);
            if (const auto state = repair(men, rng)) return state;
        }
        return std::nullopt;
    }

    // Draws illegal tries on this board for the refusals whose tries the viewer does not know.
    [[nodiscard]] Refused draw_refusals(const chess::State& state, Rng& rng) const {
        if (view_info_.unseen_refusals == 0) return view_info_.refused;
        auto illegal = illegal_tries(state);
        Refused refused;
        for (std::size_t count = 0; count < view_info_.unseen_refusals; ++count) {
            const std::size_t at = chess::index(rng.below(illegal.size()));
            refused.add(illegal[at]);
            illegal[at] = illegal[illegal.size() - 1];
            illegal.truncate(illegal.size() - 1);
        }
        return refused;
    }

   private:
    struct Man {
        int side;
        chess::Kind kind;
        int square;
    };
    using Men = FixedList<Man, 32>;
    using FromTos = FixedList<FromTo, Tries::capacity>;

    static constexpr int max_attempts = 40, max_repairs = 1500, max_few_hidden_draws = 20'000;
    static constexpr int max_steps = 30;
    static constexpr chess::Board pawn_squares = ~(chess::rank(0) | chess::rank(7));

    [[nodiscard]] const Lost& lost(int side) const { return view_info_.lost[chess::index(side)]; }

    static int random_square(chess::Board squares, Rng& rng) {
        for (int skipped = rng.below(chess::size(squares)); skipped > 0; --skipped)
            squares &= squares - 1;
        return chess::first(squares);
    }
    static chess::Board allowed(chess::Kind kind) {
        return kind == chess::pawn ? pawn_squares : ~chess::Board{0};
    }

    [[nodiscard]] std::optional<chess::State> draw_few_hidden(Rng& rng) const {
        const int side = *view_info_.seat ^ 1;
        for (int draw = 0; draw < max_few_hidden_draws; ++draw) {
            Men men;
            chess::Board taken = view_info_.men.occupied();
            for (std::size_t count = 0; count < hidden_; ++count) {
                const auto kind =
                    count == 0 ? chess::king : static_cast<chess::Kind>(rng.below(chess::king));
                men.push({side, kind, random_square(~taken, rng)});
                taken |= chess::bit(men[count].square);
            }
            const Man& last = men[hidden_ - 1];
            if (!(allowed(last.kind) & chess::bit(last.square)) || !is_army(men, side)) continue;
            const chess::State state = state_of(men);
            if (violations(state) == 0) return state;
        }
        return std::nullopt;
    }

    // A random choice of the initial men of a side that are not lost.
    static FixedList<Man, 16> remaining_men(int side, const Lost& lost, Rng& rng) {
        using namespace chess;
        FixedList<Man, 16> pieces, all;
        const int first = side == white ? 0 : 56;
        const std::array order{rook, knight, bishop, queen, king, bishop, knight, rook};
        for (int x = 0; x < 8; ++x)
            if (order[index(x)] != king) pieces.push({side, order[index(x)], first + x});
        const auto add_remaining = [&](auto& men, int lost_count) {
            for (; lost_count > 0 && !men.empty(); --lost_count) {
                men[index(rng.below(men.size()))] = men[men.size() - 1];
                men.truncate(men.size() - 1);
            }
            for (const Man& man : men) all.push(man);
        };
        all.push({side, king, first + 4});
        add_remaining(pieces, lost.pieces);
        FixedList<Man, 16> pawns;
        for (int x = 0; x < 8; ++x) pawns.push({side, pawn, (side == white ? 8 : 48) + x});
        // Lost pieces beyond seven were promoted pawns.
        add_remaining(pawns, lost.pawns + std::max(0, lost.pieces - 7));
        return all;
    }

    // Adds a side's men after a random walk.
    void add_random_walk(Men& men, chess::Board& taken, int side, Rng& rng) const {
        const std::size_t before = men.size();
        for (Man man : remaining_men(side, lost(side), rng)) {
            if (taken & chess::bit(man.square))
                man.square = random_square(~taken & allowed(man.kind), rng);
            taken |= chess::bit(man.square);
            men.push(man);
        }
        const int moves_made =
            view_info_.men.fullmove - 1 +
            (side == chess::white && view_info_.men.turn == chess::black ? 1 : 0);
        for (int step = 0; step < std::min(moves_made, max_steps); ++step) {
            std::size_t ways = 0;
            for (std::size_t at = before; at < men.size(); ++at)
                ways += chess::size(targets(men[at], taken));
            if (ways == 0) return;
            auto number = chess::index(rng.below(ways));
            for (std::size_t at = before; at < men.size(); ++at) {
                const chess::Board to = targets(men[at], taken);
                if (number < chess::size(to)) {
                    move(men[at], random_square(to, rng), taken);
                    break;
                }
                number -= chess::size(to);
            }
        }
    }

    static void move(Man& man, int to, chess::Board& taken) {
        taken ^= chess::bit(man.square) | chess::bit(to);
        man.square = to;
    }

    // The squares to which a man can move without a capture or a promotion.
    static chess::Board targets(const Man& man, chess::Board taken) {
        using namespace chess;
        const Board free = ~taken;
        const auto pushes = [&]<int Side>(std::integral_constant<int, Side>) {
            const Board step = up<Side>(bit(man.square)) & free;
            const Board third = Side == white ? rank(2) : rank(5);
            return (step | (up<Side>(step & third) & free)) & pawn_squares;
        };
        switch (man.kind) {
            case pawn:
                return man.side == white ? pushes(std::integral_constant<int, white>{})
                                         : pushes(std::integral_constant<int, black>{});
            case knight:
                return knight_attacks[index(man.square)] & free;
            case bishop:
                return bishop_attacks(man.square, taken) & free;
            case rook:
                return rook_attacks(man.square, taken) & free;
            case queen:
                return (bishop_attacks(man.square, taken) | rook_attacks(man.square, taken)) & free;
            default:
                return king_attacks[index(man.square)] & free;
        }
    }

    // Changes men until there are no violations; empty if that takes too long.
    [[nodiscard]] std::optional<chess::State> repair(Men& men, Rng& rng) const {
        chess::State state = state_of(men);
        int violation_count = violations(state);
        for (int count = 0; violation_count > 0 && count < max_repairs; ++count) {
            const std::size_t at = chess::index(rng.below(men.size()));
            const Man before = men[at];
            if (!change(men, at, state.occupied(), rng)) continue;
            const chess::State next = state_of(men);
            const int new_violations = violations(next);
            // Sometimes accepts a worse board, because few boards fit a knight's check with many
            // refusals.
            if (new_violations > violation_count + (rng.below(16) == 0 ? 1 : 0)) {
                men[at] = before;
                continue;
            }
            state = next;
            violation_count = new_violations;
        }
        return violation_count == 0 ? std::optional(state) : std::nullopt;
    }

    // Moves a man by a legal step or to any square, or changes its kind. False if that is
    // impossible.
    [[nodiscard]] bool change(Men& men, std::size_t at, chess::Board taken, Rng& rng) const {
        Man& man = men[at];
        const int way = rng.below(8);
        if (way < 7) {
            const chess::Board to = way < 4 ? targets(man, taken) : ~taken & allowed(man.kind);
            if (to != 0) man.square = random_square(to, rng);
            return to != 0;
        }
        const Man before = man;
        man.kind = static_cast<chess::Kind>(rng.below(chess::king));
        const bool fits = before.kind != chess::king &&
                          (allowed(man.kind) & chess::bit(man.square)) && is_army(men, man.side);
        if (!fits) man = before;
        return fits;
    }

    [[nodiscard]] bool is_army(const Men& men, int side) const {
        Army army;
        for (const Man& man : men)
            if (man.side == side) ++army.count[man.kind];
        return army.is_possible(lost(side));
    }

    [[nodiscard]] chess::State state_of(const Men& men) const {
        chess::State state = view_info_.men;
        for (const Man& man : men) state.put(man.side, man.kind, man.square);
        for (const std::size_t right : {0U, 1U, 2U, 3U}) {
            const auto& way = chess::castlings[right];
            const int side = static_cast<int>(right / 2);
            if (side == view_info_.seat) continue;
            if (state.at[chess::index(way.king_from)] == chess::piece_of(side, chess::king) &&
                state.at[chess::index(way.rook_from)] == chess::piece_of(side, chess::rook))
                state.rights |= static_cast<std::uint8_t>(1U << right);
        }
        if (state.turn == chess::white) {
            chess::set_check_info<chess::white>(state);
        } else {
            chess::set_check_info<chess::black>(state);
        }
        return state;
    }

    // A count of the umpire's calls that contradict this board.
    [[nodiscard]] int violations(const chess::State& state) const {
        const int mover = state.turn, other = mover ^ 1;
        int sum = std::popcount(checks(state) ^ view_info_.calls.checks);
        if (chess::size(state.checkers) > 2) ++sum;
        if (state.attacked(mover, state.king_of(other), state.occupied())) sum += 3;
        if (has_pawn_try(state) != view_info_.calls.has_pawn_try) ++sum;
        if (!can_have_captured(state, view_info_.calls.capture)) ++sum;
        LegalMoves legal;
        list_legal(state, legal);
        if (legal.empty() || chess::is_dead(state)) ++sum;
        for (const chess::Move move : legal)
            if (view_info_.refused.has(from_to(move))) ++sum;
        if (view_info_.unseen_refusals > 0 &&
            illegal_tries(state).size() < view_info_.unseen_refusals)
            ++sum;
        return sum;
    }

    // The tries that would be refused.
    [[nodiscard]] FromTos illegal_tries(const chess::State& state) const {
        Tries tries;
        list_tries(state, view_info_.calls, {}, tries);
        LegalMoves legal;
        list_legal(state, legal);
        FromTos illegal;
        for (const Try attempt : tries) {
            const FromTo squares = from_to(attempt);
            const auto is_this = [&](auto move) { return from_to(move) == squares; };
            if (illegal.empty() || illegal[illegal.size() - 1] != squares)
                if (std::ranges::none_of(legal, is_this)) illegal.push(squares);
        }
        return illegal;
    }

    ViewInfo view_info_;
    std::size_t hidden_ = 0;  // the number of hidden men
};

}  // namespace zeitnot::kriegspiel
