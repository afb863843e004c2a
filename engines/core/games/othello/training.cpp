// Python bindings for the learning of Othello's patterns: self-play samples as bytes, and the fit.
#include "bind.hpp"
#include "games/othello/book.hpp"
#include "games/othello/fit.hpp"
#include "games/othello/packed.hpp"
#include "py_weights.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

using othello::TrainingSample;

std::vector<TrainingSample> samples_of(const nb::bytes& bytes) {
    if (bytes.size() % sizeof(TrainingSample) != 0)
        throw nb::value_error("The bytes are not a whole number of samples.");
    std::vector<TrainingSample> samples(bytes.size() / sizeof(TrainingSample));
    std::memcpy(samples.data(), bytes.data(), bytes.size());
    return samples;
}

nb::bytes games(std::uint64_t first, std::uint64_t count, int depth, const PyWeights& weights) {
    if (depth < 1 || depth > 10) throw nb::value_error("The depth is 1 to 10.");
    if (weights.game != Othello::name) throw nb::value_error("These are another game's weights.");
    std::vector<TrainingSample> samples;
    {
        const nb::gil_scoped_release released;
        Options options;
        options.hash_mb = 1;
        options.weights = weights.unpacked;
        othello::SelfPlay play(options, depth);
        for (std::uint64_t seed = first; seed < first + count; ++seed) {
            const auto game = play.play(seed);
            samples.insert(samples.end(), game.begin(), game.end());
        }
    }
    return nb::bytes(samples.data(), samples.size() * sizeof(TrainingSample));
}

double learn(othello::Fit& self, const nb::bytes& bytes, float rate, std::uint64_t seed) {
    auto samples = samples_of(bytes);
    const nb::gil_scoped_release released;
    std::shuffle(samples.begin(), samples.end(), std::mt19937_64(seed));
    return self.learn(samples, rate);
}

double error(const othello::Fit& self, const nb::bytes& bytes) {
    const auto samples = samples_of(bytes);
    const nb::gil_scoped_release released;
    return self.error(samples);
}

using BookRow = std::pair<std::pair<int, std::string>, std::pair<std::size_t, double>>;

std::vector<BookRow> book(const nb::bytes& bytes, std::size_t least) {
    const auto samples = samples_of(bytes);
    const nb::gil_scoped_release released;
    std::vector<BookRow> rows;
    for (const auto& row : othello::play_book(samples, least))
        rows.push_back({{row.shape, row.squares}, {row.count, row.margin}});
    return rows;
}

}  // namespace

void bind_othello_training(nb::module_& m) {
    m.def("othello_samples", &games, "first"_a, "count"_a, "depth"_a, "weights"_a,
          "Plays self-play games with the seeds from `first` on, searching `depth` plies. Returns "
          "their positions with the final margins, 24 bytes each.");
    m.def("othello_book", &book, "samples"_a, "least"_a,
          "Edges (0) and corners (1: three by three, 2: two by five) that occur at least `least` "
          "times: "
          "shape and squares, then the count and the mean margin of their games.");
    nb::class_<othello::Fit>(m, "OthelloFit", "Learns the weights of Othello's patterns.")
        .def(nb::init<bool>(), "play_book"_a = true,
             "Without the play book edges and corners count 0.")
        .def("learn", &learn, "samples"_a, "rate"_a, "seed"_a,
             "One step for each sample, in random order. Returns the mean squared error.")
        .def("error", &error, "samples"_a, "The mean squared error, in discs squared.")
        .def(
            "packed",
            [](const othello::Fit& self) { return as_bytes(othello::packed_weights(self)); },
            "The weights as a weights file.");
}

}  // namespace zeitnot
