#include "sim/machine/machine.hpp"

#include <oneapi/tbb/info.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

namespace orrery {
namespace {

// The value of "key : value" in one of Linux's descriptions of itself; "" where it is not.
std::string field_of(const char* file, const std::string& key) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t colon = line.find(':');
        if (line.compare(0, key.size(), key) == 0 && colon != std::string::npos) {
            const std::size_t value = line.find_first_not_of(" \t", colon + 1);
            return value == std::string::npos ? "" : line.substr(value);
        }
    }
    return "";
}

std::string widest_instruction_set() {
#if defined(__aarch64__)
    return "NEON";
#else
    std::istringstream words(field_of("/proc/cpuinfo", "flags"));
    const std::set<std::string> flags{std::istream_iterator<std::string>(words), {}};
    return flags.contains("avx512f")  ? "AVX-512"
           : flags.contains("avx2")   ? "AVX2"
           : flags.contains("sse4_1") ? "SSE4"
                                      : "unknown";
#endif
}

std::size_t available_memory() {
    std::istringstream words(field_of("/proc/meminfo", "MemAvailable"));
    std::size_t kibibytes = 0;
    words >> kibibytes;
    return kibibytes * 1024;
}

} // namespace

Machine machine() {
    const std::string cpu = field_of("/proc/cpuinfo", "model name");
    return {cpu.empty() ? "unknown CPU" : cpu, widest_instruction_set(),
            oneapi::tbb::info::default_concurrency(), available_memory()};
}

std::size_t physical_memory() {
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page)
                                 : 0;
}

} // namespace orrery
