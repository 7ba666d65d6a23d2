#include "app/commands/result_table.hpp"

#include "app/commands/result_files.hpp"
#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/csv_text.hpp"

#include <fmt/format.h>

#include <iterator>

namespace orrery {
namespace {

void write_csv(const std::filesystem::path& file, const ResultTable& table, const System& system) {
    AtomicFile output(file);
    fmt::memory_buffer text;
    const auto end = std::back_inserter(text);
    const auto write_text = [&] {
        output.write({text.data(), text.size()});
        text.clear();
    };
    const Units& units = system.units;
    const CsvFacts facts{.time = system.time, .gravity = units.gravity, .units = units};
    fmt::format_to(end, "{}{}", csv_facts_text(facts), table.grid ? "x,y,z" : "id");
    for (const ResultTable::Column& column : table.columns) {
        fmt::format_to(end, ",{}", column.names);
    }
    const std::size_t rows = table.grid ? table.grid->size() : system.bodies.size();
    for (std::size_t i = 0; i < rows; ++i) {
        if (table.grid) {
            const std::array<double, 3> point = table.grid->point(i);
            fmt::format_to(end, "\n{:.17g},{:.17g},{:.17g}", point[0], point[1], point[2]);
        } else {
            fmt::format_to(end, "\n{}", id_text(system.catalogue, i));
        }
        for (const ResultTable::Column& column : table.columns) {
            for (std::size_t k = i * column.width; k < (i + 1) * column.width; ++k) {
                text.push_back(',');
                if (!column.values.empty()) {
                    fmt::format_to(end, "{:.17g}", column.values[k] + 0.0); // no -0
                }
            }
        }
        constexpr std::size_t block = 1 << 20;
        if (text.size() > block) {
            write_text();
        }
    }
    text.push_back('\n');
    write_text();
    output.commit();
}

} // namespace

std::array<double, 3> PointGrid::point(std::size_t i) const {
    return {first[0] + spacing[0] * static_cast<double>(i % count[0]),
            first[1] + spacing[1] * static_cast<double>(i / count[0] % count[1]),
            first[2] + spacing[2] * static_cast<double>(i / (count[0] * count[1]))};
}

std::vector<std::int64_t> ids_of(const Catalogue& catalogue, std::size_t count) {
    std::vector<std::int64_t> ids(catalogue.file_ids.begin(), catalogue.file_ids.end());
    for (std::size_t i = ids.size(); i < count; ++i) {
        ids.push_back(static_cast<std::int64_t>(i));
    }
    return ids;
}

void write_result(const std::filesystem::path& file, const ResultTable& table,
                  const System& system) {
    (file.extension() == ".h5" ? write_hdf5_result : write_csv)(file, table, system);
}

void require_result_places(const std::string& output, const std::string& json,
                           const std::string& noun) {
    const std::filesystem::path file(output);
    if (file.extension() == ".h5" && !hdf5_unavailable().empty()) {
        throw bad_input(std::string(hdf5_unavailable()), output, "write a .csv instead");
    }
    if (file.extension() != ".h5" && file.extension() != ".csv" && file != "-") {
        require_no_folder(file);
        throw bad_input(fmt::format("the file name's extension is not a known format of {}", noun),
                        output, "use .csv or .h5");
    }
    require_place(file);
    require_one_on_standard_output(output, json);
    require_place(json);
}

} // namespace orrery
