#pragma once

#include <filesystem>

namespace orrery {

// The folder that holds shaders/ and assets/. The first of these that has them:
//   $ORRERY_RESOURCES           where set, it must be right;
//   ../share/orrery             seen from the executable: an installed tree, wherever it was moved;
//   the source tree that this program was built from.
// Throws failure, naming the places looked at.
std::filesystem::path resource_folder();

} // namespace orrery
