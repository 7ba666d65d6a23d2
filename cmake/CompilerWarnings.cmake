# orrery_warnings: what every target of this project is compiled with.
add_library(orrery_warnings INTERFACE)
target_compile_options(orrery_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wconversion>)
