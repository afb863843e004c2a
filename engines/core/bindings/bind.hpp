// Included by every binding file: nanobind with the conversions in use, and the functions that bind
// each topic.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "zeitnot/bytes.hpp"

namespace zeitnot {

void bind_games(nanobind::module_& m);
void bind_engine(nanobind::module_& m);
void bind_nim(nanobind::module_& m);
void bind_ownership(nanobind::module_& m);
void bind_settings(nanobind::module_& m);
void bind_solve(nanobind::module_& m);
void bind_strategy(nanobind::module_& m);
void bind_texel(nanobind::module_& m);
void bind_training(nanobind::module_& m);
void bind_tablebase(nanobind::module_& m);
void bind_weights(nanobind::module_& m);

inline nanobind::bytes as_bytes(Bytes bytes) { return nanobind::bytes(bytes.data(), bytes.size()); }

}  // namespace zeitnot
