// The nim-values of single heaps of Grundy's game, many at once.
//
// A heap of n has n/2 splits, so that the values to n take about n²/4 steps. Far fewer suffice: the
// numbers of which an even number of bits is set, leaving out the last bit, are closed under
// exclusive or; a number inside and one outside give one outside. Values inside turn out to be rare
// (Berlekamp, Conway and Guy, Winning Ways, chapter 4: sparse spaces). Options outside come only
// from splits with one rare part, which are few; and that every rare number below is an option is
// soon seen among the others. This changes the time only: the values are exact.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace zeitnot::grundy {

class HeapValues {
   public:
    // Values of heaps of 0 to `largest`.
    explicit HeapValues(int largest) : values_(static_cast<std::size_t>(largest) + 1) {
        for (int heap = 1; heap <= largest; ++heap) {
            const int value = find(heap);
            values_[static_cast<std::size_t>(heap)] = static_cast<std::uint16_t>(value);
            if (is_rare(value)) rare_heaps_.push_back(heap);
        }
    }

    [[nodiscard]] const std::vector<std::uint16_t>& values() const { return values_; }

   private:
    static bool is_rare(int value) {
        return std::popcount(static_cast<unsigned>(value) >> 1U) % 2 == 0;
    }

    [[nodiscard]] int of(int heap) const { return values_[static_cast<std::size_t>(heap)]; }
    [[nodiscard]] int split(int heap, int part) const { return of(part) ^ of(heap - part); }

    int find(int heap) {
        ++round_;
        for (const int part : rare_heaps_) {
            if (part >= heap) break;
            if (2 * part != heap) mark(split(heap, part));
        }
        int common = 0;
        while (is_rare(common) || is_marked(common)) ++common;
        return min_rare(heap, common);
    }

    // The least rare number below `most` that is no option; `most` if all are. Other options than
    // those with a rare part may be numbers inside.
    int min_rare(int heap, int most) {
        int least = 0;
        const auto skip = [&] {
            while (least < most && (!is_rare(least) || is_marked(least))) ++least;
        };
        skip();
        for (int part = 1; 2 * part < heap && least < most; ++part) {
            mark(split(heap, part));
            skip();
        }
        return least;
    }

    void mark(int value) {
        if (static_cast<std::size_t>(value) >= marks_.size())
            marks_.resize(static_cast<std::size_t>(value) + 1);
        marks_[static_cast<std::size_t>(value)] = round_;
    }
    [[nodiscard]] bool is_marked(int value) const {
        return static_cast<std::size_t>(value) < marks_.size() &&
               marks_[static_cast<std::size_t>(value)] == round_;
    }

    std::vector<std::uint16_t> values_;
    std::vector<int> rare_heaps_;
    std::vector<std::uint32_t> marks_;  // the round in which a value was last an option
    std::uint32_t round_ = 0;
};

}  // namespace zeitnot::grundy
