// Grundy's game: a move splits one heap into two of different sizes. A player who cannot move
// loses (Grundy, "Mathematics and games", Eureka 2, 1939).
//
// Heaps of 1 and 2 cannot be split. Only the number of heaps of each size matters.
#pragma once

#include <array>
#include <cstdint>

#include "games/grundy/heaps.hpp"
#include "zeitnot/concepts.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot {

struct GrundySettings {
    int heap = 20;             // sizes of the heaps at the start
    int heap2 = 0, heap3 = 0;  // 0: there is none
};

class Grundy {
   public:
    static constexpr std::string_view name = "grundy";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = false;
    static constexpr bool alternates = true;
    static constexpr int max_heap = 99;                              // the largest size of a heap
    static constexpr int max_other_heap = 50;                        // of heap2 and heap3
    static constexpr int max_total = max_heap + 2 * max_other_heap;  // of all heaps together
    using Settings = GrundySettings;
    static constexpr std::array setting_table{
        Setting<Settings>{
            .name = "heap", .field = &Settings::heap, .range = {.min = 3, .max = max_heap}},
        Setting<Settings>{
            .name = "heap2", .field = &Settings::heap2, .range = {.min = 0, .max = max_other_heap}},
        Setting<Settings>{.name = "heap3",
                          .field = &Settings::heap3,
                          .range = {.min = 0, .max = max_other_heap}}};
    using Move = std::uint16_t;  // 128 · heap + its smaller part
    // Heaps of different sizes, n in all, have at most n/2 splits.
    using Moves = FixedList<Move, max_total / 2>;
    using Component = int;  // a heap
    using HeapValues = grundy::HeapValues;

    Grundy() : Grundy(Settings{}) {}
    explicit Grundy(const Settings& settings) : base_(base_of(settings)) {
        for (const int heap : {settings.heap, settings.heap2, settings.heap3})
            if (heap != 0) add(heap);
    }

    [[nodiscard]] int turn() const { return turn_; }
    [[nodiscard]] Key hash() const { return base_ ^ sum_ ^ (turn_ == 1 ? turn_key : 0); }

    void generate(Moves& moves) const {
        for (int heap = max_heap; heap > 2; --heap) {
            if (heaps_[index(heap)] == 0) continue;
            for (int part = 1; 2 * part < heap; ++part)
                moves.push(static_cast<Move>(128 * heap + part));
        }
    }

    void play(Move move) {
        const int heap = move / 128, part = move % 128;
        remove(heap);
        add(part);
        add(heap - part);
        turn_ ^= 1;
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        for (int heap = 3; heap <= max_heap; ++heap)
            if (heaps_[index(heap)] != 0) return std::nullopt;
        return turn_ == 1 ? Outcome{1.0, 1, "no heap can be split"}
                          : Outcome{0.0, -1, "no heap can be split"};
    }

    [[nodiscard]] static bool is_capture(Move) { return false; }

    [[nodiscard]] std::string text() const {
        std::string text;
        components([&](int heap) {
            if (!text.empty()) text += ',';
            text += std::to_string(heap);
        });
        return text + (turn_ == 0 ? " 0" : " 1");
    }

    [[nodiscard]] static std::string move_text(Move move) {
        const int heap = move / 128, part = move % 128;
        std::string text = std::to_string(heap);
        text += '>';
        text += std::to_string(heap - part);
        text += '+';
        text += std::to_string(part);
        return text;
    }

    // Accepts any heaps, the largest first, with a sum of at most `max_total`.
    static Parsed<Grundy> parse(std::string_view text, const Settings& settings) {
        const auto words = split_words(text);
        if (words.size() != 2 || (words[1] != "0" && words[1] != "1"))
            return Error{"A position is the heaps, largest first, and the seat to move: 20,7 0."};
        Grundy position;
        position.remove(Settings{}.heap);
        position.base_ = base_of(settings);
        int sum = 0, last = max_heap;
        for (std::string_view rest = words[0];;) {
            const std::size_t comma = rest.find(',');
            const auto heap = parse_number(rest.substr(0, comma), max_heap);
            if (!heap || *heap == 0) return Error{"A heap is a number from 1 to 99."};
            if (*heap > last) return Error{"Larger heaps come before smaller ones."};
            if ((sum += *heap) > max_total) return Error{"The heaps have a sum of at most 199."};
            position.add(last = *heap);
            if (comma == rest.npos) break;
            rest.remove_prefix(comma + 1);
        }
        position.turn_ = words[1] == "0" ? 0 : 1;
        return position;
    }

    // The components of a sum of games (ImpartialSum): the heaps, largest first.
    template <class F>
    void components(const F& f) const {
        for (int heap = max_heap; heap > 0; --heap)
            for (int count = 0; count < heaps_[index(heap)]; ++count) f(heap);
    }

    template <class F>
    static void each_option(int heap, const F& f) {
        for (int part = 1; 2 * part < heap; ++part) {
            const std::array<int, 2> parts{heap - part, part};
            f(std::span<const int>(parts));
        }
    }

    friend bool operator==(const Grundy&, const Grundy&) = default;

   private:
    // Keys of the sizes; heaps of one size add up.
    static constexpr auto keys = zobrist_keys<max_heap + 1>(0x6772'756E'6479'3230);
    static constexpr Key turn_key = zobrist_keys<1>(0x6772'756E'6479'2D31)[0];

    static Key base_of(const Settings& settings) {
        return text_key(name) ^ settings_key<Grundy>(settings);
    }
    static std::size_t index(int heap) { return static_cast<std::size_t>(heap); }

    void add(int heap) {
        ++heaps_[index(heap)];
        sum_ += keys[index(heap)];
    }
    void remove(int heap) {
        --heaps_[index(heap)];
        sum_ -= keys[index(heap)];
    }

    std::array<std::uint8_t, max_heap + 1> heaps_{};  // the number of heaps of each size
    std::uint8_t turn_ = 0;
    Key sum_ = 0;   // of the keys of all heaps
    Key base_ = 0;  // of the game and its settings
};

}  // namespace zeitnot
