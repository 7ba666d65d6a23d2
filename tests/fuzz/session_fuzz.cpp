#include "tests/fuzz/entry_points.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    orrery::fuzz_session(std::as_bytes(std::span(data, size)));
    return 0;
}
