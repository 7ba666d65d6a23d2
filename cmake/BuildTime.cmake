# What keeps building short.

# orrery_cold: code that nobody waits for, as commands and panels. Optimised a little, it compiles in
# two thirds of the time; whatever loops over bodies is in sim or render, which get all there is.
add_library(orrery_cold INTERFACE)
target_compile_options(orrery_cold INTERFACE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-O1>)

# orrery_unoptimised: tests, which take half as long to compile so, a precompiled header of the same rules provided.
add_library(orrery_unoptimised INTERFACE)
target_compile_options(orrery_unoptimised INTERFACE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-O0>)
# gold, of Debian's binutils, links them in less than half the time.
find_program(ORRERY_GOLD ld.gold)
mark_as_advanced(ORRERY_GOLD)
if(ORRERY_GOLD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_options(orrery_unoptimised INTERFACE $<$<CONFIG:Release>:-fuse-ld=gold>)
endif()

# GCC sweeps its memory again and again, a tenth of the time that it takes for a file of ours. Below half a gigabyte, which
# only the largest files reach, it need not.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=524288>)
endif()

# Precompiled are the headers that most files of a target read anyway, with the templates that they bring to
# life: a panel takes a third of the time. Those that a few files need do harm there, as every file pays for
# them. Each file includes what it uses all the same; the presets debug, asan and tsan compile without, and
# so notice one that does not.

# orrery_precompile(TARGET headers…): after the target has all its sources. Those that compute by other rules (-f…) do
# without.
function(orrery_precompile target)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        get_source_file_property(options ${source} TARGET_DIRECTORY ${target} COMPILE_OPTIONS)
        if(options MATCHES "-f")
            set_source_files_properties(${source} TARGET_DIRECTORY ${target}
                PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
        endif()
    endforeach()
endfunction()

# orrery_compile_together(TARGET [files…] [APART files…]): of these files, or of all that the target has so far, ten are
# compiled in one go, which reads what they include and makes their templates once. APART: those with names that others
# have, too, as entries of one list. What no call names compiles alone. The presets debug, asan and tsan compile all one
# by one.
function(orrery_compile_together target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "APART")
    if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
        return()
    endif()
    set(files ${arg_UNPARSED_ARGUMENTS})
    if(NOT files)
        get_target_property(files ${target} SOURCES)
    endif()
    list(FILTER files INCLUDE REGEX "\\.cpp$")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    set(room 0)
    foreach(file IN LISTS files)
        cmake_path(ABSOLUTE_PATH file)
        cmake_path(RELATIVE_PATH file OUTPUT_VARIABLE name)
        if(NOT name IN_LIST arg_APART)
            if(room EQUAL 0)
                cmake_path(GET file STEM group)
                set(room 10)
            endif()
            math(EXPR room "${room} - 1")
            set_source_files_properties(${file} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${group})
        endif()
    endforeach()
endfunction()

# orrery_compile_kernels_together(TARGET files…): the same for CUDA, where CMake does not do it: instead of these files
# of the folder one is compiled that includes them. Most of a short kernel's time goes into what it includes.
function(orrery_compile_kernels_together target)
    if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
        target_sources(${target} PRIVATE ${ARGN})
        return()
    endif()
    list(TRANSFORM ARGN PREPEND "#include \"${CMAKE_CURRENT_SOURCE_DIR}/" OUTPUT_VARIABLE lines)
    list(TRANSFORM lines APPEND "\"\n")
    list(JOIN lines "" text)
    list(GET ARGN 0 first)
    get_filename_component(name ${first} NAME_WE)
    set(together ${CMAKE_CURRENT_BINARY_DIR}/${name}_and_others.cu)
    file(CONFIGURE OUTPUT ${together} CONTENT "${text}" @ONLY)
    target_sources(${target} PRIVATE ${together})
endfunction()

# With ccache installed, what was compiled once is not compiled again.
find_program(ORRERY_CCACHE ccache)
mark_as_advanced(ORRERY_CCACHE)
if(ORRERY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(launcher ${CMAKE_CURRENT_LIST_DIR}/cached_compiler.sh ${ORRERY_CCACHE})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
    set(CMAKE_CUDA_COMPILER_LAUNCHER ${launcher})
    orrery_note("Compiler cache" "on: ${ORRERY_CCACHE}")
endif()
