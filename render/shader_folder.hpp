#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>

namespace orrery {

// The folder that shaders are read from, and when each file last changed.
class ShaderFolder {
public:
    explicit ShaderFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // The text of a file; throws failure naming it.
    std::string read(const std::string& name) const;
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    // Earliest representable when the file is not there (an editor may be just writing it).
    std::filesystem::file_time_type changed(const std::string& name) const;

private:
    std::filesystem::path folder_;
};

} // namespace orrery
