#pragma once

#include "sim/bodies.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/step_timings.hpp"
#include "sim/system.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace orrery {

// What a Gauss transform's method may be called: `cells`, or its id, `cpu.gauss.cells`. Throws
// bad_input for a name that nothing has, or where it cannot run here.
const GaussMethod& gauss_method_called(const std::string& name);
// The short names, as the type of an option: "automatic|direct|cells|...".
std::string gauss_method_names();

// Points in rows along x, which follow each other along y, then z.
struct DensityGrid {
    std::array<std::size_t, 3> count{1, 1, 1};
    std::array<double, 3> first{};   // point
    std::array<double, 3> spacing{}; // 0 along an axis of one point

    std::size_t size() const { return count[0] * count[1] * count[2]; }
    std::array<double, 3> point(std::size_t i) const;
};

// A grid of so many points over the box around all bodies, each in the middle of its part of it.
DensityGrid grid_over(const VectorArray<double>& positions,
                      const std::array<std::size_t, 3>& count);

// What is asked for.
struct DensityRequest {
    const GaussMethod* method;
    double sigma;
    double error;
    Precision precision = Precision::fp32;
    std::optional<DensityGrid> grid; // else at the bodies
};

struct Density {
    DensityRequest asked;
    std::vector<double> values = {}; // mass in a unit of volume
    StepTimings timings = {};
};

// Each body's mass spread as a Gaussian of that width. Nullopt if it was stopped. Throws bad_input
// for what cannot be computed.
std::optional<Density> compute_density(const Bodies<double>& bodies, const DensityRequest& request,
                                       Workers& workers, std::stop_token stop);

// Densities of every body in file order: `.csv` with the columns id,density, or `.h5` with the
// datasets /id and /density. Of a grid: `.csv` with x,y,z,density, x fastest; `.h5` with /density
// as an array of z, y and x, and the attributes first_point and spacing. Units as of forces
// (forces.hpp); `.h5` has the attributes sigma and error, too.
void write_density(const std::filesystem::path& file, const Density& density, const System& system);

void write_hdf5_density(const std::filesystem::path& file, const Density& density,
                        std::span<const std::int64_t> ids, const System& system);

} // namespace orrery
