#include "sim/snapshots/session_layout.hpp"

namespace orrery {

std::vector<SessionArray> session_arrays(const SessionContents& contents) {
    std::vector<SessionArray> arrays;
    std::size_t offset = 0;
    const auto add = [&](const std::string& name, const std::string& type, std::size_t bytes) {
        arrays.push_back({name, type, offset, bytes});
        offset = session_aligned(offset + bytes);
    };
    const auto add_number = [&](const std::string& name, const std::string& type) {
        add(name, type, contents.bodies * (type.ends_with("64") ? 8 : 4));
    };
    for (const char* name : {"mass", "position_x", "position_y", "position_z", "velocity_x",
                             "velocity_y", "velocity_z"}) {
        add_number(name, "float64");
    }
    if (!contents.id_type.empty()) {
        add_number("id", contents.id_type);
    }
    if (!contents.softening_type.empty()) {
        add_number("softening", contents.softening_type);
    }
    for (const SessionContents::Column& column : contents.columns) {
        add(column.name, column.type, column.bytes);
    }
    return arrays;
}

std::string session_trailer(std::uint32_t checksum) {
    std::string text = "crc32c ";
    for (int shift = 28; shift >= 0; shift -= 4) {
        text += "0123456789abcdef"[(checksum >> shift) & 0xF];
    }
    return text + "\n";
}

} // namespace orrery
