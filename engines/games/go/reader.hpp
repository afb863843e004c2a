// Reads the text of a position and checks that play could have led to it.
#pragma once

#include "games/go/position.hpp"

namespace zeitnot {

// The text is untrusted, so everything is checked, finally that it is in the form that `text`
// writes.
class GoReader {
   public:
    GoReader(std::string_view text, const Go::Settings& settings)
        : text_(text), words_(split_words(text)), go_(Go::Settings(settings)) {
        go_.board_ = go::Board(settings.size);
    }

    Parsed<Go> read() {
        if (words_.size() != 5 && words_.size() != 6 && words_.size() != 7)
            return Error{"A position is its rows, side, ko point, passes, captures, and marking."};
        for (const auto check : {&GoReader::stones, &GoReader::side, &GoReader::passes,
                                 &GoReader::captures, &GoReader::ko, &GoReader::phase}) {
            if (auto error = (this->*check)()) return *error;
        }
        if (go_.text() != text_) return Error{"The position is not in its usual form."};
        return go_;
    }

   private:
    using CheckResult = std::optional<Error>;

    CheckResult stones() {
        if (!go::read_rows(words_[0], board(), dead_))
            return Error{
                "The rows have x, o and numbers of empty points, as many as the board has."};
        for (Go::Move index = 0; index < go_.points(); ++index)
            if (go_.is_stone(index) && board().liberties(go_.point(index)) == 0)
                return Error{"A chain without liberties cannot stand on the board."};
        return std::nullopt;
    }

    CheckResult side() {
        const auto turn = seat_of(words_[1]);
        if (!turn) return Error{"The side to move is x or o."};
        go_.turn_ = *turn;
        return std::nullopt;
    }

    CheckResult passes() {
        const auto count = parse_number(words_[3], 2);
        if (!count) return Error{"There are 0 to 2 passes in a row."};
        go_.passes_ = *count;
        return std::nullopt;
    }

    CheckResult captures() {
        const std::size_t comma = words_[4].find(',');
        if (comma == std::string_view::npos) return Error{"Captures are two numbers."};
        const auto black = count_of(words_[4].substr(0, comma));
        const auto white = count_of(words_[4].substr(comma + 1));
        if (!black || !white) return Error{"Captures are two numbers."};
        board().set_captured(go::Colour::black, *black);
        board().set_captured(go::Colour::white, *white);
        return std::nullopt;
    }

    // The ko point is where a stone was captured by a stone that could be recaptured at once.
    CheckResult ko() {
        if (words_[2] == "-") return std::nullopt;
        const auto vertex = go::read_vertex(words_[2], go_.size());
        if (!vertex || go_.passes_ != 0 || board().captured(go_.colour()) == 0 ||
            !takes_one_stone(*vertex))
            return Error{"The ko point must be one where a stone has just been taken."};
        board().set_ko(go::point(vertex->column, vertex->row), go_.colour());
        return std::nullopt;
    }

    // Whether all neighbours of an empty point are the other side's, and exactly one of them, a
    // single stone, is in atari: the stone that captured.
    [[nodiscard]] bool takes_one_stone(go::Vertex at) {
        const go::Point empty = go::point(at.column, at.row);
        if (board().at(empty) != go::Cell::empty) return false;
        int in_atari = 0;
        for (std::size_t direction = 0; direction < 4; ++direction) {
            const go::Point point = go::neighbour(empty, direction);
            if (board().at(point) == go::Cell::edge) continue;
            if (board().at(point) != go::cell_of(go::other(go_.colour()))) return false;
            if (!board().in_atari(point)) continue;
            if (board().stones().stones_in_chain(point) > 1) return false;
            ++in_atari;
        }
        return in_atari == 1;
    }

    CheckResult phase() {
        const bool marks = go_.settings_.marking == 0;
        if (words_.size() != 7 && dead_.any()) return Error{"Stones are dead only in a marking."};
        if (words_.size() == 5) {
            if (marks && go_.passes_ == 2) return Error{"After two passes there is a marking."};
            return std::nullopt;
        }
        if (!marks) return Error{"Nothing is marked in this game."};
        if (words_.size() == 7) return marking();
        if (words_[5] != "resumed") return Error{"Play that goes on after a marking is `resumed`."};
        go_.resumed_ = true;
        return std::nullopt;
    }

    CheckResult marking() {
        const auto next = seat_of(words_[5]);
        if (go_.passes_ != 2 || !next) return Error{"A marking follows on two passes."};
        go_.marking_ = go::Marking{.next = *next};
        auto& done = go_.marking_->done;
        if (words_[6] == "xo") {
            done = {true, true};
        } else if (const auto seat = seat_of(words_[6])) {
            done[static_cast<std::size_t>(*seat)] = true;
            if (go_.turn_ == *seat) return Error{"Who is done has given the turn away."};
        } else if (words_[6] != "-") {
            return Error{"Who is done is -, x, o or xo."};
        }
        for (Go::Move index = 0; index < go_.points(); ++index) {
            if (dead_[index] && !is_dead_chain(index))
                return Error{"A chain is dead or alive as a whole."};
        }
        go_.marking_->dead = dead_;
        return std::nullopt;
    }

    [[nodiscard]] bool is_dead_chain(Go::Move index) {
        bool all_dead = true;
        board().for_each_in_chain(go_.point(index), [&](go::Point stone) {
            all_dead = all_dead && dead_[go_.index_of(stone)];
        });
        return all_dead;
    }

    static std::optional<int> seat_of(std::string_view word) {
        if (word != "x" && word != "o") return std::nullopt;
        return word == "x" ? 0 : 1;
    }

    // Long games have more than 99 captures: up to nine digits.
    static std::optional<int> count_of(std::string_view word) {
        if (word.empty() || word.size() > 9 || (word.size() > 1 && word[0] == '0'))
            return std::nullopt;
        int count = 0;
        for (const char c : word) {
            if (c < '0' || c > '9') return std::nullopt;
            count = 10 * count + (c - '0');
        }
        return count;
    }

    go::Board& board() { return go_.board_; }

    std::string_view text_;
    std::vector<std::string_view> words_;
    go::DeadStones dead_{};
    Go go_;
};

inline Parsed<Go> Go::parse(std::string_view text, const Settings& settings) {
    return GoReader(text, settings).read();
}

}  // namespace zeitnot
