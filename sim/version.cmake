# Writes OUTPUT, the definitions of sim/version.hpp, at build time, so that the commit is the one built
# and not the one configured. Rewritten only when it changes.
execute_process(COMMAND git describe --always --dirty=+ --exclude=*
    WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)

set(text "#include \"sim/version.hpp\"

namespace orrery {

const char* version() {
    return \"${VERSION}\";
}

const char* commit() {
    return \"${commit}\";
}

const char* features() {
    return \"${FEATURES}\";
}

} // namespace orrery
")

set(present "")
if(EXISTS ${OUTPUT})
    file(READ ${OUTPUT} present)
endif()
if(NOT present STREQUAL text)
    file(WRITE ${OUTPUT} "${text}")
endif()
