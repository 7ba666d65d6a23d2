#include "app/commands/density_file.hpp"

#include "app/commands/forces_file.hpp"
#include "app/commands/results_hdf5.hpp"
#include "sim/base/atomic_file.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/csv_facts.hpp"

#include <fmt/format.h>

#include <iterator>

namespace orrery {
namespace {

void write_csv(const std::filesystem::path& file, const Density& density, const System& system) {
    AtomicFile output(file);
    fmt::memory_buffer text;
    const auto end = std::back_inserter(text);
    fmt::format_to(end, "{}{}{}\n", csv_time_text(system.time), csv_units_text(system.units),
                   density.grid ? "x,y,z,density" : "id,density");
    for (std::size_t i = 0; i < density.values.size(); ++i) {
        if (density.grid) {
            const std::array<double, 3> point = density.grid->point(i);
            fmt::format_to(end, "{:.17g},{:.17g},{:.17g},", point[0], point[1], point[2]);
        } else {
            fmt::format_to(end, "{},", id_text(system.catalogue, i));
        }
        fmt::format_to(end, "{:.17g}\n", density.values[i]);
        constexpr std::size_t block = 1 << 20;
        if (text.size() > block) {
            output.write({text.data(), text.size()});
            text.clear();
        }
    }
    output.write({text.data(), text.size()});
    output.commit();
}

} // namespace

void write_density(const std::filesystem::path& file, const Density& density,
                   const System& system) {
    if (file.extension() == ".h5") {
        write_hdf5_density(file, density, ids_of(system.catalogue, system.bodies.size()), system);
    } else {
        write_csv(file, density, system);
    }
}

} // namespace orrery
