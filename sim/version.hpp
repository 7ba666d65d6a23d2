#pragma once

namespace orrery {

// "0.1.0"
const char* version();

// The commit that was built, "2dba5ef" ("2dba5ef+" with changes not committed); "" when it was not
// built from a git checkout.
const char* commit();

// "built without CUDA, with HDF5 1.10.8"
const char* features();

} // namespace orrery
