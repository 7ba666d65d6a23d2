// Every file format, in the order in which they are asked whether a file is theirs: those that know
// themselves by a name before those that go by plausible contents.

#include "sim/error.hpp"
#include "sim/snapshot.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/crc32c.hpp"
#include "sim/snapshots/csv.hpp"
#include "sim/snapshots/input_file.hpp"
#include "sim/snapshots/output_file.hpp"
#include "sim/snapshots/place.hpp"
#include "sim/snapshots/session.hpp"
#include "sim/snapshots/tipsy.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace orrery {
namespace {

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
    static const std::array formats = {session_format, tipsy_format, csv_format};
    return formats;
}

InitialConditions read_snapshot(const std::filesystem::path& file) {
    return read_snapshot_file(file).system;
}

SnapshotFile read_snapshot_file(const std::filesystem::path& file) {
    InputFile input(file);
    const auto formats = snapshot_formats();
    const auto known = std::ranges::find_if(
        formats, [&](const SnapshotFormat& format) { return format.recognises(input.head()); });
    const SnapshotFormat* format = known != formats.end() ? &*known : format_by_extension(file);
    if (format == nullptr) {
        throw bad_input("this file is in no format that can be read", at_byte(file, 0),
                        "'orrery list formats' shows those that can");
    }
    const FileContents contents = input.contents();
    Crc32c checksum;
    checksum.add(contents.bytes);
    const FileMark mark{contents.bytes.size(), checksum.value()};
    if (std::string_view(format->id) != session_format.id) {
        return {format->read(contents), std::nullopt, mark};
    }
    Session session = parse_session(contents);
    return {std::move(session.system), std::move(session.settings), mark};
}

bool looks_like_session(const std::filesystem::path& file) {
    try {
        return session_format.recognises(InputFile(file).head());
    } catch (const Error&) {
        return false;
    }
}

const SnapshotFormat& format_to_write(const std::filesystem::path& file) {
    const SnapshotFormat* format = format_by_extension(file);
    if (format == nullptr) {
        throw bad_input("no format is written under this name", file.string(),
                        "end it in one of " + extensions());
    }
    return *format;
}

void write_snapshot(const std::filesystem::path& file, const InitialConditions& system,
                    const Settings& settings) {
    const SnapshotFormat& format = format_to_write(file);
    if (std::string_view(format.id) == session_format.id) {
        write_session(file, {system, settings, {}});
        return;
    }
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
