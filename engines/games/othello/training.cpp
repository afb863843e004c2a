// Python bindings for training Othello's patterns and edge tables: self-play samples as bytes, the
// fit, and the counts.
#include "bind.hpp"
#include "games/othello/counts.hpp"
#include "games/othello/fit.hpp"
#include "games/othello/fit_factors.hpp"
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

using Learnt = std::shared_ptr<const othello::LearntWeights>;

const othello::LearntWeights& learnt_weights_in(const PyWeights& weights) {
    const auto* learnt = std::any_cast<Learnt>(&weights.unpacked);
    if (learnt == nullptr) throw nb::value_error("These are another game's weights.");
    return **learnt;
}

void count(othello::Counts& self, const nb::bytes& bytes) {
    const auto samples = samples_of(bytes);
    const nb::gil_scoped_release released;
    self.add(samples);
}

// Shape and squares; the number of occurrences; the mean margin and the share of points.
using EdgeRow =
    std::pair<std::pair<int, std::string>, std::pair<std::uint32_t, std::pair<double, double>>>;

std::vector<EdgeRow> rows(const othello::Counts& self, std::uint32_t min_seen) {
    const nb::gil_scoped_release released;
    std::vector<EdgeRow> rows;
    for (const auto& [shape, squares, tally] : self.rows(min_seen))
        rows.push_back({{shape, squares}, {tally.seen, {tally.mean(), tally.score()}}});
    return rows;
}

nb::bytes packed_with(const othello::Counts& self, const PyWeights& weights,
                      const nb::bytes& bytes) {
    const othello::LearntWeights& trained = learnt_weights_in(weights);
    const auto samples = samples_of(bytes);
    std::vector<std::uint8_t> packed;
    {
        const nb::gil_scoped_release released;
        const auto learnt = std::make_unique<othello::LearntWeights>(
            othello::LearntWeights{trained.patterns, othello::EdgeTables{{}, self.values()}});
        auto& edges = *learnt->edges;
        for (const auto base : othello::bases)
            edges.factors[static_cast<std::size_t>(base)] =
                othello::fitted_factors(base, trained.patterns, edges.values, samples);
        packed = othello::packed_weights(*learnt);
    }
    return as_bytes(packed);
}

double error_of(const PyWeights& weights, const std::string& evaluation, const nb::bytes& bytes) {
    const othello::LearntWeights& learnt = learnt_weights_in(weights);
    const othello::Kind kind = othello::kind_named(evaluation);
    if (othello::kind_names[static_cast<std::size_t>(kind)] != evaluation ||
        kind == othello::Kind::hand)
        throw nb::value_error("This evaluation is not learnt.");
    if (othello::needs_edge_tables(kind) && !learnt.edges)
        throw nb::value_error("These weights have no play book.");
    const auto samples = samples_of(bytes);
    const nb::gil_scoped_release released;
    return othello::squared_error(kind, learnt, samples);
}

}  // namespace

void bind_othello_training(nb::module_& m) {
    m.def("othello_samples", &games, "first"_a, "count"_a, "depth"_a, "weights"_a,
          "Plays self-play games with the seeds from `first` on, searching `depth` plies. Returns "
          "their positions with the final margins, 24 bytes each.");
    m.def("othello_error", &error_of, "weights"_a, "evaluation"_a, "samples"_a,
          "The mean squared error of an evaluation, in discs squared: of patterns, plain, playbook "
          "or patterns+playbook. Raises ValueError for weights without what it needs.");
    nb::class_<othello::Counts>(
        m, "OthelloCounts", "Counts configurations of edges and corners for Othello's play book.")
        .def(nb::init<>())
        .def("add", &count, "samples"_a, "Counts each sample.")
        .def("rows", &rows, "min_seen"_a,
             "Edges (0) and corners (1: three by three, 2: two by five) that were seen at least "
             "`min_seen` times: shape and squares; then how often, and the mean margin of their "
             "games "
             "and the share of points, for the side to move.")
        .def("packed", &packed_with, "weights"_a, "samples"_a,
             "A weights file with the patterns of these weights and the play book. Its factors are "
             "fitted to the samples, which should not be the counted ones.");
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
