# Cuts the lines of each algorithm that a talk shows beside its picture out of the sources, and writes them as a table:
#
#   cmake -DROOT=<source folder> -DTABLE=<file.cpp> -P cut_code.cmake
#
# They stand between `// [cpu.simd]` and `// [/cpu.simd]`; an algorithm may have several parts. What a step is about
# stands between `// [lit]` and `// [/lit]` within them. Both are marks of whole lines.
cmake_minimum_required(VERSION 3.25)

file(GLOB_RECURSE sources RELATIVE ${ROOT} ${ROOT}/sim/*.hpp ${ROOT}/sim/*.cpp ${ROOT}/sim/*.cu ${ROOT}/sim/*.cuh)
list(SORT sources)

set(rows "")
foreach(source IN LISTS sources)
    file(READ ${ROOT}/${source} rest)
    set(line 1)
    while("${rest}" MATCHES "// \\[((cpu|gpu)\\.[a-z0-9_]+)\\]\n")
        set(algorithm ${CMAKE_MATCH_1})
        set(opening "// [${algorithm}]\n")
        set(closing "// [/${algorithm}]\n")
        string(FIND "${rest}" "${opening}" begin)
        string(FIND "${rest}" "${closing}" end)
        if(end LESS begin)
            message(FATAL_ERROR "${source}: '// [${algorithm}]' has no '// [/${algorithm}]' behind it")
        endif()
        string(LENGTH "${opening}" length)
        math(EXPR begin "${begin} + ${length}")
        string(SUBSTRING "${rest}" 0 ${begin} before)
        string(REGEX REPLACE "[^\n]" "" newlines "${before}")
        string(LENGTH "${newlines}" passed)
        math(EXPR line "${line} + ${passed}")

        math(EXPR count "${end} - ${begin}")
        string(SUBSTRING "${rest}" ${begin} ${count} code)
        string(APPEND rows "    {\"${algorithm}\", \"${source}\", ${line}, R\"cut(${code})cut\"},\n")

        string(LENGTH "${closing}" length)
        math(EXPR end "${end} + ${length}")
        string(REGEX REPLACE "[^\n]" "" newlines "${code}")
        string(LENGTH "${newlines}" passed)
        math(EXPR line "${line} + ${passed} + 1")
        string(SUBSTRING "${rest}" ${end} -1 rest)
    endwhile()
    if("${rest}" MATCHES "// \\[/((cpu|gpu)\\.[a-z0-9_]+)\\]\n")
        message(FATAL_ERROR "${source}: '// [/${CMAKE_MATCH_1}]' has no '// [${CMAKE_MATCH_1}]' before it")
    endif()
endforeach()

string(CONCAT table
    "// Made by cmake/cut_code.cmake from the sources of the algorithms.\n"
    "#include \"app/code/code_excerpt.hpp\"\n\n"
    "namespace orrery {\n\n"
    "static const CodePart parts[] = {\n${rows}};\n\n"
    "std::span<const CodePart> code_parts() {\n    return parts;\n}\n\n"
    "} // namespace orrery\n")
file(WRITE ${TABLE} "${table}")
