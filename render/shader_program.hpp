#pragma once

#include "render/gl_object.hpp"

#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
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

// A linked program made of shader files, whose stage is told by their ending: .vert, .frag, .comp.
// Compiled again when one of them, or one that they include, changes.
class ShaderProgram {
public:
    // Throws failure naming the file and the compiler's words.
    ShaderProgram(const ShaderFolder& folder, std::vector<std::string> stages);

    void use() const;
    // A uniform that the program does not have is ignored: it may be a shader being edited.
    void set(const char* uniform, int value) const;
    void set(const char* uniform, float value) const;
    void set(const char* uniform, const glm::vec2& value) const;
    void set(const char* uniform, const glm::ivec2& value) const;
    void set(const char* uniform, const glm::vec3& value) const;
    void set(const char* uniform, std::span<const glm::vec3> values) const;
    void set(const char* uniform, const glm::mat3& value) const;
    void set(const char* uniform, const glm::mat4& value) const;

    int times_built() const { return times_built_; }

    // The compiler's words when a changed file failed, once per change; the last good program
    // stays.
    std::optional<std::string> reload_if_changed(const ShaderFolder& folder);

private:
    // A file that the program is made of, and when it changed last as far as we know.
    struct Part {
        std::string file;
        std::filesystem::file_time_type changed;
    };

    void build(const ShaderFolder& folder);
    int location(const char* uniform) const;
    void find_uniforms();

    std::vector<std::string> stages_;
    std::vector<Part> parts_; // the stages and what they include
    GlProgram program_;
    std::map<std::string, int, std::less<>> uniforms_; // where they are
    int times_built_ = 0;
};

} // namespace orrery
