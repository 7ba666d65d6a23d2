#pragma once

#include "sim/snapshot.hpp"

namespace orrery {

// Reading: see gadget_reader.cpp. Both throw bad_input, naming the file and the group in it.
SystemOfFiles read_gadget_files(const FileToOpen& file);
System read_gadget(const FileContents& contents);

} // namespace orrery
