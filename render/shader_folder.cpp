#include "render/shader_folder.hpp"

#include "sim/error.hpp"

#include <fstream>
#include <sstream>

namespace orrery {

std::string ShaderFolder::read(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf())) {
        throw failure("cannot be read", path(name),
                      "the program's shaders belong beside it; install it again");
    }
    return text.str();
}

std::filesystem::file_time_type ShaderFolder::changed(const std::string& name) const {
    std::error_code error;
    const auto time = std::filesystem::last_write_time(folder_ / name, error);
    return error ? std::filesystem::file_time_type::min() : time;
}

} // namespace orrery
