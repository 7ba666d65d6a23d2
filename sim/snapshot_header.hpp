#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace orrery {

// How a type of particles was softened; several types may share a class.
struct SofteningClass {
    std::int32_t index = 0;
    double comoving = 0;
    double most_physical = 0; // 0: no limit
    bool operator==(const SofteningClass&) const = default;
};

// A snapshot file's account of the run that it came from, as GADGET has it: lengths comoving and,
// as masses, in units over h. It is kept to be written again; the bodies beside it are physical,
// see sim/snapshots/gadget_header.hpp.
struct SnapshotHeader {
    static constexpr std::size_t types = 8; // of particles
    static constexpr std::size_t written_types = 6;

    std::array<double, 3> box_size = {}; // 0: there is no box
    double omega_matter = 0, omega_lambda = 0;
    double hubble = 1; // h, of 100 km/s/Mpc; 0: not set
    bool comoving = false;
    double scale_factor = 1;
    double redshift = 0;
    double time = 0;        // as it stands there; of GADGET's comoving runs the scale factor
    double system_time = 0; // what the system's was when it was read
    std::array<double, 3> unit_sizes = {};  // length in cm, mass in g, speed in cm/s; 0: not told
    bool swift = false;                     // of SWIFT, which has neither h nor flags
    std::array<std::int32_t, 6> flags = {}; // those of snapshot_flags
    std::array<double, types> masses = {};  // of every body of a type; 0: each has its own
    std::array<std::optional<SofteningClass>, types> softenings = {};

    bool operator==(const SnapshotHeader&) const = default;

    bool has_box() const { return box_size != std::array<double, 3>{}; }
    bool has_cosmology() const { return comoving || omega_matter > 0 || omega_lambda != 0; }
    // 1 if it was not set.
    double little_h() const { return hubble > 0 ? hubble : 1; }
};

// The physics that the run had.
inline constexpr std::array<const char*, 6> snapshot_flags = {"Flag_Sfr",        "Flag_Cooling",
                                                              "Flag_Feedback",   "Flag_Entropy_ICs",
                                                              "Flag_StellarAge", "Flag_Metals"};

} // namespace orrery
