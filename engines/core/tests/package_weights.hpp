// Loads the package's learnt weights for checks without Python. CMake defines their folder.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "zeitnot/search/learnt.hpp"
#include "zeitnot/weights_file.hpp"

namespace zeitnot {

// Ends the program if the file is missing or corrupt.
template <Learnt P>
std::shared_ptr<const typename Evaluation<P>::Weights> package_weights() {
    const std::string path =
        ZEITNOT_GAMES "/" + std::string(P::name) + "/" + std::string(P::name) + ".weights";
    std::ifstream stream(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const auto file =
        read_weights_file({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    auto weights = file ? Evaluation<P>::unpack(file->body) : nullptr;
    if (weights == nullptr) {
        std::fprintf(stderr, "%s: %s\n", path.c_str(),
                     file ? "invalid weights" : file.error().c_str());
        std::exit(1);
    }
    return weights;
}

// The options with the weights that the game needs, if it needs any.
template <class P>
Options with_weights(Options options = {}) {
    if constexpr (Learnt<P>) options.weights = package_weights<P>();
    return options;
}

}  // namespace zeitnot
