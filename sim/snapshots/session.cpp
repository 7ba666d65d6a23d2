// Sessions: a system of bodies and the settings it runs with, in one file that a person can read
// the top of and any language the rest.
//
//   orrery-session 1, header 1234 bytes, payload 1120000 bytes\n     the first line
//   TOML, as long as declared: time, settings, units, names, look, the header of the
//   snapshot that it came from, and where the arrays lie
//   \n to the next multiple of 64 bytes from the file's start
//   the payload: little-endian arrays, each from a multiple of 64 bytes, zeros between
//   crc32c 1234abcd\n                                                of all bytes before it
//
// Every number of the payload is stored as it is in memory (double), so that a session goes on bit
// for bit. Every size is declared, and checked against the file's before anything is allocated.
// Reading is in session_reader.cpp.
//
// An array with the key `first` is a BodyColumn: the numbers of the bodies from that one on.
//
// Cost: one pass each way. Memory: the file (reading) and the bodies; 56 bytes a body on disk, 4
// more for ids (8 where one needs more than 32 bits), 8 for softenings.

#include "sim/snapshots/session.hpp"

#include "sim/base/atomic_file.hpp"
#include "sim/body_arrays.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/crc32c.hpp"
#include "sim/snapshots/input_file.hpp"
#include "sim/snapshots/session_fields.hpp"
#include "sim/snapshots/settings_toml.hpp"
#include "sim/snapshots/toml_text.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace orrery {
namespace {

std::string header_text(const std::filesystem::path& file, const System& system,
                        const Settings& settings, const std::string& look,
                        const std::vector<SessionArray>& arrays) {
    TomlText toml(file);
    toml.field("title", system.catalogue.title);
    toml.field("bodies", system.bodies.size());
    session_fields::of_system(toml, system);
    if (system.box.is_periodic()) {
        toml.field("box", system.box.lengths);
    }
    if (system.cosmology) {
        toml.section("cosmology", *system.cosmology, session_fields::of_cosmology);
    }
    append_settings(toml, settings, "settings");
    toml.section("units", system.units, session_fields::of_units);
    toml.section("viewpoint", system.viewpoint, session_fields::of_viewpoint);
    toml.append(look);
    if (system.catalogue.header) {
        toml.section("snapshot_header", *system.catalogue.header, session_fields::of_snapshot);
    }
    toml.list("components", system.catalogue.components, session_fields::of_component);
    toml.list("labels", system.catalogue.labels, session_fields::of_label);
    toml.list("arrays", arrays, session_fields::of_array);
    return toml.text();
}

// Writes to a file and keeps the checksum of what it wrote.
class ChecksummedOutput {
public:
    explicit ChecksummedOutput(AtomicFile& file) : file_(file) {}

    void write(std::span<const std::byte> bytes) {
        checksum_.add(bytes);
        file_.write(bytes);
        written_ += bytes.size();
    }
    void write(std::string_view text) { write(std::as_bytes(std::span(text.data(), text.size()))); }

    template <class T>
    void write_array(std::span<const T> values) {
        write(std::as_bytes(values));
        pad('\0');
    }

    // To the next multiple of 64 bytes.
    void pad(char filler) { write(std::string(session_aligned(written_) - written_, filler)); }

    std::uint32_t checksum() const { return checksum_.value(); }

private:
    AtomicFile& file_;
    Crc32c checksum_;
    std::size_t written_ = 0;
};

// 32 bits unless an id needs more.
std::string id_type_of(const Catalogue& catalogue) {
    const std::vector<std::int64_t>& ids = catalogue.file_ids;
    const auto is_long = [](std::int64_t id) { return id != static_cast<std::int32_t>(id); };
    return ids.empty()                         ? ""
           : catalogue.ids_have_no_sign        ? "uint64"
           : std::ranges::any_of(ids, is_long) ? "int64"
                                               : "int32";
}

std::vector<SessionArray> arrays_of_session(const System& system) {
    std::vector<SessionArray> columns;
    for (const BodyColumn& column : system.columns) {
        SessionArray& array = columns.emplace_back();
        array.name = column.name;
        array.type = name_of(column.kind);
        array.bytes = column.bytes.size();
        array.first = column.first;
        array.width = column.width;
        for (const auto& [name, number] : column.attributes) {
            array.attributes.push_back(name);
            array.attribute_values.push_back(number);
        }
    }
    return session_arrays(system.bodies.size(), id_type_of(system.catalogue),
                          system.catalogue.softenings.empty() ? "" : "float64", columns);
}

void write_parts(AtomicFile& file, const System& system, const Settings& settings,
                 const std::string& look) {
    const Catalogue& catalogue = system.catalogue;
    const auto arrays = arrays_of_session(system);
    const std::string header = header_text(file.file(), system, settings, look, arrays);

    ChecksummedOutput output(file);
    output.write(std::string(session_magic) + std::to_string(session_version) + ", header " +
                 std::to_string(header.size()) + " bytes, payload " +
                 std::to_string(session_payload_size(arrays)) + " bytes\n");
    output.write(header);
    output.pad('\n');
    for (const HostArray<double>* values : arrays_of(system.bodies)) {
        output.write_array(std::span<const double>(*values));
    }
    if (id_type_of(catalogue) == "int32") {
        const std::vector<std::int32_t> ids(catalogue.file_ids.begin(), catalogue.file_ids.end());
        output.write_array(std::span<const std::int32_t>(ids));
    } else {
        output.write_array(std::span<const std::int64_t>(catalogue.file_ids));
    }
    output.write_array(std::span<const double>(catalogue.softenings));
    for (const BodyColumn& column : system.columns) {
        output.write_array(std::span<const std::byte>(column.bytes));
    }
    file.write(session_trailer(output.checksum()));
}

bool recognises(std::span<const std::byte> head) {
    const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
    return text.starts_with(session_magic);
}

void write(AtomicFile& file, const System& system) {
    write_parts(file, system, Settings{}, {});
}

} // namespace

std::vector<SessionArray> session_arrays(std::size_t bodies, const std::string& id_type,
                                         const std::string& softening_type,
                                         const std::vector<SessionArray>& columns) {
    std::vector<SessionArray> arrays;
    const auto add = [&](const char* name, const std::string& type) {
        if (!type.empty()) {
            arrays.push_back({name, type, 0, bodies * (type.ends_with("64") ? 8 : 4)});
        }
    };
    for (const char* name : {"mass", "position_x", "position_y", "position_z", "velocity_x",
                             "velocity_y", "velocity_z"}) {
        add(name, "float64");
    }
    add("id", id_type);
    add("softening", softening_type);
    arrays.insert(arrays.end(), columns.begin(), columns.end());
    std::size_t offset = 0;
    for (SessionArray& array : arrays) {
        array.offset = std::exchange(offset, session_aligned(offset + array.bytes));
    }
    return arrays;
}

std::string session_trailer(std::uint32_t checksum) {
    char text[session_trailer_size + 1];
    std::snprintf(text, sizeof text, "crc32c %08x\n", checksum);
    return text;
}

extern const SnapshotFormat session_format = {
    .id = "session",
    .title = "Orrery session",
    .extension = ".orrery",
    .recognises = recognises,
    .read = parse_session_system,
    .write = write,
    .keeps_header = true,
    .keeps_column = [](const System&, const BodyColumn&) { return true; }};

Session read_session(const std::filesystem::path& file) {
    InputFile input(file);
    Session session = parse_session(input.contents());
    session.settings.source = file.string();
    session.settings.bodies = 0;
    session.settings.sample = 1;
    return session;
}

void write_session(const std::filesystem::path& file, const Session& session) {
    require_writable(session.system, file);
    AtomicFile output(file);
    write_parts(output, session.system, session.settings, session.look);
    output.commit();
}

} // namespace orrery
