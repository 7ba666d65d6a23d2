#include "sim/snapshots/session_layout.hpp"

namespace orrery {

std::vector<SessionArray> session_arrays(std::size_t bodies, std::string_view id_type,
                                         bool with_softenings) {
    std::vector<SessionArray> arrays;
    std::size_t offset = 0;
    const auto add = [&](std::string_view name, std::string_view type, std::size_t element_size) {
        arrays.push_back({name, type, offset, bodies * element_size});
        offset = session_aligned(offset + bodies * element_size);
    };
    for (const std::string_view name : {"mass", "position_x", "position_y", "position_z",
                                        "velocity_x", "velocity_y", "velocity_z"}) {
        add(name, "float64", sizeof(double));
    }
    if (!id_type.empty()) {
        add("id", id_type, id_type == "int64" ? sizeof(std::int64_t) : sizeof(std::int32_t));
    }
    if (with_softenings) {
        add("softening", "float32", sizeof(float));
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
