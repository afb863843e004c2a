# The module of the textbook methods, with one translation unit for each game that values positions. It is
# separate, so that a build of some games, which does not need it, is as fast as without it. Of a game's
# headers it includes position.hpp, and those of evaluation.hpp and textbook.hpp that exist.

set(LABORATORY_SOURCES
  laboratory/engine.cpp
  laboratory/fixed_depth.cpp
  laboratory/module.cpp
  laboratory/uct.cpp
)
set(number 0)
foreach(game ${GAMES})
  set(position ${${game}_position})
  set(values)
  foreach(header evaluation textbook)
    if(${games_folder}/${game}/${header}.hpp IN_LIST headers)
      string(APPEND values "\n#include \"games/${game}/${header}.hpp\"")
    endif()
  endforeach()
  if(NOT values)
    continue()
  endif()
  set(includes "#include \"games/${game}/position.hpp\"${values}")
  configure_file(cmake/laboratory_game.cpp.in ${generated}/${game}_laboratory.cpp @ONLY)
  list(APPEND LABORATORY_SOURCES ${generated}/${game}_laboratory.cpp)
  math(EXPR group "${number} / 4")
  math(EXPR number "${number} + 1")
  set_source_files_properties(${generated}/${game}_laboratory.cpp PROPERTIES UNITY_GROUP laboratory_${group})
  string(APPEND laboratory_declarations "std::vector<MethodEntry> ${game}_methods(bool raw);\n")
  string(APPEND laboratory_entries "    if (game == \"${game}\") return ${game}_methods(raw);\n")
endforeach()
configure_file(cmake/laboratory_registry.cpp.in ${generated}/laboratory_registry.cpp @ONLY)

nanobind_add_module(_laboratory NB_STATIC NOMINSIZE NB_SUPPRESS_WARNINGS ${LABORATORY_SOURCES}
                    ${generated}/laboratory_registry.cpp)
target_include_directories(_laboratory PRIVATE bindings)
target_link_libraries(_laboratory PRIVATE zeitnot)
# -O2: nothing here is fast anyway, because each node costs virtual calls.
target_compile_options(_laboratory PRIVATE -Wno-maybe-uninitialized -O2)
if(PRECOMPILES)
  target_precompile_headers(_laboratory PRIVATE laboratory/methods.hpp)
  set_target_properties(_laboratory PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endif()
install(TARGETS _laboratory LIBRARY DESTINATION zeitnot_engines)
