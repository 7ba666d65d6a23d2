#include "render/shader_folder.hpp"

#include "sim/base/error.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>

namespace orrery {
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

} // namespace orrery
