# ORRERY_CUDA: whether the CUDA algorithms are built. They are wherever there is a compiler for them; a
# GPU is needed to run them, not to build them.
include(CheckLanguage)
set(ORRERY_CUDA AUTO CACHE STRING "Build the CUDA algorithms: AUTO (where nvcc is found), ON or OFF")
set_property(CACHE ORRERY_CUDA PROPERTY STRINGS AUTO ON OFF)

set(cuda_note "off: switched off with ORRERY_CUDA=OFF")
if(ORRERY_CUDA STREQUAL "AUTO")
    if(NOT CMAKE_CUDA_COMPILER AND EXISTS /usr/local/cuda/bin/nvcc)
        set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc) # where NVIDIA's packages put it, off the PATH
    endif()
    check_language(CUDA)
    if(CMAKE_CUDA_COMPILER)
        set(ORRERY_CUDA ON)
    else()
        set(ORRERY_CUDA OFF)
        set(cuda_note "off: nvcc was not found (install NVIDIA's CUDA Toolkit 12.4 or newer)")
    endif()
endif()

if(ORRERY_CUDA)
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
        # The GPU that is here. Where there is none, what the driver of any GPU since Turing compiles when
        # it loads the program; the preset `package` makes a program for other machines.
        execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
            OUTPUT_VARIABLE capability OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE smi ERROR_QUIET)
        set(CMAKE_CUDA_ARCHITECTURES 75-virtual)
        if(smi EQUAL 0 AND capability MATCHES "^([0-9]+)\\.([0-9]+)")
            set(CMAKE_CUDA_ARCHITECTURES ${CMAKE_MATCH_1}${CMAKE_MATCH_2}-real)
        endif()
    endif()
    enable_language(CUDA)
    # CMake 3.25 stumbles over CUDA 13, which has no nvToolsExt any more, but only in projects that ask for
    # CMake 3.25: it gives a deprecation notice to a target that is not there.
    set(asked_for ${CMAKE_MINIMUM_REQUIRED_VERSION})
    set(CMAKE_MINIMUM_REQUIRED_VERSION 3.24)
    find_package(CUDAToolkit 12.4 REQUIRED)
    set(CMAKE_MINIMUM_REQUIRED_VERSION ${asked_for})
    # CMake 3.25 does not know how CUDA 13 is told the language standard.
    if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
        set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
        set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
    endif()
    set(CMAKE_CUDA_STANDARD 20)
    set(CMAKE_CUDA_STANDARD_REQUIRED ON)
    set(CMAKE_CUDA_EXTENSIONS OFF)
    list(JOIN CMAKE_CUDA_ARCHITECTURES ", " architectures)
    set(cuda_note "on: ${CUDAToolkit_VERSION}, for ${architectures}")
endif()
orrery_note("CUDA" "${cuda_note}")
