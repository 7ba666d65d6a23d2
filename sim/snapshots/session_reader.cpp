// Reading sessions; session.cpp describes the file.

#include "sim/base/error.hpp"
#include "sim/body_arrays.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/byte_order.hpp"
#include "sim/snapshots/crc32c.hpp"
#include "sim/snapshots/file_position.hpp"
#include "sim/snapshots/header_toml.hpp"
#include "sim/snapshots/session.hpp"
#include "sim/snapshots/session_layout.hpp"
#include "sim/snapshots/settings_toml.hpp"
#include "sim/snapshots/toml_table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace orrery {
namespace {

constexpr std::size_t first_header_line = 2;
constexpr std::size_t longest_first_line = 128;

// Where the parts of the file are; checked to lie in it, one behind the other, and to fill it.
struct Parts {
    std::string_view header;
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

void require_file_size(const FileContents& contents, std::uintmax_t wanted) {
    const std::uintmax_t size = contents.bytes.size();
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

Parts find_parts(const FileContents& contents) {
    const std::string_view text(reinterpret_cast<const char*>(contents.bytes.data()),
                                contents.bytes.size());
    std::string_view rest = text.substr(0, longest_first_line);
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
    return {text.substr(header_at, header_size), payload_at, payload_size};
}

void require_checksum(const FileContents& contents) {
    const std::size_t trailer_at = contents.bytes.size() - session_trailer_size;
    Crc32c checksum;
    checksum.add(contents.bytes.first(trailer_at));
    const auto trailer = contents.bytes.subspan(trailer_at);
    const std::string_view text(reinterpret_cast<const char*>(trailer.data()), trailer.size());
    if (text != session_trailer(checksum.value())) {
        throw bad_input("the checksum does not match: the file is damaged",
                        at_byte(contents.file, trailer_at), "use another copy of it");
    }
}

std::size_t size_value(TomlTable& table, std::string_view key) {
    return static_cast<std::size_t>(table.required(key, table.integer(key)));
}

void read_units(TomlTable table, Units& units) {
    units.gravity = table.required("gravity", table.number("gravity"));
    units.length = table.required("length", table.string("length"));
    units.time = table.required("time", table.string("time"));
    units.mass = table.required("mass", table.string("mass"));
    units.epoch = table.number("epoch", 0).value_or(0);
    table.finish();
}

void read_viewpoint(TomlTable table, Viewpoint& viewpoint) {
    const auto centre = table.required("centre", table.numbers("centre", 3));
    std::ranges::copy(centre, viewpoint.centre);
    viewpoint.distance = table.required("distance", table.number("distance", 0));
    viewpoint.azimuth = table.required("azimuth", table.number("azimuth"));
    viewpoint.elevation = table.required("elevation", table.number("elevation"));
    table.finish();
}

void read_names(TomlTable& header, std::size_t bodies, Catalogue& catalogue) {
    catalogue.title = header.required("title", header.string("title"));
    for (TomlTable& table : header.tables("components")) {
        Component component;
        component.name = table.required("name", table.string("name"));
        component.first = size_value(table, "first");
        component.count = size_value(table, "count");
        table.finish();
        catalogue.components.push_back(std::move(component));
    }
    for (TomlTable& table : header.tables("labels")) {
        Label label;
        label.body = size_value(table, "body");
        label.text = table.required("text", table.string("text"));
        table.finish();
        catalogue.labels.push_back(std::move(label));
    }
    if (!fits(catalogue, bodies)) {
        header.fail("components", "the components and labels do not fit the bodies",
                    "components cover all bodies in order");
    }
}

// What the arrays' tables say of their bodies beside the numbers.
void read_column(TomlTable& table, std::size_t first, std::size_t bodies, System& system,
                 SessionContents& contents) {
    BodyColumn column;
    column.name = table.required("name", table.string("name"));
    column.first = first;
    constexpr std::int64_t most_numbers = 4096;
    column.width =
        static_cast<std::size_t>(table.required("width", table.integer("width", 1, most_numbers)));
    const std::string type = table.required("type", table.string("type"));
    using enum BodyColumn::Kind;
    constexpr std::array kinds = {float32, float64, int32, int64, uint32, uint64};
    const auto kind = std::ranges::find(kinds, type, name_of);
    if (kind == kinds.end()) {
        table.fail("type", "unknown type of numbers", "use one like float32 or int64");
    }
    column.kind = *kind;
    const std::size_t bytes = size_value(table, "bytes");
    const std::size_t rows = bytes / column.row_size();
    if (bytes % column.row_size() != 0 || rows == 0 || first > bodies || rows > bodies - first) {
        table.fail("bytes", "these are not the numbers of existing bodies",
                   "an array has at most one row per body, counted from its first");
    }
    const std::vector<std::string> names = table.strings("attributes");
    const auto numbers =
        table.required("attribute_values", table.numbers("attribute_values", names.size()));
    for (std::size_t i = 0; i < names.size(); ++i) {
        column.attributes.emplace_back(names[i], numbers[i]);
    }
    contents.columns.push_back({column.name, type, bytes});
    system.columns.push_back(std::move(column));
}

// The declared arrays must be just those that so many bodies have, where they belong; and columns.
std::vector<SessionArray> read_arrays(TomlTable& header, std::size_t bodies,
                                      std::size_t payload_size, System& system) {
    std::vector<TomlTable> declared = header.tables("arrays");
    // Before any size is computed from it; 56 bytes are the least a body takes.
    if (bodies == 0 || bodies > payload_size / (7 * sizeof(double))) {
        header.fail("bodies", "'bodies' cannot be " + std::to_string(bodies),
                    "the file has room for " + std::to_string(payload_size / (7 * sizeof(double))));
    }
    SessionContents contents;
    contents.bodies = bodies;
    for (TomlTable& table : declared) {
        const std::string name = table.required("name", table.string("name"));
        if (const auto first = table.integer("first")) {
            read_column(table, static_cast<std::size_t>(*first), bodies, system, contents);
        } else if (name == "id") {
            const std::string type = table.required("type", table.string("type"));
            contents.id_type = type == "int64" || type == "uint64" ? type : "int32";
            system.catalogue.ids_have_no_sign = type == "uint64";
        } else if (name == "softening") { // float32 in older sessions
            const std::string type = table.required("type", table.string("type"));
            contents.softening_type = type == "float32" ? type : "float64";
        }
    }
    auto arrays = session_arrays(contents);
    if (arrays.size() != declared.size()) {
        header.fail("arrays", "the session has the wrong number of arrays",
                    "it must have " + std::to_string(arrays.size()));
    }
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        TomlTable& table = declared[i];
        const std::string name = table.required("name", table.string("name"));
        const std::string type = table.required("type", table.string("type"));
        if (name != arrays[i].name || type != arrays[i].type) {
            table.fail("name", "this array is " + name + " of " + type,
                       "it must be " + arrays[i].name + " of " + arrays[i].type);
        }
        if (size_value(table, "offset") != arrays[i].offset ||
            size_value(table, "bytes") != arrays[i].bytes) {
            table.fail("offset", "this array is in the wrong place",
                       "it must have offset " + std::to_string(arrays[i].offset) + " and " +
                           std::to_string(arrays[i].bytes) + " bytes");
        }
        table.finish();
    }
    if (session_payload_size(arrays) != payload_size) {
        header.fail("arrays", "the arrays do not fill the payload",
                    "together they must have " + std::to_string(payload_size) + " bytes");
    }
    return arrays;
}

template <class T>
void read_values(const FileContents& contents, std::size_t payload_at, const SessionArray& array,
                 Quantity quantity, std::span<T> values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t at = payload_at + array.offset + i * sizeof(T);
        values[i] = load<T>(contents.bytes, at, std::endian::little);
        if (!is_valid(values[i], quantity)) {
            throw bad_input("the " + array.name + " of body " + std::to_string(i) + " " +
                                what_is_wrong(values[i]),
                            at_byte(contents.file, at), "use another copy of the file");
        }
    }
}

void read_ids(const FileContents& contents, std::size_t payload_at, const SessionArray& array,
              std::vector<std::int64_t>& ids) {
    const bool is_long = array.type != "int32";
    std::size_t at = payload_at + array.offset;
    for (std::int64_t& id : ids) {
        id = is_long ? load<std::int64_t>(contents.bytes, at, std::endian::little)
                     : load<std::int32_t>(contents.bytes, at, std::endian::little);
        at += is_long ? sizeof(std::int64_t) : sizeof(std::int32_t);
    }
}

void read_softenings(const FileContents& contents, std::size_t payload_at,
                     const SessionArray& array, std::vector<double>& softenings) {
    if (array.type == "float64") {
        read_values(contents, payload_at, array, Quantity::softening, std::span(softenings));
        return;
    }
    std::vector<float> single(softenings.size());
    read_values(contents, payload_at, array, Quantity::softening, std::span(single));
    std::ranges::copy(single, softenings.begin());
}

void read_rows(const FileContents& contents, std::size_t payload_at, const SessionArray& array,
               BodyColumn& column) {
    column.bytes.resize(array.bytes);
    const auto read_as = [&]<class Number>(Number) {
        for (std::size_t at = 0; at < array.bytes; at += sizeof(Number)) {
            const auto number =
                load<Number>(contents.bytes, payload_at + array.offset + at, std::endian::little);
            std::memcpy(column.bytes.data() + at, &number, sizeof number);
        }
    };
    size_of(column.kind) == 4 ? read_as(std::uint32_t{}) : read_as(std::uint64_t{});
}

void read_payload(const FileContents& contents, std::size_t payload_at,
                  const std::vector<SessionArray>& arrays, std::size_t count, System& system) {
    system.bodies = Bodies<double>(count);
    std::size_t next = 0;
    for (HostArray<double>* values : arrays_of(system.bodies)) {
        const Quantity quantity = next == 0 ? Quantity::mass : Quantity::coordinate;
        read_values(contents, payload_at, arrays[next++], quantity, std::span<double>(*values));
    }
    const std::size_t first_column = arrays.size() - system.columns.size();
    for (; next < first_column; ++next) {
        if (arrays[next].name == "id") {
            system.catalogue.file_ids.resize(count);
            read_ids(contents, payload_at, arrays[next], system.catalogue.file_ids);
        } else {
            system.catalogue.softenings.resize(count);
            read_softenings(contents, payload_at, arrays[next], system.catalogue.softenings);
        }
    }
    for (BodyColumn& column : system.columns) {
        read_rows(contents, payload_at, arrays[next++], column);
    }
}

Session parse(const FileContents& contents, bool with_settings) {
    const Parts parts = find_parts(contents);
    require_checksum(contents);
    const toml::table parsed = parse_toml(parts.header, contents.file, first_header_line);
    TomlTable header(parsed, contents.file, first_header_line);

    Session session;
    System& system = session.system;
    const std::size_t bodies = size_value(header, "bodies");
    system.time = header.required("time", header.number("time"));
    system.time_step = header.required("time_step", header.number("time_step"));
    system.softening = header.required("softening", header.number("softening", 0));
    system.step_accuracy = header.number("step_accuracy", 0).value_or(0);
    system.force_error = header.number("force_error", 0).value_or(0);
    if (const auto box = header.numbers("box", 3)) {
        std::ranges::copy(*box, system.box.lengths.begin());
        if (!system.box.is_periodic()) {
            header.fail("box", "an edge of the box is not above 0", "write three lengths");
        }
    }
    const TomlTable settings = header.required("settings", header.table("settings"));
    if (with_settings) {
        session.settings = settings_from_table(settings, {}, UnknownIds::kept);
    }
    read_units(header.required("units", header.table("units")), system.units);
    read_viewpoint(header.required("viewpoint", header.table("viewpoint")), system.viewpoint);
    session.look = header.table_text("look");
    header.table("camera"); // of version 0.1: the scene's own view is taken instead
    const auto arrays = read_arrays(header, bodies, parts.payload_size, system);
    read_names(header, bodies, system.catalogue);
    if (std::optional<TomlTable> table = header.table(header_table)) {
        system.catalogue.header = header_from_table(*table);
    }
    header.finish();
    read_payload(contents, parts.payload_at, arrays, bodies, system);
    return session;
}

} // namespace

Session parse_session(const FileContents& contents) {
    return parse(contents, true);
}

System parse_session_system(const FileContents& contents) {
    return parse(contents, false).system;
}

} // namespace orrery
