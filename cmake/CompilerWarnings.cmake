# orrery_warnings: what every target of this project is compiled with.
add_library(orrery_warnings INTERFACE)
target_compile_options(orrery_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wconversion>
    # Not -Wpedantic: the host code that nvcc writes is not pedantic.
    "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wconversion>"
    # GCC 12 sees overlaps in std::string that are not there (GCC bug 105651).
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
