// Reading sessions; session.cpp describes the file.

#include "sim/base/error.hpp"
#include "sim/body_arrays.hpp"
#include "sim/domain/shares.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/crc32c.hpp"
#include "sim/snapshots/file_position.hpp"
#include "sim/snapshots/input_file.hpp"
#include "sim/snapshots/session_fields.hpp"
#include "sim/snapshots/settings_toml.hpp"
#include "sim/snapshots/toml_table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <type_traits>
#include <utility>

namespace orrery {
namespace {

constexpr std::size_t first_header_line = 2;
constexpr std::size_t longest_first_line = 128;

// Where the bytes of a session come from: a file, or memory.
struct Source {
    std::filesystem::path file;
    std::uintmax_t size = 0;
    std::function<void(std::uintmax_t at, std::span<std::byte> into)> read;

    std::string text(std::uintmax_t at, std::size_t bytes) const {
        std::string found(bytes, '\0');
        read(at, std::as_writable_bytes(std::span(found)));
        return found;
    }
};

// The parts of the file; checked to lie in it, one behind the other, and to fill it.
struct Parts {
    std::string header;
    std::size_t payload_at = 0;
    std::size_t payload_size = 0;
};

// Takes `literal` off the front of `text`.
bool consume(std::string_view& text, std::string_view literal) {
    const bool there = text.starts_with(literal);
    text.remove_prefix(there ? literal.size() : 0);
    return there;
}

bool consume(std::string_view& text, std::uint64_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return error == std::errc();
}

void require_file_size(const Source& contents, std::uintmax_t wanted) {
    const std::uintmax_t size = contents.size;
    if (size < wanted) {
        throw bad_input("the file ends here, but its first line promises " +
                            std::to_string(wanted) + " bytes",
                        at_byte(contents.file, size), "copy it again");
    }
    if (size > wanted) {
        throw bad_input("the session ends here, but the file continues to byte " +
                            std::to_string(size),
                        at_byte(contents.file, wanted), "copy it again");
    }
}

Parts find_parts(const Source& contents) {
    const std::string text = contents.text(
        0, static_cast<std::size_t>(std::min<std::uintmax_t>(contents.size, longest_first_line)));
    std::string_view rest = text;
    const auto fail = [&](const std::string& what, const std::string& hint) {
        throw bad_input(what,
                        at_byte(contents.file, static_cast<std::size_t>(rest.data() - text.data())),
                        hint);
    };
    std::uint64_t version = 0;
    if (!consume(rest, session_magic) || !consume(rest, version)) {
        fail("this is not a session", "sessions start with 'orrery-session 1'");
    }
    if (version != session_version) {
        fail("this session is of version " + std::to_string(version) +
                 ", and this program reads version " + std::to_string(session_version),
             "use the program that wrote it, or a newer one");
    }
    std::uint64_t header_size = 0;
    std::uint64_t payload_size = 0;
    if (!consume(rest, ", header ") || !consume(rest, header_size) ||
        !consume(rest, " bytes, payload ") || !consume(rest, payload_size) ||
        !consume(rest, " bytes\n")) {
        fail("the session's first line is damaged", "copy it again");
    }
    const auto header_at = static_cast<std::size_t>(rest.data() - text.data());
    // Sizes that would overflow the sum are larger than any file.
    constexpr std::uint64_t largest = std::uint64_t{1} << 60;
    if (header_size > largest || payload_size > largest) {
        fail("the session's first line promises more than any file holds", "copy it again");
    }
    const std::size_t payload_at = session_aligned(header_at + header_size);
    require_file_size(contents, payload_at + payload_size + session_trailer_size);
    return {contents.text(header_at, header_size), payload_at, payload_size};
}

// Of this rank's part of what the checksum is of.
Crc32c checksum_of_part(const Source& contents, const Communicator& ranks) {
    Part left = even_part(contents.size - session_trailer_size, ranks);
    std::vector<std::byte> piece(std::min(left.count, std::size_t{1} << 20));
    Crc32c checksum;
    while (left.count > 0) {
        const auto bytes = std::span(piece).first(std::min(left.count, piece.size()));
        contents.read(left.first, bytes);
        checksum.add(bytes);
        left = {left.first + bytes.size(), left.count - bytes.size()};
    }
    return checksum;
}

// Where the checksum is right, the mark of the whole file.
FileMark checked_mark(const Source& contents, Crc32c checksum) {
    const std::uintmax_t trailer_at = contents.size - session_trailer_size;
    const std::string trailer = contents.text(trailer_at, session_trailer_size);
    if (trailer != session_trailer(checksum.value())) {
        throw bad_input("the checksum does not match: the file is damaged",
                        at_byte(contents.file, trailer_at), "use another copy of it");
    }
    checksum.add(std::as_bytes(std::span(trailer)));
    return {checksum.bytes(), checksum.value()};
}

// Gives the system the columns that arrays declare, without their rows.
void make_columns(const TomlTable& header, const std::vector<SessionArray>& arrays,
                  std::size_t bodies, System& system) {
    using enum BodyColumn::Kind;
    constexpr std::array kinds = {float32, float64, int32, int64, uint32, uint64};
    for (const SessionArray& array : arrays) {
        const auto fail = [&](const char* what, const char* hint) {
            header.fail("arrays", "array " + array.name + " " + what, hint);
        };
        const auto kind = std::ranges::find(kinds, array.type, name_of);
        if (kind == kinds.end()) {
            fail("has an unknown type of numbers", "use one like float32 or int64");
        }
        BodyColumn column{array.name, *kind, array.width, *array.first, {}};
        const std::size_t rows = array.bytes / column.row_size();
        if (array.bytes % column.row_size() != 0 || rows == 0 || column.first > bodies ||
            rows > bodies - column.first) {
            fail("does not hold numbers of existing bodies",
                 "an array has at most one row per body, counted from its first");
        }
        if (array.attributes.size() != array.attribute_values.size()) {
            fail("has attributes without values", "give each one");
        }
        for (std::size_t i = 0; i < array.attributes.size(); ++i) {
            column.attributes.emplace_back(array.attributes[i], array.attribute_values[i]);
        }
        system.columns.push_back(std::move(column));
    }
}

// The declared arrays must be just those of `bodies` bodies, where they belong; and columns.
std::vector<SessionArray> read_arrays(TomlTable& header, std::size_t bodies,
                                      std::size_t payload_size, System& system) {
    // Before any size is computed from it; 56 bytes are the least a body takes.
    if (bodies == 0 || bodies > payload_size / (7 * sizeof(double))) {
        header.fail("bodies", "'bodies' cannot be " + std::to_string(bodies),
                    "the file has room for " + std::to_string(payload_size / (7 * sizeof(double))));
    }
    std::vector<SessionArray> declared, columns;
    header.list("arrays", declared, session_fields::of_array);
    std::string id_type, softening_type;
    for (const SessionArray& array : declared) {
        if (array.first) {
            columns.push_back(array);
        } else if (array.name == "id") {
            id_type = array.type == "int64" || array.type == "uint64" ? array.type : "int32";
        } else if (array.name == "softening") { // float32 in older sessions
            softening_type = array.type == "float32" ? array.type : "float64";
        }
    }
    make_columns(header, columns, bodies, system);
    system.catalogue.ids_have_no_sign = id_type == "uint64";
    auto arrays = session_arrays(bodies, id_type, softening_type, columns);
    if (arrays.size() != declared.size()) {
        header.fail("arrays", "the session has the wrong number of arrays",
                    "it must have " + std::to_string(arrays.size()));
    }
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const SessionArray& wanted = arrays[i];
        if (declared[i].name != wanted.name || declared[i].type != wanted.type) {
            header.fail("arrays", "this array is " + declared[i].name + " of " + declared[i].type,
                        "it must be " + wanted.name + " of " + wanted.type);
        }
        if (declared[i].offset != wanted.offset || declared[i].bytes != wanted.bytes) {
            header.fail("arrays", "the array " + wanted.name + " is in the wrong place",
                        "it must have offset " + std::to_string(wanted.offset) + " and " +
                            std::to_string(wanted.bytes) + " bytes");
        }
    }
    if (session_payload_size(arrays) != payload_size) {
        header.fail("arrays", "the arrays do not fill the payload",
                    "together they must have " + std::to_string(payload_size) + " bytes");
    }
    return arrays;
}

// Numbers of bodies that begin with number `first`, as an array of the payload has them.
template <class Stored, class To>
void read_values(const Source& contents, std::size_t at, std::size_t first, std::span<To> values) {
    at += first * sizeof(Stored);
    if constexpr (std::is_same_v<Stored, To>) {
        contents.read(at, std::as_writable_bytes(values));
    } else {
        std::vector<Stored> stored(values.size());
        contents.read(at, std::as_writable_bytes(std::span(stored)));
        std::ranges::transform(stored, values.begin(),
                               [](Stored value) { return static_cast<To>(value); });
    }
}

void check_values(const Source& contents, std::size_t at, const SessionArray& array,
                  Quantity quantity, std::size_t first, std::span<const double> values) {
    const std::size_t width = array.type.ends_with("64") ? 8 : 4;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!is_valid(values[i], quantity)) {
            throw bad_input("the " + array.name + " of body " + std::to_string(first + i) + " " +
                                what_is_wrong(values[i]),
                            at_byte(contents.file, at + (first + i) * width),
                            "use another copy of the file");
        }
    }
}

void read_bodies(const Source& contents, std::size_t payload_at,
                 const std::vector<SessionArray>& arrays, const Part& part, System& system) {
    system.bodies = Bodies<double>(part.count);
    std::size_t next = 0;
    for (HostArray<double>* values : arrays_of(system.bodies)) {
        const std::size_t at = payload_at + arrays[next].offset;
        const std::span<double> numbers(values->data(), part.count);
        read_values<double>(contents, at, part.first, numbers);
        check_values(contents, at, arrays[next], next == 0 ? Quantity::mass : Quantity::coordinate,
                     part.first, numbers);
        ++next;
    }
}

// What there is besides, which the first rank has.
void read_further(const Source& contents, std::size_t payload_at,
                  const std::vector<SessionArray>& arrays, std::size_t count, System& system) {
    const std::size_t columns_from = arrays.size() - system.columns.size();
    for (std::size_t next = 7; next < columns_from; ++next) {
        const SessionArray& array = arrays[next];
        const std::size_t at = payload_at + array.offset;
        if (array.name == "id") {
            system.catalogue.file_ids.resize(count);
            const std::span<std::int64_t> ids = system.catalogue.file_ids;
            array.type == "int32" ? read_values<std::int32_t>(contents, at, 0, ids)
                                  : read_values<std::int64_t>(contents, at, 0, ids);
        } else {
            system.catalogue.softenings.resize(count);
            const std::span<double> softenings = system.catalogue.softenings;
            array.type == "float32" ? read_values<float>(contents, at, 0, softenings)
                                    : read_values<double>(contents, at, 0, softenings);
            check_values(contents, at, array, Quantity::softening, 0, softenings);
        }
    }
    for (std::size_t k = 0; k < system.columns.size(); ++k) {
        const SessionArray& array = arrays[columns_from + k];
        system.columns[k].bytes.resize(array.bytes);
        contents.read(payload_at + array.offset, system.columns[k].bytes);
    }
}

// What is read of a session, in which all is checked, but for the values of bodies that are not
// read.
enum class Wanted { all, system, all_but_bodies };

Session parse(const Source& contents, const Parts& parts, Wanted wanted,
              const Communicator& ranks) {
    const toml::table parsed = parse_toml(parts.header, contents.file, first_header_line);
    TomlTable header(parsed, contents.file, first_header_line);

    Session session;
    System& system = session.system;
    Catalogue& catalogue = system.catalogue;
    std::size_t bodies = 0;
    header.field("title", catalogue.title);
    header.field("bodies", bodies);
    session_fields::of_system(header, system);
    if (const auto box = header.numbers("box", 3)) {
        std::ranges::copy(*box, system.box.lengths.begin());
        if (!system.box.is_periodic()) {
            header.fail("box", "an edge of the box is not above 0", "write three lengths");
        }
    }
    if (header.table("cosmology")) {
        header.section("cosmology", system.cosmology.emplace(), session_fields::of_cosmology);
        if (system.cosmology->omega_matter > 1) {
            header.fail("cosmology", "omega_matter is above 1", "write the share of matter");
        }
        if (!system.box.is_periodic() || !(system.time > 0)) {
            header.fail("cosmology", "a universe that expands has a box, and a time above 0",
                        "write box and time, or leave cosmology out");
        }
    }
    const TomlTable settings = header.required("settings", header.table("settings"));
    if (wanted != Wanted::system) {
        session.settings = settings_from_table(settings, {}, UnknownIds::kept);
    }
    header.section("units", system.units, session_fields::of_units);
    header.section("viewpoint", system.viewpoint, session_fields::of_viewpoint);
    session.look = header.table_text("look");
    header.ignore("camera"); // what sessions of 0.1 had of the look
    const auto arrays = read_arrays(header, bodies, parts.payload_size, system);
    header.list("components", catalogue.components, session_fields::of_component);
    header.list("labels", catalogue.labels, session_fields::of_label);
    if (!fits(catalogue, bodies)) {
        header.fail("components", "the components and labels do not fit the bodies",
                    "components cover all bodies in order");
    }
    if (header.table("snapshot_header")) {
        header.section("snapshot_header", catalogue.header.emplace(), session_fields::of_snapshot);
    }
    header.finish();
    if (wanted == Wanted::all_but_bodies) {
        return session;
    }
    read_bodies(contents, parts.payload_at, arrays, even_part(bodies, ranks), system);
    system.bodies_of_ranks = ranks.size() > 1 ? bodies : 0;
    if (ranks.rank() == 0) {
        read_further(contents, parts.payload_at, arrays, bodies, system);
    } else {
        system.columns.clear();
    }
    return session;
}

Session read_from(const Source& contents, Wanted wanted, Communicator& ranks) {
    Parts parts;
    Crc32c checksum;
    on_all(ranks, [&] {
        parts = find_parts(contents);
        checksum = checksum_of_part(contents, ranks);
    });
    checksum = joined(checksum, ranks);
    Session session;
    on_all(ranks, [&] {
        const FileMark mark = checked_mark(contents, checksum);
        session = parse(contents, parts, wanted, ranks);
        session.mark = mark;
    });
    return session;
}

Source in_memory(const FileContents& contents) {
    return {contents.file, contents.bytes.size(),
            [bytes = contents.bytes](std::uintmax_t at, std::span<std::byte> into) {
                std::ranges::copy(bytes.subspan(static_cast<std::size_t>(at), into.size()),
                                  into.begin());
            }};
}

Source in_file(const InputFile& file) {
    return {file.file(), file.size(),
            [&file](std::uintmax_t at, std::span<std::byte> into) { file.read(at, into); }};
}

Session begun_with(const std::filesystem::path& file, Session session) {
    session.settings.source = file.string();
    session.settings.bodies = 0;
    session.settings.sample = 1;
    return session;
}

} // namespace

Session parse_session(const FileContents& contents) {
    return read_from(in_memory(contents), Wanted::all, one_process());
}

System parse_session_system(const FileContents& contents) {
    return read_from(in_memory(contents), Wanted::system, one_process()).system;
}

Session read_session(const InputFile& file, Communicator& ranks) {
    on_all(ranks, [&] { file.require_room(file.size() / ranks.size()); });
    return read_from(in_file(file), Wanted::all, ranks);
}

Session read_session(const std::filesystem::path& file) {
    return begun_with(file, read_session(InputFile(file), one_process()));
}

Session read_session_without_bodies(const std::filesystem::path& file) {
    const InputFile opened(file);
    return begun_with(file, read_from(in_file(opened), Wanted::all_but_bodies, one_process()));
}

} // namespace orrery
