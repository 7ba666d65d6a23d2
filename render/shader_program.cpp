#include "render/shader_program.hpp"

#include "sim/base/error.hpp"

#include <GL/glew.h>
#include <glm/gtc/type_ptr.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

namespace orrery {

// A program of shader files.
struct LinkedShaders {
    // A file that the program is made of, and when it changed last as far as we know.
    struct Part {
        std::string file;
        std::filesystem::file_time_type changed;
    };

    std::vector<std::string> stages;
    std::vector<Part> parts = {}; // the stages and what they include
    GlProgram program = GlProgram::create();
    std::map<std::string, int, std::less<>> uniforms = {}; // where they are
};

namespace {

// The name in `#include "name"`; empty for any other line.
std::string included(const std::string& line) {
    constexpr std::string_view directive = "#include \"";
    const std::size_t end = line.rfind('"');
    if (!line.starts_with(directive) || end < directive.size()) {
        return {};
    }
    return line.substr(directive.size(), end - directive.size());
}

GLenum stage_of(const std::string& file) {
    if (file.ends_with(".vert")) {
        return GL_VERTEX_SHADER;
    }
    return file.ends_with(".comp") ? GL_COMPUTE_SHADER : GL_FRAGMENT_SHADER;
}

using GetParameter = PFNGLGETSHADERIVPROC; // programs have the same signatures
using GetLog = PFNGLGETSHADERINFOLOGPROC;

std::string log_of(GLuint name, GetParameter get_parameter, GetLog get_log) {
    GLint length = 0;
    get_parameter(name, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
    get_log(name, length, nullptr, log.data());
    log.resize(log.find_last_not_of(std::string("\0\n\r ", 4)) + 1);
    return log;
}

// The compiler calls files by their numbers.
std::string with_names(std::string log, const ShaderText& shader) {
    std::string names;
    for (std::size_t number = 1; number < shader.files.size(); ++number) {
        names +=
            (names.empty() ? "" : ", ") + std::to_string(number) + " is " + shader.files[number];
    }
    return names.empty() ? log : std::move(log) + " (file " + names + ")";
}

GlShader compile(const ShaderFolder& folder, const std::string& file, const ShaderText& shader) {
    GlShader compiled = GlShader::create(stage_of(file));
    const char* text = shader.text.c_str();
    glShaderSource(compiled.name(), 1, &text, nullptr);
    glCompileShader(compiled.name());
    GLint succeeded = GL_FALSE;
    glGetShaderiv(compiled.name(), GL_COMPILE_STATUS, &succeeded);
    if (succeeded == GL_FALSE) {
        const std::string log = log_of(compiled.name(), glGetShaderiv, glGetShaderInfoLog);
        throw failure("does not compile: " + with_names(log, shader), folder.path(file), "");
    }
    return compiled;
}

// Once, since drivers look for names slowly.
void find_uniforms(LinkedShaders& linked) {
    GLint count = 0;
    glGetProgramiv(linked.program.name(), GL_ACTIVE_UNIFORMS, &count);
    for (GLuint number = 0; number < static_cast<GLuint>(count); ++number) {
        std::array<char, 128> name{};
        glGetActiveUniformName(linked.program.name(), number, static_cast<GLsizei>(name.size()),
                               nullptr, name.data());
        const std::string whole(name.data());
        linked.uniforms[whole.substr(0, whole.find('['))] =
            glGetUniformLocation(linked.program.name(), name.data());
    }
}

LinkedShaders link(const ShaderFolder& folder, std::vector<std::string> stages) {
    LinkedShaders linked{.stages = std::move(stages)};
    const GLuint program = linked.program.name();
    std::vector<GlShader> shaders;
    for (const std::string& stage : linked.stages) {
        const ShaderText text = folder.read(stage);
        for (const std::string& file : text.files) {
            linked.parts.push_back({file, folder.changed(file)});
        }
        shaders.push_back(compile(folder, stage, text));
        glAttachShader(program, shaders.back().name());
    }
    glLinkProgram(program);
    for (const GlShader& shader : shaders) {
        glDetachShader(program, shader.name());
    }
    GLint succeeded = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &succeeded);
    if (succeeded == GL_FALSE) {
        throw failure("does not link: " + log_of(program, glGetProgramiv, glGetProgramInfoLog),
                      folder.path(linked.stages.back()), "");
    }
    find_uniforms(linked);
    return linked;
}

constexpr auto time_between_looks = std::chrono::milliseconds(250);

} // namespace

ShaderText ShaderFolder::read(const std::string& name) const {
    ShaderText shader;
    append(name, shader);
    return shader;
}

void ShaderFolder::append(const std::string& name, ShaderText& to) const {
    if (std::find(to.files.begin(), to.files.end(), name) != to.files.end()) {
        return;
    }
    const std::size_t number = to.files.size();
    to.files.push_back(name);
    std::ifstream file(folder_ / name);
    int line_number = 0;
    for (std::string line; std::getline(file, line);) {
        ++line_number;
        if (const std::string other = included(line); !other.empty()) {
            to.text += "#line 1 " + std::to_string(to.files.size()) + "\n";
            append(other, to);
            to.text +=
                "#line " + std::to_string(line_number + 1) + " " + std::to_string(number) + "\n";
        } else {
            to.text += line + "\n";
        }
    }
    if (line_number == 0) {
        throw failure("cannot be read", path(name),
                      "the shaders are missing; install the program again");
    }
}

std::filesystem::file_time_type ShaderFolder::changed(const std::string& name) const {
    std::error_code error;
    const auto time = std::filesystem::last_write_time(folder_ / name, error);
    return error ? std::filesystem::file_time_type::min() : time;
}

std::optional<std::string> ShaderFolder::reload_changed() const {
    const auto now = std::chrono::steady_clock::now();
    if (now < programs_->next_look) {
        return std::nullopt;
    }
    programs_->next_look = now + time_between_looks;
    std::erase_if(programs_->all, [](const auto& program) { return program.expired(); });
    std::optional<std::string> words;
    for (const auto& program : programs_->all) {
        const std::shared_ptr<LinkedShaders> linked = program.lock();
        bool is_old = false;
        for (LinkedShaders::Part& part : linked->parts) {
            const auto before = std::exchange(part.changed, changed(part.file));
            is_old = is_old || part.changed != before;
        }
        try {
            if (is_old) {
                *linked = link(*this, linked->stages);
                ++programs_->reloads;
            }
        } catch (const Error& error) {
            words = error.what();
        }
    }
    return words;
}

ShaderProgram::ShaderProgram(const ShaderFolder& folder, std::vector<std::string> stages)
    : linked_(std::make_shared<LinkedShaders>(link(folder, std::move(stages)))) {
    folder.programs_->all.push_back(linked_);
}

void ShaderProgram::use() const {
    glUseProgram(linked_->program.name());
}

int ShaderProgram::location(const char* uniform) const {
    const auto found = linked_->uniforms.find(std::string_view(uniform));
    return found == linked_->uniforms.end() ? -1 : found->second;
}

void ShaderProgram::set(const char* uniform, int value) const {
    glProgramUniform1i(linked_->program.name(), location(uniform), value);
}

void ShaderProgram::set(const char* uniform, float value) const {
    glProgramUniform1f(linked_->program.name(), location(uniform), value);
}

void ShaderProgram::set(const char* uniform, const glm::vec2& value) const {
    glProgramUniform2fv(linked_->program.name(), location(uniform), 1, glm::value_ptr(value));
}

void ShaderProgram::set(const char* uniform, const glm::ivec2& value) const {
    glProgramUniform2iv(linked_->program.name(), location(uniform), 1, glm::value_ptr(value));
}

void ShaderProgram::set(const char* uniform, const glm::vec3& value) const {
    glProgramUniform3fv(linked_->program.name(), location(uniform), 1, glm::value_ptr(value));
}

void ShaderProgram::set(const char* uniform, std::span<const glm::vec3> values) const {
    glProgramUniform3fv(linked_->program.name(), location(uniform),
                        static_cast<GLsizei>(values.size()), glm::value_ptr(values.front()));
}

void ShaderProgram::set(const char* uniform, std::span<const int> values) const {
    glProgramUniform1iv(linked_->program.name(), location(uniform),
                        static_cast<GLsizei>(values.size()), values.data());
}

void ShaderProgram::set(const char* uniform, const glm::mat3& value) const {
    glProgramUniformMatrix3fv(linked_->program.name(), location(uniform), 1, GL_FALSE,
                              glm::value_ptr(value));
}

} // namespace orrery
