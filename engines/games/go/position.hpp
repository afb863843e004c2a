// Go: area scoring, komi, fixed handicap, positional superko; suicide is illegal.
//
// After two passes the seats mark dead stones by moves of the same game: `dead D4` toggles a chain
// and keeps the turn, and `done` passes the turn to the other seat. The game ends when both are
// done with the same marking. `resume` continues play. After the next two passes the board is
// scored with no stone counted as dead; with the setting `marking=no`, already after the first two.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/go/board.hpp"
#include "games/go/handicap.hpp"
#include "games/go/marking.hpp"
#include "games/go/rows.hpp"
#include "games/go/score.hpp"
#include "games/go/settings.hpp"
#include "games/go/vertex.hpp"
#include "zeitnot/concepts.hpp"

namespace zeitnot {

class Go {
   public:
    static constexpr std::string_view name = "go";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    using Settings = go::GoSettings;
    static constexpr auto& setting_table = go::setting_table;
    // A point's index, row * size + column from the bottom left; `toggle` + the index of any stone
    // of a chain; or one of the constants.
    using Move = std::uint16_t;
    using Moves = FixedList<Move, 19 * 19 + 2>;
    static constexpr Move pass = 361, done = 362, resume = 363, toggle = 512;
    static constexpr int marking_turn_ms = 60'000;

    Go() : Go(Settings{}) {}
    explicit Go(const Settings& settings)
        : board_(settings.size),
          settings_(settings),
          turn_(settings.handicap > 0 ? 1 : 0),
          settings_key_(settings_key<Go>(settings)) {
        for (const go::Vertex vertex : go::handicap_points(settings.size, settings.handicap))
            board_.play(go::point(vertex.column, vertex.row), go::Colour::black);
    }

    [[nodiscard]] const go::Board& board() const { return board_; }
    [[nodiscard]] int komi_half_points() const { return go::komi_half_points(settings_); }
    [[nodiscard]] int turn() const { return turn_; }
    [[nodiscard]] int passes() const { return passes_; }
    // Empty during play.
    [[nodiscard]] const std::optional<go::Marking>& marking() const { return marking_; }

    // Checks superko only for the ko point; History checks the rest.
    void generate(Moves& moves) const {
        if (result()) return;
        if (marking_) {
            for (Move index = 0; index < points(); ++index)
                if (is_stone(index)) moves.push(static_cast<Move>(toggle + index));
            moves.push(done);
            moves.push(resume);
            return;
        }
        for (Move index = 0; index < points(); ++index)
            if (board_.is_legal(point(index), colour())) moves.push(index);
        moves.push(pass);
    }

    void play(Move move) {
        if (move >= toggle) {
            toggle_chain(static_cast<Move>(move - toggle));
        } else if (move == done) {
            marking_->done[static_cast<std::size_t>(turn_)] = true;
            turn_ ^= 1;
        } else if (move == resume) {
            turn_ = marking_->next;
            marking_.reset();
            passes_ = 0;
            resumed_ = true;
        } else if (move == pass) {
            board_.pass();
            turn_ ^= 1;
            if (++passes_ == 2 && settings_.marking == 0 && !resumed_)
                marking_ = go::Marking{.next = turn_};
        } else {
            board_.play(point(move), colour());
            passes_ = 0;
            turn_ ^= 1;
        }
    }

    [[nodiscard]] Key superko_key() const { return board_.hash(); }
    [[nodiscard]] Key superko_key_after(Move move) const {
        return board_.hash_after(point(move), colour());
    }
    // Until the first capture the number of stones only grows, so no board can repeat.
    [[nodiscard]] bool may_recur(Move move) const {
        return move < pass &&
               board_.captured(go::Colour::black) + board_.captured(go::Colour::white) > 0;
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (marking_ ? !marking_->agreed() : passes_ < 2) return std::nullopt;
        return score();
    }
    // After two passes, the score without the stones marked dead, whether or not the seats agree.
    [[nodiscard]] std::optional<Outcome> settled() const {
        if (passes_ < 2) return std::nullopt;
        return score();
    }
    // Marking costs no time; a seat that takes too long resumes play.
    [[nodiscard]] std::optional<UnchargedTurn<Move>> uncharged() const {
        if (!marking_ || marking_->agreed()) return std::nullopt;
        return UnchargedTurn<Move>{marking_turn_ms, resume};
    }

    [[nodiscard]] bool is_capture(Move move) const {
        if (move >= pass) return false;
        for (std::size_t direction = 0; direction < 4; ++direction) {
            const go::Point beside = go::neighbour(point(move), direction);
            if (board_.at(beside) == go::cell_of(go::other(colour())) && board_.in_atari(beside))
                return true;
        }
        return false;
    }

    // Board, side, ko point, passes, marking; not the numbers of captured stones.
    [[nodiscard]] Key hash() const {
        Key key = settings_key_ ^ text_key(name) ^ board_.hash();
        if (turn_ == 1) key ^= keys[0];
        if (passes_ > 0) key ^= keys[static_cast<std::size_t>(passes_)];
        if (resumed_) key ^= keys[3];
        if (const go::Point ko = board_.ko(); ko != go::no_point) key ^= ko_keys[index_of(ko)];
        if (!marking_) return key;
        key ^= keys[static_cast<std::size_t>(4 + marking_->next)];
        if (marking_->done[0]) key ^= keys[6];
        if (marking_->done[1]) key ^= keys[7];
        for (std::size_t index = 0; index < static_cast<std::size_t>(points()); ++index)
            if (marking_->dead[index]) key ^= dead_keys[index];
        return key;
    }

    [[nodiscard]] std::string move_text(Move move) const {
        if (move == pass) return "pass";
        if (move == done) return "done";
        if (move == resume) return "resume";
        if (move >= toggle)
            return "dead " + go::vertex_text(vertex(static_cast<Move>(move - toggle)));
        return go::vertex_text(vertex(move));
    }

    // See docs/reference/games.md: rows, side, ko point, passes, captures; then `resumed`, or
    // during a marking the seat that would resume play and the seats that are done.
    [[nodiscard]] std::string text() const {
        const go::Point ko = board_.ko();
        std::string text = go::rows_text(board_, marking_ ? &marking_->dead : nullptr);
        text += ' ';
        text += letters[static_cast<std::size_t>(turn_)];
        text += ' ';
        text += ko == go::no_point ? "-" : go::vertex_text(vertex(static_cast<Move>(index_of(ko))));
        text += ' ' + std::to_string(passes_) + ' ' +
                std::to_string(board_.captured(go::Colour::black)) + ',' +
                std::to_string(board_.captured(go::Colour::white));
        if (resumed_) text += " resumed";
        if (marking_) text += marking_text();
        return text;
    }

    static Parsed<Go> parse(std::string_view text, const Settings& settings);

    friend bool operator==(const Go& a, const Go& b) {
        return a.hash() == b.hash() && a.text() == b.text() && a.settings_key_ == b.settings_key_;
    }

   private:
    friend class GoReader;
    static constexpr std::string_view letters = "xo";
    static constexpr auto keys = zobrist_keys<8>(0x676F'2073'7461'7465);
    static constexpr auto ko_keys = zobrist_keys<361>(0x676F'206B'6F20'6B6F);
    static constexpr auto dead_keys = zobrist_keys<361>(0x676F'2064'6561'6421);

    [[nodiscard]] int size() const { return settings_.size; }
    [[nodiscard]] Move points() const { return static_cast<Move>(size() * size()); }
    [[nodiscard]] go::Vertex vertex(Move index) const { return {index % size(), index / size()}; }
    [[nodiscard]] go::Point point(Move index) const {
        return go::point(index % size(), index / size());
    }
    [[nodiscard]] std::size_t index_of(go::Point point) const {
        return static_cast<std::size_t>(go::row_of(point) * size() + go::column_of(point));
    }
    [[nodiscard]] go::Colour colour() const { return static_cast<go::Colour>(turn_); }
    [[nodiscard]] bool is_stone(Move index) const { return go::is_stone(board_.at(point(index))); }

    // A changed marking cancels both seats' agreement.
    void toggle_chain(Move index) {
        const bool dead = !marking_->dead[index];
        board_.for_each_in_chain(point(index),
                                 [&](go::Point stone) { marking_->dead[index_of(stone)] = dead; });
        marking_->done = {};
    }

    [[nodiscard]] Outcome score() const {
        int lead = 0;
        if (!marking_ || marking_->dead.none()) {
            lead = board_.area_margin();
        } else {
            go::Board alive = board_;
            for (Move index = 0; index < points(); ++index)
                if (marking_->dead[index] && go::is_stone(alive.at(point(index))))
                    alive.remove_chain(point(index));
            lead = alive.area_margin();
        }
        return go::outcome_of(2 * lead - komi_half_points());
    }

    [[nodiscard]] std::string marking_text() const {
        std::string agreed;
        for (std::size_t seat = 0; seat < 2; ++seat)
            if (marking_->done[seat]) agreed += letters[seat];
        return std::string(" ") + letters[static_cast<std::size_t>(marking_->next)] + ' ' +
               (agreed.empty() ? "-" : agreed);
    }

    go::Board board_;
    Settings settings_;
    int turn_ = 0;
    int passes_ = 0;
    bool resumed_ = false;
    std::optional<go::Marking> marking_{};
    Key settings_key_ = 0;
};

}  // namespace zeitnot

#include "games/go/reader.hpp"
