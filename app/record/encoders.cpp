#include "app/record/encoders.hpp"

#include <array>
#include <cstdio>
#include <memory>
#include <string>

namespace orrery {
namespace {

struct ClosePipe {
    void operator()(std::FILE* pipe) const { pclose(pipe); }
};

} // namespace

// Lines like " V....D libx264   H.264 / AVC".
bool has_encoder(std::string_view name) {
    const std::unique_ptr<std::FILE, ClosePipe> pipe(
        popen("ffmpeg -hide_banner -encoders 2>/dev/null </dev/null", "r"));
    std::array<char, 512> line{};
    const std::string word = " " + std::string(name) + " ";
    bool found = false;
    while (pipe && std::fgets(line.data(), static_cast<int>(line.size()), pipe.get()) != nullptr) {
        found = found || std::string_view(line.data()).find(word) != std::string_view::npos;
    }
    return found;
}

} // namespace orrery
