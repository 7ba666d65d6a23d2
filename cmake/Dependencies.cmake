# Everything Orrery is built from. What is optional is decided here and explained in the summary.
option(ORRERY_TESTS "Build the tests" ON)
option(ORRERY_FUZZ "Build the libFuzzer targets (needs clang)" OFF)

# One line of the configure summary.
function(orrery_note name state)
    set_property(GLOBAL APPEND PROPERTY ORRERY_NOTES "${name}|${state}")
endfunction()

find_package(Threads REQUIRED)
find_package(TBB REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(OpenGL REQUIRED COMPONENTS OpenGL EGL)
find_package(glfw3 3.3 REQUIRED)
find_package(GLEW REQUIRED)
find_package(glm REQUIRED)
find_package(PNG REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
pkg_check_modules(TOMLPLUSPLUS REQUIRED IMPORTED_TARGET tomlplusplus)
pkg_check_modules(HIGHWAY REQUIRED IMPORTED_TARGET libhwy)
include(DearImGui)

orrery_note("Dear ImGui, ImPlot" "on: ${imgui_origin}")
