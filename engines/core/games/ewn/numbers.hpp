// Which numbers a side of EinStein würfelt nicht! still has, as far as that matters to chances.
//
// A throw moves the stone of that number or a neighbour, so only the gaps between the numbers
// count. A single stone always moves, whatever its number; and numbers i may all be read as 7 - i,
// because the faces of the die are equally likely. One, nine and ten classes of one, two and three
// numbers stand for the 6, 15 and 20 sets.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace zeitnot::ewn {

inline constexpr int most_stones = 3;  // of a side, in any table

// Numbers 1..6 as bits 0..5.
using Numbers = std::uint8_t;

constexpr Numbers reversed(Numbers numbers) {
    Numbers turned = 0;
    for (unsigned i = 0; i < 6; ++i) turned |= static_cast<Numbers>((numbers >> i & 1U) << (5 - i));
    return turned;
}

// One class. Stones are counted from 0 in ascending order of their numbers.
struct NumberClass {
    Numbers numbers;                         // its smallest set
    int stones;                              // how many
    std::array<double, most_stones> alone;   // the probability that stone i has to move
    std::array<double, most_stones> either;  // that it or the next one may
};

// A set's class, and whether its stones are counted there in descending order.
struct Membership {
    int number;
    bool reversed;
};

class NumberClasses {
   public:
    NumberClasses() {
        for (int stones = 1; stones <= most_stones; ++stones) {
            for (unsigned set = 1; set < 64; ++set) {
                if (std::popcount(set) == stones) enter(static_cast<Numbers>(set), stones);
            }
        }
    }

    // In ascending order of the number of stones.
    [[nodiscard]] int count() const { return static_cast<int>(classes_.size()); }
    [[nodiscard]] const NumberClass& operator[](int number) const {
        return classes_[static_cast<std::size_t>(number)];
    }
    // Of a set of 1 to `most_stones` numbers.
    [[nodiscard]] Membership of(Numbers numbers) const { return members_[numbers]; }

    // The class without one of its stones, of two or more.
    [[nodiscard]] Membership without(int number, int stone) const {
        Numbers left = (*this)[number].numbers;
        Numbers gone = left;
        for (int i = 0; i < stone; ++i) gone &= static_cast<Numbers>(gone - 1);
        left ^= static_cast<Numbers>(gone & -gone);
        return of(left);
    }

   private:
    void enter(Numbers numbers, int stones) {
        const Numbers other = reversed(numbers);
        if (stones == 1 && !classes_.empty()) {
            members_[numbers] = {0, false};
        } else if (other < numbers) {
            members_[numbers] = {members_[other].number, true};
        } else {
            members_[numbers] = {count(), false};
            classes_.push_back(made(numbers, stones));
        }
    }

    static NumberClass made(Numbers numbers, int stones) {
        NumberClass made{numbers, stones, {}, {}};
        std::array<int, most_stones> faces{};
        int i = 0;
        for (int face = 1; face <= 6; ++face) {
            if (numbers >> (face - 1) & 1) faces[static_cast<std::size_t>(i++)] = face;
        }
        for (int stone = 0; stone < stones; ++stone) {
            const auto at = static_cast<std::size_t>(stone);
            const int first = stone == 0 ? 1 : faces[at];
            const int last = stone == stones - 1 ? 6 : faces[at];
            made.alone[at] = (last - first + 1) / 6.0;
            made.either[at] = stone == stones - 1 ? 0 : (faces[at + 1] - faces[at] - 1) / 6.0;
        }
        return made;
    }

    std::vector<NumberClass> classes_;
    std::array<Membership, 64> members_{};
};

}  // namespace zeitnot::ewn
