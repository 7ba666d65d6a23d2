#pragma once

#include "sim/snapshots/gadget_header.hpp"
#include "sim/snapshots/hdf5_input.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace orrery {

struct GadgetPart {
    std::filesystem::path file;
    std::span<const std::byte> bytes; // as FileToOpen has them
    GadgetHeader header;
};

// A dataset with a row for each body, by the names that programs have for it.
struct GadgetDataset {
    std::array<const char*, 3> names; // null: there are no more
    std::size_t columns = 1;
    bool whole = false; // numbers
};
inline constexpr GadgetDataset gadget_positions{{"Coordinates"}, 3};
inline constexpr GadgetDataset gadget_velocities{{"Velocities"}, 3};
// The second: of SWIFT's black holes.
inline constexpr GadgetDataset gadget_masses{{"Masses", "DynamicalMasses", "Mass"}};
inline constexpr GadgetDataset gadget_softenings{{"Softenings"}};
inline constexpr GadgetDataset gadget_ids{{"ParticleIDs", "ParticleID"}, 1, true};

// That of the bodies of a type; unset where they have none. Throws bad_input where it is not a row
// of such numbers for each of `bodies`.
std::optional<Hdf5Dataset> find_dataset(const Hdf5Input& input, std::size_t type,
                                        const GadgetDataset& dataset, std::uint64_t bodies);

// All parts of a snapshot, and what of them is kept where.
struct GadgetPlan {
    std::vector<GadgetPart> parts;
    std::size_t sample = 1;
    PerGadgetType<std::size_t> kept = {};  // bodies of each type
    PerGadgetType<std::size_t> first = {}; // where they begin
    std::size_t bodies = 0;
    bool with_ids = true;
    bool ids_have_no_sign = false;
    bool with_softenings = false;
    // Further quantities of a type, alike in all parts that have such bodies; without their rows.
    PerGadgetType<std::vector<BodyColumn>> columns = {};
    PerGadgetType<bool> looked_at = {};
    // Remarks to report, by the names of groups and datasets.
    std::set<std::string> without_velocities, without_ids, passed_over;
};

// The files of a snapshot of `count` parts, of which `one` is named: snap_000.0.hdf5 and its
// sisters, in order. Throws bad_input, naming the file, where `one` has no number in its name that
// can be a part's, or where another part is missing.
std::vector<std::filesystem::path> gadget_parts(const std::filesystem::path& one,
                                                std::size_t count);

// "PartType0/Masses"
std::string gadget_path(std::size_t type, const std::string& dataset);

// That every type of a part has what its bodies need, of the right size; and what else it has.
void check_part(const Hdf5Input& input, GadgetHeader& header, GadgetPlan& plan);

// When all parts are checked: that they are one snapshot, and where its bodies go. Throws bad_input
// where they do not fit this machine's memory; further quantities that would not are left out.
void lay_out(GadgetPlan& plan);

// Remarks on the parts that the file lacks and on those that are left out.
std::vector<std::string> remarks_on(const GadgetPlan& plan);

} // namespace orrery
