# Writes drawings of algorithms as a table, for a talk that shows them:
#
#   cmake -DFOLDER=<of the drawings> -DDRAWINGS=<algorithm=name,…> -DTABLE=<file.cpp> -P collect_drawings.cmake
cmake_minimum_required(VERSION 3.25)

set(rows "")
string(REPLACE "," ";" drawings "${DRAWINGS}")
foreach(drawing IN LISTS drawings)
    if(NOT drawing MATCHES "^(.+)=(.+)$")
        message(FATAL_ERROR "'${drawing}' is not of the form algorithm=name")
    endif()
    file(READ ${FOLDER}/${CMAKE_MATCH_2}.svg svg)
    string(APPEND rows "    {\"${CMAKE_MATCH_1}\", R\"svg(${svg})svg\"},\n")
endforeach()

string(CONCAT table
    "// Made by cmake/collect_drawings.cmake.\n"
    "#include \"app/code/kernel_drawing.hpp\"\n\n"
    "namespace orrery {\n\n"
    "static const DrawingFile files[] = {\n${rows}};\n\n"
    "std::span<const DrawingFile> drawing_files() {\n    return files;\n}\n\n"
    "} // namespace orrery\n")
file(WRITE ${TABLE} "${table}")
