#include "app/commands/density.hpp"
#include "app/commands/forces.hpp"

#include "sim/snapshots/hdf5_output.hpp"

#include <array>

namespace orrery {
namespace {

void add_units(Hdf5Output& output, const System& system) {
    output.add_attribute("gravity", system.units.gravity);
    output.add_attribute("time", system.time);
    output.add_attribute("length_unit", system.units.length);
    output.add_attribute("time_unit", system.units.time);
    output.add_attribute("mass_unit", system.units.mass);
}

} // namespace

std::string_view hdf5_unavailable() {
    return {};
}

void write_hdf5_forces(const std::filesystem::path& file, const Forces& forces,
                       std::span<const std::int64_t> ids, const System& system) {
    static_assert(sizeof(Vector3) == 3 * sizeof(double), "written as rows of three");
    Hdf5Output output(file);
    const std::array<hsize_t, 2> extent{ids.size(), 3};
    const std::span<const hsize_t> rows(extent.data(), 1);
    output.add_ids("id", ids, system.catalogue.ids_have_no_sign);
    output.add_dataset("acceleration", extent,
                       std::span(&forces.acceleration.data()->x, 3 * forces.acceleration.size()));
    if (!forces.potential.empty()) {
        output.add_dataset("potential", rows, forces.potential);
    }
    add_units(output, system);
    output.write();
}

void write_hdf5_density(const std::filesystem::path& file, const Density& density,
                        std::span<const std::int64_t> ids, const System& system) {
    Hdf5Output output(file);
    if (density.asked.grid) {
        const DensityGrid& grid = *density.asked.grid;
        const std::array<hsize_t, 3> extent{grid.count[2], grid.count[1], grid.count[0]};
        output.add_dataset("density", extent, density.values);
        output.add_attribute("first_point", std::span<const double>(grid.first));
        output.add_attribute("spacing", std::span<const double>(grid.spacing));
    } else {
        const std::array<hsize_t, 1> rows{ids.size()};
        output.add_ids("id", ids, system.catalogue.ids_have_no_sign);
        output.add_dataset("density", rows, density.values);
    }
    output.add_attribute("sigma", density.asked.sigma);
    output.add_attribute("error", density.asked.error);
    add_units(output, system);
    output.write();
}

} // namespace orrery
