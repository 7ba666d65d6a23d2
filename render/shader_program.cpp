#include "render/shader_program.hpp"

#include "sim/error.hpp"

#include <glm/gtc/type_ptr.hpp>

namespace orrery {
namespace {

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

GlShader compile(const ShaderFolder& folder, const std::string& file) {
    const std::string source = folder.read(file);
    GlShader shader = GlShader::create(stage_of(file));
    const char* text = source.c_str();
    glShaderSource(shader.name(), 1, &text, nullptr);
    glCompileShader(shader.name());
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_FALSE) {
        throw failure("does not compile: " +
                          log_of(shader.name(), glGetShaderiv, glGetShaderInfoLog),
                      folder.path(file), "");
    }
    return shader;
}

GlProgram link(const ShaderFolder& folder, const std::vector<std::string>& files) {
    GlProgram program = GlProgram::create();
    std::vector<GlShader> shaders;
    for (const std::string& file : files) {
        shaders.push_back(compile(folder, file));
        glAttachShader(program.name(), shaders.back().name());
    }
    glLinkProgram(program.name());
    for (const GlShader& shader : shaders) {
        glDetachShader(program.name(), shader.name());
    }
    GLint linked = GL_FALSE;
    glGetProgramiv(program.name(), GL_LINK_STATUS, &linked);
    if (linked == GL_FALSE) {
        throw failure("does not link: " +
                          log_of(program.name(), glGetProgramiv, glGetProgramInfoLog),
                      folder.path(files.back()), "");
    }
    return program;
}

std::vector<std::filesystem::file_time_type> changes(const ShaderFolder& folder,
                                                     const std::vector<std::string>& files) {
    std::vector<std::filesystem::file_time_type> times;
    for (const std::string& file : files) {
        times.push_back(folder.changed(file));
    }
    return times;
}

} // namespace

ShaderProgram::ShaderProgram(const ShaderFolder& folder, std::vector<std::string> files)
    : files_(std::move(files)), changed_(changes(folder, files_)), program_(link(folder, files_)) {}

GLint ShaderProgram::location(const char* uniform) const {
    return glGetUniformLocation(program_.name(), uniform);
}

void ShaderProgram::set(const char* uniform, int value) const {
    glProgramUniform1i(program_.name(), location(uniform), value);
}

void ShaderProgram::set(const char* uniform, float value) const {
    glProgramUniform1f(program_.name(), location(uniform), value);
}

void ShaderProgram::set(const char* uniform, const glm::vec2& value) const {
    glProgramUniform2fv(program_.name(), location(uniform), 1, glm::value_ptr(value));
}

void ShaderProgram::set(const char* uniform, const glm::vec3& value) const {
    glProgramUniform3fv(program_.name(), location(uniform), 1, glm::value_ptr(value));
}

void ShaderProgram::set(const char* uniform, const glm::mat3& value) const {
    glProgramUniformMatrix3fv(program_.name(), location(uniform), 1, GL_FALSE,
                              glm::value_ptr(value));
}

void ShaderProgram::set(const char* uniform, const glm::mat4& value) const {
    glProgramUniformMatrix4fv(program_.name(), location(uniform), 1, GL_FALSE,
                              glm::value_ptr(value));
}

std::optional<std::string> ShaderProgram::reload_if_changed(const ShaderFolder& folder) {
    auto now = changes(folder, files_);
    if (now == changed_) {
        return std::nullopt;
    }
    changed_ = std::move(now);
    try {
        program_ = link(folder, files_);
    } catch (const Error& error) {
        return error.what();
    }
    return std::nullopt;
}

} // namespace orrery
