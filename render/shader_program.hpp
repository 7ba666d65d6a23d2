#pragma once

#include "render/gl_object.hpp"

#include <glm/mat3x3.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <chrono>
#include <filesystem>
#include <memory>
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

struct LinkedShaders;

// The folder that shaders are read from, and the programs that were made of them. A copy stands for
// the same folder.
class ShaderFolder {
public:
    ShaderFolder(std::filesystem::path folder)
        : folder_(std::move(folder)), programs_(std::make_shared<Programs>()) {}

    // Throws failure naming the file that cannot be read.
    ShaderText read(const std::string& name) const;
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    // When a file last changed; earliest when it is not there (an editor may be just writing it).
    std::filesystem::file_time_type changed(const std::string& name) const;

    // Compiles again what is made of files that have changed; looks at them a few times a second
    // only. The compiler's words where that failed, once per change; the last good program stays.
    std::optional<std::string> reload_changed() const;
    // Grows with each program that was compiled again.
    int reloads() const { return programs_->reloads; }

private:
    friend class ShaderProgram;
    struct Programs {
        std::vector<std::weak_ptr<LinkedShaders>> all;
        std::chrono::steady_clock::time_point next_look;
        int reloads = 0;
    };

    void append(const std::string& name, ShaderText& to) const;

    std::filesystem::path folder_;
    std::shared_ptr<Programs> programs_;
};

// A linked program made of shader files, whose stage is told by their ending: .vert, .frag, .comp.
// Compiled again by its folder when one of them, or one that they include, changes.
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
    void set(const char* uniform, std::span<const int> values) const;
    void set(const char* uniform, const glm::mat3& value) const;

private:
    int location(const char* uniform) const;

    std::shared_ptr<LinkedShaders> linked_;
};

} // namespace orrery
