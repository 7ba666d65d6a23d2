#include "app/commands/results.hpp"

#include "sim/snapshots/hdf5_output.hpp"

namespace orrery {

std::string_view hdf5_unavailable() {
    return {};
}

void write_hdf5_result(const std::filesystem::path& file, const ResultTable& table,
                       const System& system) {
    Hdf5Output output(file);
    std::vector<hsize_t> rows{system.bodies.size()};
    if (table.grid) {
        rows = {table.grid->count[2], table.grid->count[1], table.grid->count[0]};
        output.add_attribute("first_point", std::span<const double>(table.grid->first));
        output.add_attribute("spacing", std::span<const double>(table.grid->spacing));
    } else {
        output.add_ids("id", ids_of(system.catalogue, rows[0]), system.catalogue.ids_have_no_sign);
    }
    for (const ResultTable::Column& column : table.columns) {
        std::vector<hsize_t> extent = rows;
        if (column.width > 1) {
            extent.push_back(column.width);
        }
        if (!column.values.empty()) {
            output.add_dataset(column.dataset, extent, column.values);
        }
    }
    for (const auto& [name, value] : table.attributes) {
        output.add_attribute(name, value);
    }
    output.add_attribute("gravity", system.units.gravity);
    output.add_attribute("time", system.time);
    output.add_attribute("length_unit", system.units.length);
    output.add_attribute("time_unit", system.units.time);
    output.add_attribute("mass_unit", system.units.mass);
    output.write();
}

} // namespace orrery
