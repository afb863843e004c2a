// Solves whist with open hands, for searches.
#pragma once

#include "games/whist/double_dummy.hpp"
#include "games/whist/position.hpp"
#include "zeitnot/search/pimc/open_solver.hpp"

namespace zeitnot {

// The value is the total number of tricks of the mover's side at the end.
template <>
struct OpenSolver<Whist> {
   public:
    explicit OpenSolver(const Options& options)
        : entries_((options.hash_mb + 1) * (std::size_t{1} << 20U) / bytes_per_entry) {}

    int value(const Whist& position, whist::Card card, Meter& meter, std::optional<int> guess) {
        Whist next = position;
        next.play(card);
        const int side = position.turn() % 2;
        const int all = next.all_tricks();
        if (guess && side == 1) guess = all - *guess;  // of the first side
        if (guess) *guess -= next.tricks()[0];
        const int first = next.tricks()[0] + remaining_tricks(next, meter, guess);
        return side == 0 ? first : all - first;
    }
    // The remaining tricks that the first side takes.
    int remaining_tricks(const Whist& position, Meter& meter, std::optional<int> guess = {}) {
        whist::OpenDeal deal{position.hands(), {}, 0, position.turn()};
        for (const whist::Card card : position.trick())
            deal.table[static_cast<std::size_t>(deal.on_table++)] = card;
        if (position.settings().seats == 2)
            return solver<2>(two_, position.trump()).tricks(deal, meter, guess);
        return solver<4>(four_, position.trump()).tricks(deal, meter, guess);
    }

    void clear() {
        if (two_) two_->clear();
        if (four_) four_->clear();
    }
    [[nodiscard]] int filled() const {
        const auto size = (two_ ? two_->table().size() : 0) + (four_ ? four_->table().size() : 0);
        return static_cast<int>(1000 * size / entries_);
    }

   private:
    template <int Seats>
    using Solver = std::unique_ptr<whist::DoubleDummy<Seats>>;

    // Created lazily, because a game has a fixed number of seats and trump suit.
    template <int Seats>
    whist::DoubleDummy<Seats>& solver(Solver<Seats>& one, int trump) const {
        if (!one) one = std::make_unique<whist::DoubleDummy<Seats>>(trump, entries_);
        return *one;
    }

    // An entry with its share of the index.
    static constexpr std::size_t bytes_per_entry = sizeof(whist::ClassTable::Entry) + 4;

    std::size_t entries_;
    Solver<2> two_;
    Solver<4> four_;
};

}  // namespace zeitnot
