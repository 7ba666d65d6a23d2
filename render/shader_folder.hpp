#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace orrery {

// The text of a shader file in which `#include "other.glsl"` lines stand for that file's text, each
// file once.
struct ShaderText {
    std::string text;
    std::vector<std::string> files; // it is made of, itself first; the compiler numbers them so
};

// The folder that shaders are read from.
class ShaderFolder {
public:
    explicit ShaderFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // Throws failure naming the file that cannot be read.
    ShaderText read(const std::string& name) const;
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    // When a file last changed; earliest when it is not there (an editor may be just writing it).
    std::filesystem::file_time_type changed(const std::string& name) const;

private:
    void append(const std::string& name, ShaderText& to) const;

    std::filesystem::path folder_;
};

} // namespace orrery
