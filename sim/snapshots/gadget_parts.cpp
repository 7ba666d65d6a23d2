#include "sim/snapshots/gadget_parts.hpp"

#include "sim/base/error.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <system_error>

namespace orrery {

std::vector<std::filesystem::path> gadget_parts(const std::filesystem::path& one,
                                                std::size_t count) {
    if (count <= 1) {
        return {one};
    }
    const std::filesystem::path numbered = one.stem(); // "snap_000.3" of snap_000.3.hdf5
    const std::string number = numbered.extension().string();
    const bool is_number =
        number.size() > 1 && std::all_of(number.begin() + 1, number.end(),
                                         [](unsigned char c) { return std::isdigit(c) != 0; });
    if (!is_number) {
        throw bad_input("this is one of a snapshot's " + std::to_string(count) +
                            " files, but its name has no number",
                        one.string(), "give the files back their names, like snap_000.0.hdf5");
    }
    std::vector<std::filesystem::path> parts;
    for (std::size_t i = 0; i < count; ++i) {
        const std::filesystem::path part =
            one.parent_path() /
            (numbered.stem().string() + "." + std::to_string(i) + one.extension().string());
        std::error_code unreadable;
        if (!std::filesystem::exists(part, unreadable)) {
            throw bad_input("this part of the snapshot is missing: it has " +
                                std::to_string(count) + " files",
                            part.string(), "copy it next to the others");
        }
        parts.push_back(part);
    }
    return parts;
}

} // namespace orrery
