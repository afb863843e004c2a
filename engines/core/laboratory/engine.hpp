// The textbook methods as engines, without the type of the game.
#pragma once

#include "any_engine.hpp"
#include "laboratory/answer.hpp"
#include "laboratory/walk.hpp"

namespace zeitnot::laboratory {

enum class Method : std::uint8_t { minimax, alphabeta, expectiminimax, uct };

// As the reference methods of small games are called (reference_engine.hpp).
constexpr std::string_view name_of(Method method) {
    switch (method) {
        case Method::minimax:
            return "minimax";
        case Method::alphabeta:
            return "plain-alphabeta";
        case Method::expectiminimax:
            return "expectiminimax";
        case Method::uct:
            break;
    }
    return "uct";
}

// Makes walks from the positions of one game, with its evaluation.
class WalkFactory {
   public:
    WalkFactory() = default;
    WalkFactory(const WalkFactory&) = delete;
    WalkFactory& operator=(const WalkFactory&) = delete;
    virtual ~WalkFactory() = default;

    // A walk from a position, which must not outlive the factory; an error for a position of
    // another game, or with more than two seats.
    [[nodiscard]] virtual Parsed<std::unique_ptr<Walk>> walk(const AnyHistory& root) const = 0;
};

// `raw`: values are on the evaluation's own scale instead of in the game's unit.
class TextbookEngine final : public AnyEngine {
   public:
    TextbookEngine(std::unique_ptr<WalkFactory> walks, Method method, bool raw,
                   const Options& options);

    [[nodiscard]] std::string_view method() const override { return name_of(method_); }
    [[nodiscard]] Parsed<TextReport> search(const AnyHistory& root, const Request& request,
                                            const StopToken& token,
                                            const OnTextReport& on_report) override;
    [[nodiscard]] Parsed<double> evaluate(const AnyHistory& history) const override;
    void clear() override {}
    [[nodiscard]] int filled() const override { return 0; }

   private:
    [[nodiscard]] Answer answer(Walk& walk, const Request& request,
                                const std::vector<std::size_t>& allowed, const StopToken& token,
                                const OnAnswer& on_answer) const;
    // These leave the walk at the root.
    void add_line(TextReport& report, Walk& walk, const AnswerLine& line) const;
    [[nodiscard]] TextReport text_of(Walk& walk, const Answer& answer) const;
    // A value in the unit of the report.
    [[nodiscard]] double shown(const Walk& walk, double value) const;

    std::unique_ptr<WalkFactory> walks_;
    Method method_;
    bool raw_;
    double exploration_;
    std::uint64_t seed_;
};

}  // namespace zeitnot::laboratory
