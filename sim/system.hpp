#pragma once

#include "sim/bodies.hpp"
#include "sim/body_columns.hpp"
#include "sim/coordinates.hpp"
#include "sim/snapshot_header.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// A named run of bodies in original order: "bulge", "dark matter", "second galaxy".
struct Component {
    std::string name;
    std::size_t first = 0;
    std::size_t count = 0;
};

// A body with a name, drawn beside it: "Jupiter".
struct Label {
    std::size_t body = 0; // original index
    std::string text;
};

// A body's identity while others come and go, or go to another process: a body keeps its number,
// and the number of one that has left is never given again.
using BodyNumber = std::uint64_t;
struct BodyNumbers {
    std::vector<BodyNumber> of; // by index, ascending; empty: the indices themselves
    BodyNumber given = 0;       // the numbers given so far, unless `of` is empty
    bool operator==(const BodyNumbers&) const = default;

    BodyNumber at(std::size_t body) const { return of.empty() ? body : of[body]; }
    // The index of the body with that number among `count`; none: it is not there.
    std::optional<std::size_t> find(BodyNumber number, std::size_t count) const;
};

// An edit by hand while the system ran: enough to do it again at that time. The words are the
// caller's; they are not read here.
struct PastEdit {
    double time = 0;
    std::uint64_t step = 0; // since the load, behind which it was done
    std::string words;
    bool operator==(const PastEdit&) const = default;
};

// Facts that never change while a system evolves by itself; bodies are named by their index in
// original order.
struct Catalogue {
    std::string title;
    std::vector<Component> components; // cover all bodies, in order, without gaps
    std::vector<Label> labels;
    // Empty, or one per body as found in the file; without any a body's id is its index.
    std::vector<std::int64_t> file_ids;
    bool ids_have_no_sign = false;    // those from 2^63 on stand in file_ids as negative numbers
    std::vector<double> softenings;   // empty, or one per body as found in the file
    BodyNumbers numbers = {};         // since the load
    std::vector<PastEdit> edits = {}; // likewise, oldest first
    std::optional<SnapshotHeader> header = {}; // of the file, where it has one
    bool softening_is_told = true;             // by the scene or the file; else 0 was taken
    // Remarks on the file's gaps and on the parts of it that could not be kept, without its name.
    std::vector<std::string> remarks = {};
};

// G in the system's units, and what one unit of length, time and mass is called ("" for N-body
// units).
struct Units {
    double gravity = 1.0;
    std::string length, time, mass;
    double epoch = 0; // Julian date of time 0, where days of the calendar pass; 0: they do not
};

// The first view: the camera circles `centre` at `distance`; angles in degrees.
struct Viewpoint {
    double centre[3] = {0, 0, 0};
    double distance = 0; // 0: frame everything
    double azimuth = 30;
    double elevation = 25;
};

// A system ready to be simulated, always in double precision: what a Scene and a Snapshot give.
struct System {
    Bodies<double> bodies;
    double time = 0;
    Catalogue catalogue;
    Units units;
    double time_step = 1.0 / 128; // natural for the system
    double softening = 0;         // Plummer softening length
    // Above 0: a fixed step does not do; the accuracy of one that follows the bodies, at most
    // time_step: Simulation::time_step.
    double step_accuracy = 0;
    // Above 0: the error that one body's force in a hundred may have at most, where the usual one
    // of approximate algorithms does not do.
    double force_error = 0;
    Viewpoint viewpoint;
    PeriodicBox box = {}; // in the system's lengths, at its time
    // Set: the bodies are in comoving coordinates of this universe, with momenta in the place of
    // velocities (Coordinates), and `time` counts from its beginning.
    std::optional<Cosmology> cosmology = {};
    std::vector<BodyColumn> columns = {};
    // Above 0: there are so many bodies among many ranks, and `bodies` are the even_part of this
    // one. What the catalogue has one of per body is whole at the first rank, as are the columns.
    std::size_t bodies_of_ranks = 0;
};

inline std::size_t body_count(const System& system) {
    return system.bodies_of_ranks != 0 ? system.bodies_of_ranks : system.bodies.size();
}

} // namespace orrery
