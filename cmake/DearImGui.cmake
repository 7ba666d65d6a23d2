# orrery_imgui: Dear ImGui (docking branch) with its GLFW and OpenGL backends, and ImPlot.
#
# Debian's Dear ImGui has no docking, so the sources come from the pinned source distribution of
# imgui-bundle on PyPI, which carries both libraries. It is fetched once with pip into a cache that all
# build folders share, checked against its SHA-256, and only the folders needed are unpacked.
#
# Offline: the archive at its place in that cache, or -DORRERY_IMGUI_BUNDLE_DIR=DIR, an unpacked
# imgui-bundle source tree.

set(ORRERY_IMGUI_BUNDLE_DIR "" CACHE PATH "Unpacked imgui-bundle source tree (empty: fetch it with pip)")

set(imgui_bundle_version 1.93.0)
set(imgui_bundle_sha256 10ad1dab8258a6787b4f07bb926b08d0efc648a7906242568c8dd778c5e719bf)

function(orrery_no_imgui archive why)
    message(FATAL_ERROR "Dear ImGui could not be fetched from PyPI with pip. Without a network, put "
        "imgui-bundle ${imgui_bundle_version}'s source archive at ${archive}, or unpack it and configure "
        "once with cmake --preset release -DORRERY_IMGUI_BUNDLE_DIR=DIR.\n${why}")
endfunction()

function(orrery_fetch_imgui_bundle archive)
    cmake_path(GET archive PARENT_PATH folder)
    if(EXISTS "${archive}")
        file(SHA256 "${archive}" found)
        if(found STREQUAL imgui_bundle_sha256)
            return()
        endif()
        file(REMOVE "${archive}")
    endif()
    find_package(Python3 QUIET COMPONENTS Interpreter)
    if(NOT Python3_FOUND)
        orrery_no_imgui("${archive}" "Python is missing (Debian: python3 python3-pip)")
    endif()
    # Downloaded beside the cache and then renamed: two build folders configured at once do not meet
    # each other's half of a file.
    string(RANDOM LENGTH 8 suffix)
    set(download "${folder}/download-${suffix}")
    message(STATUS "Dear ImGui: fetching imgui-bundle ${imgui_bundle_version} from PyPI (54 MB, once)")
    execute_process(
        COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/fetch_from_pypi.py
            imgui-bundle==${imgui_bundle_version} "${download}" "Dear ImGui" 54
        RESULT_VARIABLE status ERROR_VARIABLE words)
    file(GLOB fetched "${download}/imgui*.tar.gz")
    if(NOT status EQUAL 0 OR NOT fetched)
        file(REMOVE_RECURSE "${download}")
        orrery_no_imgui("${archive}" "${words}")
    endif()
    file(SHA256 "${fetched}" found)
    if(NOT found STREQUAL imgui_bundle_sha256)
        file(REMOVE_RECURSE "${download}")
        message(FATAL_ERROR "imgui-bundle ${imgui_bundle_version} from PyPI has SHA-256 ${found}, "
            "expected ${imgui_bundle_sha256}: not used.")
    endif()
    file(RENAME "${fetched}" "${archive}")
    file(REMOVE_RECURSE "${download}")
endfunction()

if(ORRERY_IMGUI_BUNDLE_DIR)
    set(imgui_bundle "${ORRERY_IMGUI_BUNDLE_DIR}")
    set(imgui_origin "${ORRERY_IMGUI_BUNDLE_DIR}")
else()
    if(DEFINED ENV{XDG_CACHE_HOME})
        set(imgui_cache "$ENV{XDG_CACHE_HOME}/orrery")
    else()
        set(imgui_cache "$ENV{HOME}/.cache/orrery")
    endif()
    set(imgui_bundle "${imgui_cache}/imgui_bundle-${imgui_bundle_version}")
    set(test_engine_folder external/imgui_test_engine/imgui_test_engine/imgui_test_engine)
    if(NOT EXISTS "${imgui_bundle}/external/implot/implot/implot.h" OR
       NOT EXISTS "${imgui_bundle}/${test_engine_folder}/imgui_te_engine.h")
        set(imgui_archive "${imgui_bundle}.tar.gz")
        orrery_fetch_imgui_bundle("${imgui_archive}")
        # Unpacked under another name and renamed, so that what is there is whole.
        string(RANDOM LENGTH 8 suffix)
        set(unpacked "${imgui_cache}/unpacking-${suffix}")
        file(ARCHIVE_EXTRACT INPUT "${imgui_archive}" DESTINATION "${unpacked}"
            PATTERNS "*/external/imgui/imgui/*.h" "*/external/imgui/imgui/*.cpp"
                     "*/external/imgui/imgui/LICENSE.txt" "*/external/implot/implot/*" "*/${test_engine_folder}/*")
        file(REMOVE_RECURSE "${imgui_bundle}")
        file(RENAME "${unpacked}/imgui_bundle-${imgui_bundle_version}" "${imgui_bundle}")
        file(REMOVE_RECURSE "${unpacked}")
    endif()
    set(imgui_origin "imgui-bundle ${imgui_bundle_version} (PyPI, checked)")
endif()

set(imgui_source "${imgui_bundle}/external/imgui/imgui")
set(implot_source "${imgui_bundle}/external/implot/implot")
if(NOT EXISTS "${imgui_source}/imgui.h" OR NOT EXISTS "${implot_source}/implot.h")
    message(FATAL_ERROR "No Dear ImGui and ImPlot under ${imgui_bundle}/external; "
        "check -DORRERY_IMGUI_BUNDLE_DIR.")
endif()

# SYSTEM: other people's headers are not held to our warnings.
function(orrery_compile_as_imgui name)
    target_include_directories(${name} SYSTEM PUBLIC
        ${imgui_source} ${imgui_source}/backends ${implot_source})
    target_compile_definitions(${name} PUBLIC IMGUI_DISABLE_OBSOLETE_FUNCTIONS)
    target_link_libraries(${name} PRIVATE orrery_cold)
endfunction()

# What tells the Test Engine of nothing, once for all.
add_library(orrery_imgui_drawing OBJECT
    ${imgui_source}/imgui_draw.cpp
    ${imgui_source}/misc/cpp/imgui_stdlib.cpp
    ${implot_source}/implot.cpp
    ${implot_source}/implot_items.cpp)
orrery_compile_as_imgui(orrery_imgui_drawing)
# Plots are of doubles. For all ten types of numbers this file takes minutes to compile.
set_source_files_properties(${implot_source}/implot_items.cpp PROPERTIES
    COMPILE_DEFINITIONS "IMPLOT_CUSTOM_NUMERIC_TYPES=(double)")

# orrery_add_imgui(NAME sources…): Dear ImGui and ImPlot as a static library. Programs have one, tests of widgets
# another, whose ImGui tells the Test Engine of every item.
file(GLOB imgui_core CONFIGURE_DEPENDS "${imgui_source}/imgui*.cpp")
list(FILTER imgui_core EXCLUDE REGEX "imgui_draw\\.cpp$")
function(orrery_add_imgui name)
    add_library(${name} STATIC ${imgui_core} $<TARGET_OBJECTS:orrery_imgui_drawing> ${ARGN})
    orrery_compile_as_imgui(${name})
    set_source_files_properties(${imgui_source}/imgui_demo.cpp TARGET_DIRECTORY ${name} PROPERTIES
        COMPILE_DEFINITIONS IMGUI_DISABLE_DEMO_WINDOWS) # nobody opens them
endfunction()
orrery_add_imgui(orrery_imgui
    ${imgui_source}/backends/imgui_impl_glfw.cpp
    ${imgui_source}/backends/imgui_impl_opengl3.cpp
    ${PROJECT_SOURCE_DIR}/app/window/work_area.cpp)
set_source_files_properties(${imgui_source}/backends/imgui_impl_glfw.cpp TARGET_DIRECTORY orrery_imgui PROPERTIES
    COMPILE_DEFINITIONS glfwGetMonitorWorkarea=orrery_no_work_area) # it says why
target_link_libraries(orrery_imgui PUBLIC glfw)

# What drives widgets in tests; a folder given by ORRERY_IMGUI_BUNDLE_DIR may lack it.
set(imgui_test_engine "${imgui_bundle}/external/imgui_test_engine/imgui_test_engine/imgui_test_engine")
