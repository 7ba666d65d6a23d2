// Every file format, in the order in which they are asked whether a file is theirs: those that know
// themselves by a name before those that go by plausible contents. A new one is a file in this
// folder and a line here like its neighbours: it declares what the file defines, and adds it.

#include "sim/error.hpp"
#include "sim/registry.hpp"
#include "sim/snapshot.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/input_file.hpp"
#include "sim/snapshots/output_file.hpp"
#include "sim/snapshots/place.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {

void list_formats(Registry<SnapshotFormat>& list) {
    // clang-format off
    extern const SnapshotFormat session_format;    list.add(session_format);
    extern const SnapshotFormat tipsy_format;      list.add(tipsy_format);
    extern const SnapshotFormat csv_format;        list.add(csv_format);
    // clang-format on
}

namespace {

Registry<SnapshotFormat>& registry() {
    static Registry<SnapshotFormat> all(
        {.noun = "format",
         .listing = "orrery list formats",
         .name = [](const SnapshotFormat& one) { return std::string_view(one.id); },
         .fill = list_formats});
    return all;
}

const SnapshotFormat* format_by_extension(const std::filesystem::path& file) {
    const std::string extension = file.extension().string();
    for (const SnapshotFormat& format : snapshot_formats()) {
        if (extension == format.extension) {
            return &format;
        }
    }
    return nullptr;
}

std::string extensions() {
    std::string list;
    for (const SnapshotFormat& format : snapshot_formats()) {
        list += (list.empty() ? "" : ", ") + std::string(format.extension);
    }
    return list;
}

} // namespace

std::span<const SnapshotFormat> snapshot_formats() {
    return registry().all();
}

void register_snapshot_format(const SnapshotFormat& format) {
    registry().add(format);
}

InitialConditions read_snapshot(const std::filesystem::path& file) {
    InputFile input(file);
    const auto formats = snapshot_formats();
    const auto known = std::ranges::find_if(
        formats, [&](const SnapshotFormat& format) { return format.recognises(input.head()); });
    const SnapshotFormat* format = known != formats.end() ? &*known : format_by_extension(file);
    if (format == nullptr) {
        throw bad_input("this file is in no format that can be read", at_byte(file, 0),
                        "'orrery list formats' shows those that can");
    }
    return format->read(input.contents());
}

const SnapshotFormat& format_to_write(const std::filesystem::path& file) {
    const SnapshotFormat* format = format_by_extension(file);
    if (format == nullptr) {
        throw bad_input("no format is written under this name", file.string(),
                        "end it in one of " + extensions());
    }
    return *format;
}

void write_snapshot(const std::filesystem::path& file, const InitialConditions& system) {
    const SnapshotFormat& format = format_to_write(file);
    require_writable(system, file);
    OutputFile output(file);
    format.write(output, system);
    output.commit();
}

double mean_softening(const Bodies<double>& bodies, std::span<const float> softenings) {
    if (softenings.empty()) {
        return 0;
    }
    double mass = 0;
    double weighted = 0;
    double sum = 0;
    for (std::size_t i = 0; i < softenings.size(); ++i) {
        mass += bodies.mass[i];
        weighted += softenings[i] * bodies.mass[i];
        sum += softenings[i];
    }
    const double mean = weighted / mass; // not finite for no mass, or masses beyond all measure
    return std::isfinite(mean) ? mean : sum / static_cast<double>(softenings.size());
}

} // namespace orrery
