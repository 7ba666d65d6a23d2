// tipsy: the binary snapshots of the University of Washington's N-body shop, and of the codes that
// speak its language (PKDGRAV, Gasoline, ChaNGa, Bonsai, the CUDA samples).
//
//   header   double time; int32 bodies, dimensions, gas, dark, stars; maybe 4 bytes of padding
//   gas      float mass, position[3], velocity[3], density, temperature, hsmooth, metals, phi
//   dark     float mass, position[3], velocity[3], eps, phi
//   star     float mass, position[3], velocity[3], metals, tform, eps, phi
//
// Source: TIPSY's tipsydefs.h (Katz & Quinn); the native variant is that of Bonsai's files.
//
// Files differ in three ways, none of which the file declares. All three are told by content:
//   order    the dimension count is 3 in one byte order and 50331648 in the other.
//   header   28 bytes as the "standard" XDR codes write it, 32 where a C compiler padded the
//            structure to whole doubles: whichever makes the file's size come out. (Cut by just
//            four bytes, the longer looks like the shorter; its numbers then hardly make sense.)
//   phi      potential, or an integer id in its place. A potential of gravity is negative, so its
//            sign bit is set; an id is a number from 0. So: if any body's word has the sign bit,
//            the words are potentials; if none has and they are not all zero, they are ids.
//            (Uniqueness is no help: real files number bulge and disk from the same start.)
//
// Data that no solver asks for are kept as BodyColumns, by the names that pynbody has for them
// (rho, temp, metals, tform, phi), unless all are 0. Writing: little-endian, 32-byte header, ids in
// place of phi where the system has them. Bodies keep their order: components named gas, dark
// matter and stars in this order keep their kind, any other system is written as dark bodies.
// Single precision. The time is kept; of units, G included, the format knows nothing.
//
// Cost: one pass; memory: the file and the bodies.

#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/body_arrays.hpp"
#include "sim/snapshot.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/byte_order.hpp"
#include "sim/snapshots/file_position.hpp"
#include "sim/snapshots/suggested_defaults.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace orrery {
namespace {

constexpr std::size_t word = 4;
constexpr std::size_t header_size = 28;
constexpr std::size_t padded_header_size = 32;
constexpr std::size_t bodies_at = 8, dimensions_at = 12, first_count_at = 16;

// A word of a record that becomes a column.
struct FurtherWord {
    std::string_view name;
    std::size_t word;
};

struct Kind {
    const char* name;
    std::size_t words;                  // of a record; the last one is phi or the id
    std::size_t softening;              // which word
    std::array<FurtherWord, 4> further; // the last: phi
    std::size_t size() const { return words * word; }
};
constexpr std::array<Kind, 3> kinds = {
    {{"gas", 12, 9, {{{"rho", 7}, {"temp", 8}, {"metals", 10}, {"phi", 11}}}},
     {"dark matter", 9, 7, {{{}, {}, {}, {"phi", 8}}}},
     {"stars", 11, 9, {{{"metals", 7}, {"tform", 8}, {}, {"phi", 10}}}}}};
constexpr std::array<const char*, 7> leading_words = {
    "mass", "x position", "y position", "z position", "x velocity", "y velocity", "z velocity"};

struct Header {
    std::endian order = std::endian::little;
    double time = 0;
    std::array<std::size_t, 3> counts = {}; // by kind
    std::size_t bodies = 0;
    std::size_t size = padded_header_size;
};

std::optional<std::endian> order_of(std::span<const std::byte> bytes) {
    for (const std::endian order : {std::endian::little, std::endian::big}) {
        const auto dimensions = load<std::int32_t>(bytes, dimensions_at, order);
        if (dimensions >= 1 && dimensions <= 3) {
            return order;
        }
    }
    return std::nullopt;
}

bool recognises(std::span<const std::byte> head) {
    return head.size() >= header_size && order_of(head).has_value();
}

// The promised size must be the file's, with a header of either size.
std::size_t header_size_for(const FileContents& contents, const Header& header) {
    std::uintmax_t records = 0;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        records += std::uintmax_t{header.counts[k]} * kinds[k].size();
    }
    const std::uintmax_t size = contents.bytes.size();
    if (size == header_size + records || size == padded_header_size + records) {
        return static_cast<std::size_t>(size - records);
    }
    if (size < padded_header_size + records) {
        throw bad_input("the file ends here, but its header promises " +
                            std::to_string(header.bodies) + " bodies, which take " +
                            std::to_string(padded_header_size + records) + " bytes",
                        at_byte(contents.file, size), "copy or download it again");
    }
    throw bad_input(
        "the bodies that the header promises end here, but the file continues to byte " +
            std::to_string(size),
        at_byte(contents.file, padded_header_size + records), "copy or download it again");
}

Header read_header(const FileContents& contents) {
    const std::filesystem::path& file = contents.file;
    const std::span<const std::byte> bytes = contents.bytes;
    if (bytes.size() < header_size) {
        throw bad_input("the file ends inside tipsy's header of 28 bytes",
                        at_byte(file, bytes.size()), "copy or download it again");
    }
    const std::optional<std::endian> order = order_of(bytes);
    if (!order) {
        throw no_known_format(file);
    }
    Header header;
    header.order = *order;
    const auto integer = [&](std::size_t at) {
        return load<std::int32_t>(bytes, at, header.order);
    };
    header.time = load<double>(bytes, 0, header.order);
    if (!is_valid(header.time, Quantity::coordinate)) {
        throw bad_input("the time " + what_is_wrong(header.time), at_byte(file, 0),
                        "is this a tipsy file?");
    }
    if (integer(dimensions_at) != 3) {
        throw bad_input("the file has " + std::to_string(integer(dimensions_at)) + " dimensions",
                        at_byte(file, dimensions_at),
                        "only systems in three dimensions can be read");
    }
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        const std::int32_t count = integer(first_count_at + k * word);
        if (count < 0) {
            throw bad_input("the number of " + std::string(kinds[k].name) +
                                " bodies is negative (" + std::to_string(count) + ")",
                            at_byte(file, first_count_at + k * word), "is this a tipsy file?");
        }
        header.counts[k] = static_cast<std::size_t>(count);
        header.bodies += header.counts[k];
    }
    const std::int32_t bodies = integer(bodies_at);
    if (bodies < 0 || static_cast<std::size_t>(bodies) != header.bodies) {
        throw bad_input("the file promises " + std::to_string(bodies) +
                            " bodies, but its gas, dark and star bodies are " +
                            std::to_string(header.bodies),
                        at_byte(file, bodies_at), "is this a tipsy file?");
    }
    if (header.bodies == 0) {
        throw bad_input("the file has no bodies", at_byte(file, bodies_at),
                        "use a file with at least one");
    }
    header.size = header_size_for(contents, header);
    return header;
}

double checked(const FileContents& contents, std::endian order, std::size_t at, Quantity quantity,
               const char* name, std::size_t body) {
    const double value = load<float>(contents.bytes, at, order);
    if (!is_valid(value, quantity)) {
        throw bad_input("the " + std::string(name) + " of body " + std::to_string(body) + " " +
                            what_is_wrong(value),
                        at_byte(contents.file, at), "the file is damaged or not a tipsy file");
    }
    return value;
}

// The bodies of one kind, which follow one another, and where in the file their records begin.
struct Run {
    const Kind& kind;
    std::size_t first, count;
    std::size_t at = 0;
};

std::vector<Run> runs_of(const std::array<std::size_t, 3>& counts, std::size_t at = 0) {
    std::vector<Run> runs;
    std::size_t first = 0;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        runs.push_back({kinds[k], first, counts[k], at});
        first += counts[k];
        at += counts[k] * kinds[k].size();
    }
    return runs;
}

void read_records(const FileContents& contents, std::endian order, const Run& run, System& system) {
    const auto leading = arrays_of(system.bodies);
    for (std::size_t i = 0; i < run.count; ++i) {
        const std::size_t body = run.first + i, at = run.at + i * run.kind.size();
        for (std::size_t w = 0; w < leading_words.size(); ++w) {
            (*leading[w])[body] =
                checked(contents, order, at + w * word,
                        w == 0 ? Quantity::mass : Quantity::coordinate, leading_words[w], body);
        }
        system.catalogue.softenings[body] = checked(contents, order, at + run.kind.softening * word,
                                                    Quantity::softening, "softening", body);
        system.catalogue.file_ids[body] =
            load<std::int32_t>(contents.bytes, at + (run.kind.words - 1) * word, order);
    }
    if (run.count > 0) {
        system.catalogue.components.push_back({run.kind.name, run.first, run.count});
    }
}

void read_columns(const FileContents& contents, std::endian order, const Run& run, System& system) {
    const bool with_phi = system.catalogue.file_ids.empty();
    for (const FurtherWord& further : run.kind.further) {
        if (further.name.empty() || (further.name == "phi" && !with_phi)) {
            continue;
        }
        std::vector<float> numbers(run.count);
        for (std::size_t i = 0; i < run.count; ++i) {
            numbers[i] = load<float>(contents.bytes,
                                     run.at + i * run.kind.size() + further.word * word, order);
        }
        if (std::ranges::any_of(numbers, [](float number) { return number != 0; })) {
            const auto bytes = std::as_bytes(std::span(numbers));
            system.columns.push_back({.name = std::string(further.name),
                                      .kind = BodyColumn::Kind::float32,
                                      .first = run.first,
                                      .bytes = {bytes.begin(), bytes.end()}});
        }
    }
}

bool are_ids(std::span<const std::int64_t> last_words) {
    return std::ranges::none_of(last_words, [](std::int64_t id) { return id < 0; }) &&
           std::ranges::any_of(last_words, [](std::int64_t id) { return id != 0; });
}

System read(const FileContents& contents) {
    const Header header = read_header(contents);
    System system;
    system.time = header.time;
    system.bodies = Bodies<double>(header.bodies);
    system.catalogue.softenings.resize(header.bodies);
    system.catalogue.file_ids.resize(header.bodies);
    const std::vector<Run> runs = runs_of(header.counts, header.size);
    for (const Run& run : runs) {
        read_records(contents, header.order, run, system);
    }
    if (!are_ids(system.catalogue.file_ids)) {
        system.catalogue.file_ids = {};
    }
    for (const Run& run : runs) {
        read_columns(contents, header.order, run, system);
    }
    suggest_defaults(system, contents.file);
    return system;
}

// How many bodies of each kind: see the head comment.
std::array<std::size_t, 3> counts_by_kind(const System& system) {
    std::array<std::size_t, 3> counts = {};
    std::size_t k = 0;
    for (const Component& component : system.catalogue.components) {
        while (k < kinds.size() && component.name != kinds[k].name) {
            ++k;
        }
        if (k == kinds.size()) {
            return {0, system.bodies.size(), 0};
        }
        counts[k++] = component.count;
    }
    return system.catalogue.components.empty()
               ? std::array<std::size_t, 3>{0, system.bodies.size(), 0}
               : counts;
}

float single(double value, std::size_t body, const std::filesystem::path& file) {
    if (std::abs(value) > double{std::numeric_limits<float>::max()}) {
        throw failure("a number of body " + std::to_string(body) +
                          " is too large for tipsy's single precision",
                      file.string(), "write a session (.orrery) or CSV instead");
    }
    return static_cast<float>(value);
}

// The word holds ids of 32 bits; longer ones are left out, all of them.
constexpr std::int64_t largest_id = std::numeric_limits<std::int32_t>::max();

bool fit_a_word(std::span<const std::int64_t> ids) {
    return std::ranges::all_of(ids, [](std::int64_t id) { return id >= 0 && id <= largest_id; });
}

// The place of the column's number in a record of this kind.
std::optional<std::size_t> word_of(const Kind& kind, const BodyColumn& column) {
    const bool is_float =
        column.kind == BodyColumn::Kind::float32 || column.kind == BodyColumn::Kind::float64;
    const auto found = std::ranges::find(kind.further, column.name, &FurtherWord::name);
    return is_float && column.width == 1 && found != kind.further.end() ? std::optional(found->word)
                                                                        : std::nullopt;
}

// The last word holds an id or phi.
bool keeps_column(const System& system, const BodyColumn& column) {
    const std::vector<std::int64_t>& ids = system.catalogue.file_ids;
    if (column.name == "phi" && !ids.empty() && fit_a_word(ids)) {
        return false;
    }
    return std::ranges::all_of(runs_of(counts_by_kind(system)), [&](const Run& run) {
        const bool reaches =
            column.first < run.first + run.count && column.first + column.rows() > run.first;
        return !reaches || word_of(run.kind, column);
    });
}

void write_record(AtomicFile& file, const System& system, const Kind& kind, bool with_ids,
                  std::size_t body) {
    std::array<std::byte, 12 * word> memory = {};
    const auto record = std::span(memory).first(kind.size());
    const auto leading = arrays_of(system.bodies);
    for (std::size_t w = 0; w < leading_words.size(); ++w) {
        store(record, w * word, std::endian::little,
              single((*leading[w])[body], body, file.file()));
    }
    const Catalogue& catalogue = system.catalogue;
    store(record, kind.softening * word, std::endian::little,
          single(catalogue.softenings.empty() ? system.softening : catalogue.softenings[body], body,
                 file.file()));
    for (const BodyColumn& column : system.columns) {
        const auto further = word_of(kind, column);
        if (further && body >= column.first && body - column.first < column.rows()) {
            const std::size_t at = (body - column.first) * column.row_size();
            store(record, *further * word, std::endian::little,
                  single(column.kind == BodyColumn::Kind::float32
                             ? double{load<float>(column.bytes, at, std::endian::native)}
                             : load<double>(column.bytes, at, std::endian::native),
                         body, file.file()));
        }
    }
    if (with_ids) {
        store(record, (kind.words - 1) * word, std::endian::little,
              static_cast<std::int32_t>(catalogue.file_ids[body]));
    }
    file.write(record);
}

constexpr std::array<std::string_view, 3> kept = {kinds[0].name, kinds[1].name, kinds[2].name};

void write(AtomicFile& file, const System& system) {
    if (system.bodies.size() > std::size_t{std::numeric_limits<std::int32_t>::max()}) {
        throw failure("that is too many bodies for a tipsy file", file.file().string(),
                      "write a session (.orrery) instead");
    }
    const auto counts = counts_by_kind(system);
    std::array<std::byte, padded_header_size> header = {};
    const auto put = [&](std::size_t at, std::size_t value) {
        store(std::span(header), at, std::endian::little, static_cast<std::int32_t>(value));
    };
    store(std::span(header), 0, std::endian::little, system.time);
    put(bodies_at, system.bodies.size());
    put(dimensions_at, 3);
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        put(first_count_at + k * word, counts[k]);
    }
    file.write(header);
    const std::vector<std::int64_t>& ids = system.catalogue.file_ids;
    const bool with_ids = !ids.empty() && fit_a_word(ids);
    for (const Run& run : runs_of(counts)) {
        for (std::size_t i = 0; i < run.count; ++i) {
            write_record(file, system, run.kind, with_ids, run.first + i);
        }
    }
}

} // namespace

extern const SnapshotFormat tipsy_format = {.id = "tipsy",
                                            .title = "tipsy snapshot",
                                            .extension = ".tipsy",
                                            .recognises = recognises,
                                            .read = read,
                                            .write = write,
                                            .other_extension = ".bin",
                                            .keeps_units = false,
                                            .keeps_digits = false,
                                            .kept_names = kept,
                                            .keeps_column = keeps_column,
                                            .largest_id = largest_id};

} // namespace orrery
