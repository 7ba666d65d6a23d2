#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace orrery {

// The files of a snapshot of `count` parts, of which `one` is named: snap_000.0.hdf5 and its
// sisters, in order. Throws bad_input, naming the file, where `one` has no number in its name that
// can be a part's, or where another part is missing.
std::vector<std::filesystem::path> gadget_parts(const std::filesystem::path& one,
                                                std::size_t count);

} // namespace orrery
