// The learnt weights of backgammon's networks, unpacked when first needed.
//
// `packed` is base 64: a weight is a signed number of 16 bits, the lower byte first, in units of
// 1/2048; contact before race, the rows of the first layer, its bias, the rows of the second,
// theirs; then a sum of 32 bits that tells damage. `zeitnot train backgammon` writes it;
// docs/why/backgammon.md says how they came about.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "games/backgammon/networks.hpp"
#include "zeitnot/base64.hpp"

namespace zeitnot::backgammon {

inline constexpr float weight_steps = 2048;

inline constexpr char packed[] =
#include "games/backgammon/weights.inc"
    ;

// Calls `each` with every weight in the order of the packed form.
template <class N>
void for_each_weight(N& net, auto&& each) {
    for (auto& row : net.in) std::for_each(row.begin(), row.end(), each);
    std::for_each(net.rows.bias.begin(), net.rows.bias.end(), each);
    for (auto& row : net.rows.out) std::for_each(row.begin(), row.end(), each);
    std::for_each(net.rows.out_bias.begin(), net.rows.out_bias.end(), each);
}

// Fletcher's, of the weights as numbers ("An arithmetic checksum for serial transmissions", IEEE
// Transactions on Communications 30, 1982).
class WeightSum {
   public:
    void add(std::uint16_t number) {
        first_ = (first_ + number + 1U) % 65535U;
        second_ = (second_ + first_) % 65535U;
    }
    [[nodiscard]] std::uint32_t value() const { return second_ << 16U | first_; }

   private:
    std::uint32_t first_ = 0, second_ = 0;
};

inline std::string packed_networks(const Networks& nets) {
    std::vector<std::uint8_t> bytes;
    WeightSum sum;
    const auto put = [&bytes](std::uint32_t number) {
        bytes.push_back(static_cast<std::uint8_t>(number & 0xFF));
        bytes.push_back(static_cast<std::uint8_t>(number >> 8 & 0xFF));
    };
    const auto one = [&](float weight) {
        const float steps = std::clamp(std::round(weight * weight_steps), -32767.0F, 32767.0F);
        const auto number = static_cast<std::uint16_t>(static_cast<std::int16_t>(steps));
        put(number);
        sum.add(number);
    };
    for_each_weight(nets.contact, one);
    for_each_weight(nets.race, one);
    put(sum.value() & 0xFFFF);
    put(sum.value() >> 16);
    return base64_lines(bytes);
}

// None if the text holds something else than weights, or damaged ones.
inline std::unique_ptr<const Networks> read_networks(std::string_view text) {
    auto nets = std::make_unique<Networks>();
    Base64Reader reader(text);
    WeightSum sum;
    const auto number = [&reader] {
        const unsigned low = reader.byte();
        return static_cast<std::uint16_t>(reader.byte() << 8 | low);
    };
    const auto one = [&](float& weight) {
        const std::uint16_t steps = number();
        sum.add(steps);
        weight = static_cast<float>(static_cast<std::int16_t>(steps)) / weight_steps;
    };
    for_each_weight(nets->contact, one);
    for_each_weight(nets->race, one);
    const std::uint32_t low = number();
    const std::uint32_t said = static_cast<std::uint32_t>(number()) << 16 | low;
    // At most two filling signs, a quotation mark and the end of the line are left.
    const bool whole = reader.good() && reader.left() < 6 && said == sum.value();
    return whole ? std::move(nets) : nullptr;
}

inline const Networks& learnt_networks() {
    static const std::unique_ptr<const Networks> nets = read_networks({packed, sizeof packed - 1});
    return *nets;
}

}  // namespace zeitnot::backgammon
