// Samples positions of Kriegspiel that are consistent with a view.
#pragma once

#include "games/kriegspiel/board_sampler.hpp"

namespace zeitnot {

namespace kriegspiel {

// Reads the castling rights and checks the numbers of men; false if the view is invalid.
inline bool read_own(const std::vector<std::string_view>& words, ViewInfo& view_info) {
    chess::State& men = view_info.men;
    const std::string_view rights = words[2], board = words[0];
    for (const char letter : rights.substr(0, rights.size() - 1)) {
        const auto right = chess::right_letters.find(letter);
        if (right == std::string_view::npos) return false;
        const auto& way = chess::castlings[right];
        const int side = static_cast<int>(right / 2);
        if (men.at[chess::index(way.king_from)] != chess::piece_of(side, chess::king) ||
            men.at[chess::index(way.rook_from)] != chess::piece_of(side, chess::rook))
            return false;
        men.rights |= static_cast<std::uint8_t>(1U << right);
    }
    std::size_t hidden = 0;
    for (const int side : {0, 1}) {
        const Lost& lost = view_info.lost[chess::index(side)];
        if (side != view_info.seat) {
            hidden += chess::index(kriegspiel::men_at_start - lost.men());
            if (men.sides[chess::index(side)] != 0) return false;
        } else if (chess::size(men.pieces(side, chess::king)) != 1 ||
                   !Army::of(men, side).is_possible(lost)) {
            return false;
        }
    }
    const bool has_pawns_at_ends =
        (men.kinds[chess::pawn] & (chess::rank(0) | chess::rank(7))) != 0;
    return !has_pawns_at_ends && rights.ends_with('?') &&
           board.substr(board.find('[')) == '[' + std::string(hidden, '?') + ']';
}

// Reads a view with hidden men; empty if it is invalid. Does not check the calls against the men.
inline std::optional<ViewInfo> read_view(std::string_view view) {
    const auto words = split_words(view);
    if (words.size() != word_count || words[3] != "?" || words[4] != "?") return std::nullopt;
    const std::size_t bracket = words[0].find('[');
    if (bracket == std::string_view::npos) return std::nullopt;
    ViewInfo view_info{};
    chess::State& men = view_info.men;
    const RowsFormat format{8, 8, chess::letters};
    const auto error =
        read_rows(words[0].substr(0, bracket), format, [&](std::size_t piece, int x, int y) {
            view_info.seat = static_cast<int>(piece / 8);
            men.put(*view_info.seat, static_cast<chess::Kind>(piece % 8), 8 * y + x);
            return std::optional<Error>{};
        });
    const auto number = parse_number(words[5], chess::max_fullmove);
    const auto lost = read_both_lost(words[6]);
    const auto capture = read_capture(words[7]);
    const auto checks = read_checks(words[8]);
    if (error || !number || *number == 0 || !lost || !capture || !checks ||
        (words[1] != "w" && words[1] != "b") || (words[9] != "t" && words[9] != "-"))
        return std::nullopt;
    men.turn = words[1] == "w" ? chess::white : chess::black;
    men.fullmove = static_cast<std::uint16_t>(*number);
    view_info.lost = *lost;
    view_info.calls = {*capture, *checks, words[9] == "t"};
    if (view_info.seat == men.turn || words[10] == "-") {
        const auto refused = read_refused(words[10]);
        if (!refused) return std::nullopt;
        view_info.refused = *refused;
    } else {
        view_info.unseen_refusals = words[10].size();
        if (words[10] != std::string(words[10].size(), '?')) return std::nullopt;
    }
    return read_own(words, view_info) ? std::optional(view_info) : std::nullopt;
}

}  // namespace kriegspiel

inline Parsed<Kriegspiel> Kriegspiel::sample_position(const kriegspiel::BoardSampler& sampler,
                                                      std::string_view view, auto&& random_below) {
    const Error none{"No game looks like this."};
    kriegspiel::Rng rng(static_cast<Key>(random_below(1 << 30)));
    const auto state = sampler.draw(rng);
    if (!state) return none;
    const auto words = split_words(view);
    // The words from the men lost to the pawn tries.
    const auto* const calls = words[6].data();
    const std::string_view middle(calls, static_cast<std::size_t>(words[10].data() - calls));
    Kriegspiel position;
    position.refused_ = sampler.draw_refusals(*state, rng);
    return parse(chess::fen(*state) + ' ' + std::string(middle) + position.refused_text(true), {});
}

inline Parsed<Kriegspiel> Kriegspiel::sample(std::string_view view, const Settings& settings,
                                             auto&& random_below) {
    if (view.find('?') == view.npos) return parse(view, settings);
    const auto view_info = kriegspiel::read_view(view);
    if (!view_info) return Error{"No game looks like this."};
    return sample_position(kriegspiel::BoardSampler(*view_info), view, random_below);
}

inline auto Kriegspiel::deals(int seat) const {
    const std::string view = this->view(seat);
    return [view, sampler = kriegspiel::BoardSampler(*kriegspiel::read_view(view))](
               auto&& random_below) -> std::optional<Kriegspiel> {
        auto position = sample_position(sampler, view, random_below);
        if (!position) return std::nullopt;
        return *std::move(position);
    };
}

}  // namespace zeitnot
