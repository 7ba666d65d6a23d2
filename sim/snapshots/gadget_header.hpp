#pragma once

#include "sim/snapshots/gadget.hpp"
#include "sim/unit_names.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

class Hdf5Input;

template <class T>
using PerGadgetType = std::array<T, gadget_type_count>;

static_assert(gadget_type_count == SnapshotHeader::types &&
              written_gadget_types == SnapshotHeader::written_types);

// What a file says of itself and of the snapshot that it is a part of.
struct GadgetHeader : SnapshotHeader {
    PerGadgetType<std::uint64_t> here = {};   // bodies in this file
    PerGadgetType<std::uint64_t> in_all = {}; // and in all files
    // Bodies of types that are not known, "PartType9", here.
    std::vector<std::pair<std::string, std::uint64_t>> unknown = {};
    std::uint64_t files = 1;
    UnitSizes units;                  // h left out
    std::optional<Units> named_units; // as Orrery itself wrote them
    std::optional<double> gravity;    // in the file's units
};

// Throws bad_input, naming the attribute, for what is missing or makes no sense.
GadgetHeader read_gadget_header(const Hdf5Input& input);

// The group of a type, "PartType0".
std::string gadget_group(std::size_t type);

} // namespace orrery
