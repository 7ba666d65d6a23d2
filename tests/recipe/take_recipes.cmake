# orrery_take_recipe(<page> <file> <list> <result>): takes from a page of documentation the example that begins with
# "// <file>", and the line that follows "Its line in `<list>`"; writes the example, and a copy of the list with
# that line in front of all others, below the binary folder. <result>: both, as sources.
function(orrery_take_recipe page file list result)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page} ${PROJECT_SOURCE_DIR}/${list})
    file(READ ${page} text)
    string(FIND "${text}" "```cpp\n// ${file}\n" begin)
    string(FIND "${text}" "Its line in `${list}`:\n\n```cpp\n" line_begin)
    if(begin EQUAL -1 OR line_begin EQUAL -1)
        message(FATAL_ERROR "${page} has no example ${file} with its line in ${list} any more: mend the page, or "
            "tests/recipe/CMakeLists.txt")
    endif()

    math(EXPR begin "${begin} + 7")
    string(SUBSTRING "${text}" ${begin} -1 example)
    string(FIND "${example}" "\n```" end)
    math(EXPR end "${end} + 1")
    string(SUBSTRING "${example}" 0 ${end} example)

    string(SUBSTRING "${text}" ${line_begin} -1 line)
    string(FIND "${line}" "```cpp\n" begin)
    math(EXPR begin "${begin} + 7")
    string(SUBSTRING "${line}" ${begin} -1 line)
    string(FIND "${line}" "\n```" end)
    string(SUBSTRING "${line}" 0 ${end} line)

    file(READ ${PROJECT_SOURCE_DIR}/${list} lines)
    set(front "// clang-format off\n")
    string(REPLACE "${front}" "${front}${line}\n" lines "${lines}")

    set(folder ${CMAKE_CURRENT_BINARY_DIR})
    file(CONFIGURE OUTPUT ${folder}/${file} CONTENT "${example}" @ONLY)
    file(CONFIGURE OUTPUT ${folder}/${list} CONTENT "${lines}" @ONLY)
    set(${result} ${${result}} ${folder}/${file} ${folder}/${list} PARENT_SCOPE)
endfunction()

# orrery_take_row(<page> <file> <result>): takes the example that begins with "// a row of <file>" as the one row of a
# table, for recipe_test.cpp to include.
function(orrery_take_row page file result)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
    file(READ ${page} text)
    string(FIND "${text}" "```cpp\n// a row of ${file}\n" begin)
    if(begin EQUAL -1)
        message(FATAL_ERROR "${page} has no row of ${file} any more: mend the page, or tests/recipe/CMakeLists.txt")
    endif()
    math(EXPR begin "${begin} + 7")
    string(SUBSTRING "${text}" ${begin} -1 row)
    string(FIND "${row}" "\n```" end)
    math(EXPR end "${end} + 1")
    string(SUBSTRING "${row}" 0 ${end} row)
    file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${result} CONTENT "${row}" @ONLY)
endfunction()
