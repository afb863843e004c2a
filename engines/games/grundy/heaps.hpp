// Computes the nim-values of all heaps of Grundy's game up to a size.
//
// A heap of n has n/2 splits, so the values up to n take about n²/4 steps. Far fewer suffice. Call
// a number rare if an even number of its bits is set, ignoring the last bit. Rare numbers are
// closed under exclusive or, and a rare and a common number give a common one. Rare values turn out
// to be infrequent (Berlekamp, Conway and Guy, Winning Ways, chapter 4: sparse spaces). So common
// options come only from the few splits with one rare part, and checking that all smaller rare
// numbers are options ends early. The values are exact; this only saves time.
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

    // The smallest rare number below `limit` that is not an option; `limit` if all are. Rare
    // options can also come from splits without a rare part.
    int min_rare(int heap, int limit) {
        int smallest = 0;
        const auto skip = [&] {
            while (smallest < limit && (!is_rare(smallest) || is_marked(smallest))) ++smallest;
        };
        skip();
        for (int part = 1; 2 * part < heap && smallest < limit; ++part) {
            mark(split(heap, part));
            skip();
        }
        return smallest;
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
