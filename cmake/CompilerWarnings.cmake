# orrery_warnings: what every target of this project is compiled with.
add_library(orrery_warnings INTERFACE)
target_compile_options(orrery_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wconversion>
    # Not -Wpedantic: the host code that nvcc writes is not pedantic.
    "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wconversion>"
    # GCC 12 sees overlaps and overflows in std::string that are not there (GCC bugs 105651, 105329,
    # 105762).
    "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-stringop-overflow;-Wno-array-bounds>")
