#pragma once

#include "sim/system.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery {

// Points in rows along x, which follow each other along y, then z.
struct PointGrid {
    std::array<std::size_t, 3> count{1, 1, 1};
    std::array<double, 3> first{};   // point
    std::array<double, 3> spacing{}; // 0 along an axis of one point

    std::size_t size() const { return count[0] * count[1] * count[2]; }
    std::array<double, 3> point(std::size_t i) const;
};

// Numbers for every body of a system, in file order, or for every point of a grid.
struct ResultTable {
    struct Column {
        const char* names;              // in CSV: "ax,ay,az"
        const char* dataset;            // in HDF5
        std::span<const double> values; // row after row; none: not known
        std::size_t width = 1;
    };
    std::vector<Column> columns;
    std::optional<PointGrid> grid = {};                          // else of the bodies
    std::vector<std::pair<const char*, double>> attributes = {}; // in HDF5
};

// Bodies' ids in a file of results: those of their own file, else their index from 0.
std::vector<std::int64_t> ids_of(const Catalogue& catalogue, std::size_t count);

// As `.csv` with a first column `id`, or `x,y,z` of a grid, x fastest (17 digits, so that a double
// survives); or as `.h5` with a dataset /id and one for each column, of a grid as arrays of z, y
// and x, with the attributes first_point and spacing. A column that is not known is left empty, and
// its dataset out. Both say which units they are in: CSV in comments above its header, as snapshots
// do; HDF5 in the attributes gravity, time, and length_unit, time_unit, mass_unit where those have
// names.
void write_result(const std::filesystem::path& file, const ResultTable& table,
                  const System& system);
void write_hdf5_result(const std::filesystem::path& file, const ResultTable& table,
                       const System& system);

// Why this build writes no HDF5; empty where it does.
std::string_view hdf5_unavailable();

// Throws bad_input unless forces or densities, the noun, and the report of them can be written to
// such files; to be asked before hours of work.
void require_result_places(const std::string& output, const std::string& json,
                           const std::string& noun);

} // namespace orrery
