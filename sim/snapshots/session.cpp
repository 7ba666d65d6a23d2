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
// Ranks write their shares of the bodies in parallel, which are ranges of each array; the checksum
// of all is made of those of the pieces.
//
// Cost: one pass to write, two to read, the first of them for the checksum. Memory: the bodies (a
// rank: its share); 56 bytes a body on disk, 4 more for ids (8 where one needs more than 32 bits),
// 8 for softenings.

#include "sim/snapshots/session.hpp"

#include "sim/base/atomic_file.hpp"
#include "sim/body_arrays.hpp"
#include "sim/domain/shares.hpp"
#include "sim/domain/travel.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/crc32c.hpp"
#include "sim/snapshots/session_fields.hpp"
#include "sim/snapshots/settings_toml.hpp"
#include "sim/snapshots/toml_text.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

namespace orrery {
namespace {

std::string header_text(const std::filesystem::path& file, const System& system,
                        const Settings& settings, const std::string& look,
                        const std::vector<SessionArray>& arrays) {
    TomlText toml(file);
    toml.field("title", system.catalogue.title);
    toml.field("bodies", body_count(system));
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

// A file that ranks write together, the first one whatever is not a share; keeps the checksum of
// what was written.
class SharedOutput {
public:
    // Collective, as write_shares and commit are.
    SharedOutput(const std::filesystem::path& file, Communicator& ranks) : ranks_(ranks) {
        std::string name;
        on_all(ranks, [&] {
            if (is_first()) {
                file_.emplace(file);
                name = ranks.size() > 1 ? file_->name_for_others().string() : "";
            }
        });
        name = told_by_first(ranks, name);
        if (!is_first() && !name.empty()) {
            try {
                file_.emplace(file, name);
            } catch (const Error&) { // it is of a disk that is not here
            }
        }
        together_ = greatest_of(ranks, file_ && !name.empty() ? 0 : 1) == 0;
    }

    // On all ranks; the first one does the work, with write and write_array.
    template <class Work>
    void by_first(const Work& work) {
        on_all(ranks_, [&] { is_first() ? work() : void(); });
    }
    void write(std::span<const std::byte> bytes) {
        checksum_.add(bytes);
        file_->write(bytes);
    }
    void write(std::string_view text) { write(std::as_bytes(std::span(text.data(), text.size()))); }
    template <class T>
    void write_array(std::span<const T> values) {
        write(std::as_bytes(values));
        pad('\0');
    }
    // To the next multiple of 64 bytes.
    void pad(char filler) {
        const std::uint64_t written = checksum_.bytes();
        write(std::string(session_aligned(written) - written, filler));
    }

    // An array of which each rank has a part, behind those of the ranks before.
    void write_shares(std::span<const std::byte> own) {
        Crc32c sum;
        sum.add(own);
        const std::vector<Crc32c> before = of_each(ranks_, checksum_);
        const std::vector<Crc32c> shares = of_each(ranks_, sum);
        std::uint64_t at = before.front().bytes();
        for (std::size_t k = 0; k < ranks_.rank(); ++k) {
            at += shares[k].bytes();
        }
        on_all(ranks_, [&] {
            if (together_) {
                file_->seek(at);
            }
            if (together_ || is_first()) {
                file_->write(own);
            }
        });
        for (std::size_t k = 1; k < ranks_.size() && !together_; ++k) {
            write_of(k, own);
        }
        for (const Crc32c& share : shares) {
            checksum_.append(share);
        }
        by_first([&] {
            if (together_) {
                file_->seek(checksum_.bytes());
            }
            pad('\0');
        });
    }

    std::uint32_t checksum() const { return checksum_.value(); }

    // The first one gives the file its name when the others have handed over their parts.
    void commit() {
        on_all(ranks_, [&] { file_ && !is_first() ? file_->commit() : void(); });
        by_first([&] { file_->commit(); });
    }

private:
    bool is_first() const { return ranks_.rank() == 0; }

    // What rank k has, by way of the first one.
    void write_of(std::size_t k, std::span<const std::byte> own) {
        std::vector<std::vector<std::byte>> to(ranks_.size());
        on_all(ranks_, [&] {
            if (ranks_.rank() == k) {
                to.front().assign(own.begin(), own.end());
            }
        });
        const auto found = exchanged(ranks_, to);
        by_first([&] { file_->write(found[k]); });
    }

    Communicator& ranks_;
    std::optional<AtomicFile> file_; // none: the first rank writes
    bool together_ = false;
    Crc32c checksum_; // whole at the first rank
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
    return session_arrays(body_count(system), id_type_of(system.catalogue),
                          system.catalogue.softenings.empty() ? "" : "float64", columns);
}

void write_parts(const std::filesystem::path& file, const System& system, const Settings& settings,
                 const std::string& look, Communicator& ranks) {
    const Catalogue& catalogue = system.catalogue;
    SharedOutput output(file, ranks);
    output.by_first([&] {
        const auto arrays = arrays_of_session(system);
        const std::string header = header_text(file, system, settings, look, arrays);
        output.write(std::string(session_magic) + std::to_string(session_version) + ", header " +
                     std::to_string(header.size()) + " bytes, payload " +
                     std::to_string(session_payload_size(arrays)) + " bytes\n");
        output.write(header);
        output.pad('\n');
    });
    for (const HostArray<double>* values : arrays_of(system.bodies)) {
        output.write_shares(std::as_bytes(std::span(values->data(), values->size())));
    }
    output.by_first([&] {
        if (id_type_of(catalogue) == "int32") {
            const std::vector<std::int32_t> ids(catalogue.file_ids.begin(),
                                                catalogue.file_ids.end());
            output.write_array(std::span<const std::int32_t>(ids));
        } else {
            output.write_array(std::span<const std::int64_t>(catalogue.file_ids));
        }
        output.write_array(std::span<const double>(catalogue.softenings));
        for (const BodyColumn& column : system.columns) {
            output.write_array(std::span<const std::byte>(column.bytes));
        }
        output.write(session_trailer(output.checksum()));
    });
    output.commit();
}

bool recognises(std::span<const std::byte> head) {
    const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
    return text.starts_with(session_magic);
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
    .write_together =
        [](const std::filesystem::path& file, const System& system, const Settings& settings,
           Communicator& ranks) {
            write_session(file, {system, settings, {}}, ranks);
        },
    .keeps_header = true,
    .keeps_column = [](const System&, const BodyColumn&) { return true; }};

void write_session(const std::filesystem::path& file, const Session& session, Communicator& ranks) {
    with_one_error(ranks, [&] {
        on_all(ranks, [&] {
            require_writable(session.system, file,
                             even_part(body_count(session.system), ranks).first);
        });
        write_parts(file, session.system, session.settings, session.look, ranks);
    });
}

} // namespace orrery
