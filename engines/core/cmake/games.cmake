# Each folder of games/ with a game.toml is a game. Generates into the build tree: a translation unit
# for each game and one for its Monte-Carlo tree search, the registry, and the calls that bind their training. Of a game's headers the build
# includes position.hpp, and evaluation.hpp, tablebase.hpp, ownership.hpp, open_solver.hpp and
# method.hpp if they exist. A game with a blueprint.hpp is played by its blueprint.

file(GLOB manifests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/games/*/game.toml)
file(GLOB headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/games/*/*.hpp)
file(GLOB trainings CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/games/*/training.cpp)
set(generated ${CMAKE_CURRENT_BINARY_DIR}/generated)

set(GAMES)        # their names
set(GAME_SOURCES) # their translation units
foreach(manifest ${manifests})
  get_filename_component(folder ${manifest} DIRECTORY)
  get_filename_component(game ${folder} NAME)
  list(APPEND GAMES ${game})
  file(READ ${manifest} text)
  if(NOT text MATCHES "(^|\n)position = \"([A-Za-z][A-Za-z0-9]*)\"")
    message(FATAL_ERROR "games/${game}/game.toml must say the C++ name: position = \"MyGame\"")
  endif()
  set(position ${CMAKE_MATCH_2})
  set(${game}_position ${position})
  set(includes "#include \"games/${game}/position.hpp\"")
  foreach(header evaluation tablebase ownership open_solver method)
    if(${folder}/${header}.hpp IN_LIST headers)
      string(APPEND includes "\n#include \"games/${game}/${header}.hpp\"")
    endif()
  endforeach()
  if(${folder}/open_solver.hpp IN_LIST headers)
    string(APPEND includes "\n#include \"erased_pimc.hpp\"")
  endif()
  set(entry "make_entry<${position}>()")
  if(${folder}/blueprint.hpp IN_LIST headers)
    set(entry "with_blueprint<${position}>(${entry})")
    string(APPEND includes "\n#include \"erased_blueprint.hpp\"")
  endif()
  configure_file(cmake/game.cpp.in ${generated}/${game}.cpp @ONLY)
  # A unit of its own: a change of one method does not compile the others.
  foreach(header playouts priors evaluator)
    if(${folder}/${header}.hpp IN_LIST headers)
      string(APPEND includes "\n#include \"games/${game}/${header}.hpp\"")
    endif()
  endforeach()
  configure_file(cmake/mcts.cpp.in ${generated}/${game}_mcts.cpp @ONLY)
  list(APPEND GAME_SOURCES ${generated}/${game}.cpp ${generated}/${game}_mcts.cpp)

  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${manifest})
  string(APPEND declarations "GameEntry ${game}_entry();\nGameEntry ${game}_with_mcts(GameEntry entry);\n")
  string(APPEND entries "        with_manifest(${game}_with_mcts(${game}_entry()), R\"toml(${text})toml\"),\n")
endforeach()
configure_file(cmake/registry.cpp.in ${generated}/registry.cpp @ONLY)

foreach(training ${trainings})
  get_filename_component(folder ${training} DIRECTORY)
  get_filename_component(game ${folder} NAME)
  string(APPEND trainers "void bind_${game}_training(nanobind::module_& m);\n")
  string(APPEND training_calls "    bind_${game}_training(m);\n")
endforeach()
configure_file(cmake/training.cpp.in ${generated}/training.cpp @ONLY)
