#include "app/commands/forces_file.hpp"

#include "app/commands/forces_hdf5.hpp"
#include "app/commands/output_file.hpp"
#include "sim/error.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <unordered_map>

namespace orrery {
namespace {

constexpr std::string_view index_header = "index,ax,ay,az,potential";
constexpr std::string_view id_header = "id,ax,ay,az,potential";

std::vector<std::int64_t> ids_of(const Catalogue& catalogue, std::size_t count) {
    std::vector<std::int64_t> ids(catalogue.file_ids.begin(), catalogue.file_ids.end());
    for (std::size_t i = ids.size(); i < count; ++i) {
        ids.push_back(static_cast<std::int64_t>(i));
    }
    return ids;
}

void write_csv(const std::filesystem::path& file, const Forces& forces,
               const std::vector<std::int64_t>& ids) {
    OutputFile output(file);
    fmt::memory_buffer text;
    const auto end = std::back_inserter(text);
    fmt::format_to(end, "{}\n", id_header);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const Vector3& a = forces.acceleration[i];
        fmt::format_to(end, "{},{:.17g},{:.17g},{:.17g},", ids[i], a.x, a.y, a.z);
        if (!forces.potential.empty()) {
            fmt::format_to(end, "{:.17g}", forces.potential[i]);
        }
        text.push_back('\n');
        constexpr std::size_t block = 1 << 20;
        if (text.size() > block) {
            output.write({text.data(), text.size()});
            text.clear();
        }
    }
    output.write({text.data(), text.size()});
    output.finish();
}

struct Row {
    std::int64_t key = 0;
    std::array<double, 4> values{};
};

// "12,0.1,0.2,0.3,-0.4"; false for anything else.
bool parse_row(std::string_view line, Row& row) {
    const char* at = line.data();
    const char* const end = at + line.size();
    auto read = std::from_chars(at, end, row.key);
    for (double& value : row.values) {
        if (read.ec != std::errc{} || read.ptr == end || *read.ptr != ',') {
            return false;
        }
        read = std::from_chars(read.ptr + 1, end, value);
        if (!std::isfinite(value)) {
            return false;
        }
    }
    return read.ec == std::errc{} && read.ptr == end;
}

} // namespace

void require_forces_format(const std::filesystem::path& file) {
    if (file.extension() == ".h5" && !hdf5_forces_unavailable().empty()) {
        throw bad_input(std::string(hdf5_forces_unavailable()), file.string(),
                        "write a .csv instead");
    }
    if (file.extension() != ".h5" && file.extension() != ".csv" && file != "-") {
        throw bad_input("forces are written as .csv or .h5", file.string(), "");
    }
}

void write_forces(const std::filesystem::path& file, const Forces& forces,
                  const Catalogue& catalogue) {
    require_forces_format(file);
    const std::vector<std::int64_t> ids = ids_of(catalogue, forces.acceleration.size());
    if (file.extension() == ".h5") {
        write_hdf5_forces(file, forces, ids);
    } else {
        write_csv(file, forces, ids);
    }
}

ReferenceFile read_reference(const std::filesystem::path& file, std::size_t body_count,
                             const Catalogue& catalogue) {
    std::ifstream lines(file);
    std::string line;
    if (!lines || !std::getline(lines, line)) {
        throw bad_input("cannot be read", file.string(), "");
    }
    if (line != index_header && line != id_header) {
        throw bad_input(
            fmt::format("does not begin with the line '{}' or '{}'", index_header, id_header),
            file.string() + ", line 1", "");
    }
    std::unordered_map<std::int64_t, std::size_t> body_of;
    const std::vector<std::int64_t> ids =
        ids_of(line == id_header ? catalogue : Catalogue{}, body_count);
    for (std::size_t i = 0; i < body_count; ++i) {
        body_of.emplace(ids[i], i);
    }
    ReferenceFile reference;
    for (std::size_t number = 2; std::getline(lines, line); ++number) {
        Row row;
        const std::string where = fmt::format("{}, line {}", file.string(), number);
        if (!parse_row(line, row)) {
            throw bad_input("is not five finite numbers with commas between", where, "");
        }
        const auto body = body_of.find(row.key);
        if (body == body_of.end()) {
            throw bad_input(fmt::format("the system has no body {}", row.key), where, "");
        }
        reference.body.push_back(body->second);
        reference.acceleration.push_back({row.values[0], row.values[1], row.values[2]});
        reference.potential.push_back(row.values[3]);
    }
    if (reference.body.empty()) {
        throw bad_input("holds no forces", file.string(), "");
    }
    return reference;
}

} // namespace orrery
