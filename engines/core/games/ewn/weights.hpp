// The learnt weights of the network for EinStein würfelt nicht!, unpacked when first needed.
//
// Base 64 of 16-bit numbers, the lower byte first: all rows, the biases, the second layer, and in
// two the last bias; then a Fletcher sum of the bytes. `zeitnot train ewn` writes it;
// docs/why/evaluations.md says how they came about.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "games/ewn/net.hpp"
#include "zeitnot/base64.hpp"

namespace zeitnot::ewn {

// An array, as a compiler would count a string_view's length letter by letter.
inline constexpr char packed_net[] =
#include "games/ewn/weights.inc"
    ;

// Of bytes in their order (Fletcher, "An arithmetic checksum for serial transmissions", 1982).
class FletcherSum {
   public:
    void add(std::uint8_t byte) {
        one_ = (one_ + byte) % 255;
        two_ = (two_ + one_) % 255;
    }
    [[nodiscard]] std::uint16_t value() const {
        return static_cast<std::uint16_t>(two_ << 8U | one_);
    }

   private:
    unsigned one_ = 0, two_ = 0;
};

// Calls f(number) for every 16-bit number of the file, in its order.
template <class N, class F>
void for_each_weight(N& net, const F& f) {
    for (auto& row : net.rows)
        for (auto& weight : row) f(weight);
    for (auto& weight : net.bias) f(weight);
    for (auto& weight : net.out) f(weight);
}

// None if the text holds something else than a network.
inline std::unique_ptr<const Net> read_net(std::string_view text) {
    Base64Reader reader(text);
    FletcherSum sum;
    const auto word = [&] {
        const std::uint8_t low = reader.byte(), high = reader.byte();
        sum.add(low);
        sum.add(high);
        return static_cast<std::uint16_t>(low | high << 8);
    };
    auto net = std::make_unique<Net>();
    for_each_weight(*net,
                    [&](std::int16_t& weight) { weight = static_cast<std::int16_t>(word()); });
    const std::uint32_t low = word(), high = word();
    net->out_bias = static_cast<std::int32_t>(low | high << 16U);
    const std::uint16_t expected = sum.value();
    const bool right = word() == expected && reader.good() && reader.left() < 8;
    return right && net->is_safe() ? std::move(net) : nullptr;
}

inline const Net& learnt_net() {
    static const std::unique_ptr<const Net> net = read_net({packed_net, sizeof packed_net - 1});
    return *net;
}

}  // namespace zeitnot::ewn
