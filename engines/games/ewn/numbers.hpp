// Equivalence classes of the sets of stone numbers that a side of EinStein würfelt nicht! still
// has.
//
// A roll moves the stone with that number or a neighbour, so only the gaps between the numbers
// matter. A single stone moves on every roll. Replacing every number i by 7 - i changes nothing,
// because the faces of the die are equally likely. So the 6, 15 and 20 sets of
// one, two and three numbers form one, nine and ten classes.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace zeitnot::ewn {

inline constexpr int max_stones = 3;  // of a side, in any table

// Numbers 1..6 as bits 0..5.
using Numbers = std::uint8_t;

constexpr Numbers reversed(Numbers numbers) {
    Numbers result = 0;
    for (unsigned i = 0; i < 6; ++i) result |= static_cast<Numbers>((numbers >> i & 1U) << (5 - i));
    return result;
}

// One class. Stones are indexed from 0 in ascending order of their numbers.
struct NumberClass {
    Numbers numbers;                        // the smallest set of the class
    int stones;                             // their number
    std::array<double, max_stones> forced;  // probability that stone i must move
    std::array<double, max_stones> either;  // probability that stone i or i + 1 may move
};

// A set's class, and whether its stones are indexed there in descending order.
struct ClassMember {
    int number;
    bool reversed;
};

class NumberClasses {
   public:
    NumberClasses() {
        for (int stones = 1; stones <= max_stones; ++stones) {
            for (unsigned set = 1; set < 64; ++set) {
                if (std::popcount(set) == stones) add_set(static_cast<Numbers>(set), stones);
            }
        }
    }

    // The classes are in ascending order of their numbers of stones.
    [[nodiscard]] int count() const { return static_cast<int>(classes_.size()); }
    [[nodiscard]] const NumberClass& operator[](int number) const {
        return classes_[static_cast<std::size_t>(number)];
    }
    // The class of a set of 1 to `max_stones` numbers.
    [[nodiscard]] ClassMember of(Numbers numbers) const { return members_[numbers]; }

    // The class after the loss of one of at least two stones.
    [[nodiscard]] ClassMember without(int number, int stone) const {
        Numbers remaining = (*this)[number].numbers;
        Numbers from_stone = remaining;
        for (int i = 0; i < stone; ++i) from_stone &= static_cast<Numbers>(from_stone - 1);
        remaining ^= static_cast<Numbers>(from_stone & -from_stone);
        return of(remaining);
    }

   private:
    void add_set(Numbers numbers, int stones) {
        const Numbers other = reversed(numbers);
        if (stones == 1 && !classes_.empty()) {
            members_[numbers] = {0, false};
        } else if (other < numbers) {
            members_[numbers] = {members_[other].number, true};
        } else {
            members_[numbers] = {count(), false};
            classes_.push_back(make_class(numbers, stones));
        }
    }

    static NumberClass make_class(Numbers numbers, int stones) {
        NumberClass result{numbers, stones, {}, {}};
        std::array<int, max_stones> faces{};
        int i = 0;
        for (int face = 1; face <= 6; ++face) {
            if (numbers >> (face - 1) & 1) faces[static_cast<std::size_t>(i++)] = face;
        }
        for (int stone = 0; stone < stones; ++stone) {
            const auto at = static_cast<std::size_t>(stone);
            const int first = stone == 0 ? 1 : faces[at];
            const int last = stone == stones - 1 ? 6 : faces[at];
            result.forced[at] = (last - first + 1) / 6.0;
            result.either[at] = stone == stones - 1 ? 0 : (faces[at + 1] - faces[at] - 1) / 6.0;
        }
        return result;
    }

    std::vector<NumberClass> classes_;
    std::array<ClassMember, 64> members_{};
};

}  // namespace zeitnot::ewn
