// Tables of bodies as text: what spreadsheets, Python and people read and write.
//
//   id,mass,x,y,z,vx,vy,vz,softening,component
//   0,0.5,-1,0,0,0,-0.5,0,0.01,first
//
// The header line is required and names the columns, in any order; id, softening and component may
// be missing, every other column must be there and no unknown one (a misspelt "sofening" must not
// pass for a file without). Bodies of one component follow one another. Fields are separated by
// commas; spaces around them, a byte order mark, \r\n, empty lines and lines that start with # are
// allowed; comments at the top may tell time, units and more of all bodies (csv_text.hpp), and
// what they tell wins over what the columns suggest. Component names may be quoted as in RFC 4180.
// Ids are whole numbers of 64 bits, with a sign or without. Numbers are read the same in every
// locale.
//
// Written numbers get as many digits as they need to be read back exactly, and no more; only zero
// loses its sign. A body without an id in its file gets its index.
//
// Cost: one pass to count lines, one to read them. Memory: the file and the bodies; never more
// bodies than a file of that size can hold.

#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/body_arrays.hpp"
#include "sim/snapshot.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/csv_text.hpp"
#include "sim/snapshots/file_position.hpp"
#include "sim/snapshots/suggested_defaults.hpp"
#include "sim/unit_names.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

namespace orrery {
namespace {

// The columns of a table of bodies, in the order they are written.
enum class CsvColumn { id, mass, x, y, z, vx, vy, vz, softening, component };

constexpr std::array<std::string_view, 10> csv_column_names = {
    "id", "mass", "x", "y", "z", "vx", "vy", "vz", "softening", "component"};

constexpr std::string_view csv_column_name(CsvColumn column) {
    return csv_column_names[static_cast<std::size_t>(column)];
}

constexpr bool is_required(CsvColumn column) {
    return column >= CsvColumn::mass && column <= CsvColumn::vz;
}

std::string known_columns() {
    return "the columns are " + joined(csv_column_names);
}

bool has(const std::vector<CsvColumn>& columns, CsvColumn column) {
    return std::ranges::find(columns, column) != columns.end();
}

std::vector<CsvColumn> read_header(CsvFields fields) {
    std::vector<CsvColumn> columns;
    while (!fields.done()) {
        const std::string name = fields.next_quotable();
        const auto found = std::ranges::find(csv_column_names, name);
        if (found == csv_column_names.end()) {
            if (columns.empty() && whole_text<double>(name)) {
                fields.fail("the header line is missing",
                            "put one above the numbers; " + known_columns());
            }
            fields.fail("no column is called '" + name.substr(0, 40) + "'", known_columns());
        }
        const auto column = static_cast<CsvColumn>(found - csv_column_names.begin());
        if (has(columns, column)) {
            fields.fail("the column '" + name + "' appears twice", "remove one of them");
        }
        columns.push_back(column);
    }
    for (std::size_t c = 0; c < csv_column_names.size(); ++c) {
        const auto column = static_cast<CsvColumn>(c);
        if (is_required(column) && !has(columns, column)) {
            fields.fail("the header has no column '" + std::string(csv_column_name(column)) + "'",
                        known_columns());
        }
    }
    return columns;
}

// Puts rows into a system that was made large enough for them.
class RowReader {
public:
    RowReader(System& system, std::vector<CsvColumn> columns)
        : catalogue_(system.catalogue), columns_(std::move(columns)) {
        const std::size_t bodies = system.bodies.size();
        catalogue_.file_ids.resize(has(columns_, CsvColumn::id) ? bodies : 0);
        catalogue_.softenings.resize(has(columns_, CsvColumn::softening) ? bodies : 0);
        double** to = &numbers_[static_cast<std::size_t>(CsvColumn::mass)];
        for (HostArray<double>* array : arrays_of(system.bodies)) {
            *to++ = array->data();
        }
        *to = catalogue_.softenings.data();
    }

    void read(CsvFields fields, std::size_t body) {
        for (const CsvColumn column : columns_) {
            if (fields.done()) {
                fields.fail_at_end("the line ends before its " +
                                       std::string(csv_column_name(column)),
                                   "give every line as many fields as the header");
            }
            if (column == CsvColumn::id) {
                catalogue_.file_ids[body] = next_id(fields);
            } else if (column == CsvColumn::component) {
                add_to_component(fields, body);
            } else {
                numbers_[static_cast<std::size_t>(column)][body] = next_number(fields, column);
            }
        }
        if (!fields.done()) {
            fields.next();
            fields.fail("the line has more fields than the header",
                        "give every line as many fields as the header");
        }
    }

private:
    // Ids from 2^63 on have no sign, and then none has.
    std::int64_t next_id(CsvFields& fields) {
        const CsvFields::Id id = fields.next_id(csv_column_name(CsvColumn::id));
        bool& without_sign = catalogue_.ids_have_no_sign;
        without_sign = without_sign || id.above_signed;
        has_negative_id_ = has_negative_id_ || id.negative;
        if (without_sign && has_negative_id_) {
            fields.fail("ids below 0 and above 9223372036854775807 cannot be mixed",
                        "give the bodies ids of 64 bits, all with a sign or all without");
        }
        return id.bits;
    }

    static double next_number(CsvFields& fields, CsvColumn column) {
        const auto value = fields.next_number<double>(csv_column_name(column));
        const Quantity quantity = column == CsvColumn::mass        ? Quantity::mass
                                  : column == CsvColumn::softening ? Quantity::softening
                                                                   : Quantity::coordinate;
        if (!is_valid(value, quantity)) {
            fields.fail("the " + std::string(csv_column_name(column)) + " " + what_is_wrong(value),
                        "give it a sensible value");
        }
        return value;
    }

    void add_to_component(CsvFields& fields, std::size_t body) {
        std::vector<Component>& components = catalogue_.components;
        std::string name = fields.next_quotable();
        if (components.empty() || components.back().name != name) {
            if (!names_.insert(name).second) {
                fields.fail("the component '" + name + "' appears again after another",
                            "sort the lines by component");
            }
            components.push_back({std::move(name), body, 0});
        }
        ++components.back().count;
    }

    Catalogue& catalogue_;
    std::vector<CsvColumn> columns_;
    std::array<double*, csv_column_names.size()> numbers_ = {}; // by column
    std::set<std::string, std::less<>> names_;
    bool has_negative_id_ = false;
};

// A table that lost its end must not pass for a smaller system.
void require_all_rows(std::size_t promised, std::size_t rows, const CsvLines& header,
                      const std::filesystem::path& file) {
    const std::string counts = std::to_string(rows) + (rows < promised ? " of " : " bodies, not ") +
                               std::to_string(promised);
    const std::string remove =
        " on purpose, remove the line 'bodies = " + std::to_string(promised) + "'";
    const std::string where = at_line(file, header.number(), 1);
    if (rows < promised) {
        throw bad_input("the table below ends after " + counts + " bodies: it was cut off", where,
                        "copy it again; if rows were taken out" + remove);
    }
    if (rows > promised) {
        throw bad_input("the table below has " + counts, where, "if rows were added" + remove);
    }
}

std::size_t count_rows(CsvLines lines) {
    std::size_t count = 0;
    for (std::string_view line; lines.next(line);) {
        ++count;
    }
    return count;
}

bool recognises(std::span<const std::byte> head) {
    CsvLines lines(csv_text(head));
    std::string_view line;
    if (!lines.next(line)) {
        return false;
    }
    const std::filesystem::path unnamed;
    CsvFields fields(unnamed, lines.number(), line);
    return std::ranges::find(csv_column_names, fields.next()) != csv_column_names.end();
}

System read(const FileContents& contents) {
    const CsvFacts facts = read_csv_facts(csv_text(contents.bytes), contents.file);
    CsvLines lines(csv_text(contents.bytes));
    std::string_view line;
    if (!lines.next(line)) {
        throw bad_input("the file has no header line", at_line(contents.file, 1, 1),
                        known_columns());
    }
    const std::vector<CsvColumn> columns =
        read_header(CsvFields(contents.file, lines.number(), line));
    // No line is shorter than a digit and a separator for each column, so that a file of line ends
    // cannot ask for more memory than a table of its size.
    const std::size_t counted = count_rows(lines);
    if (facts.bodies) {
        require_all_rows(*facts.bodies, counted, lines, contents.file);
    }
    if (facts.bodies && !csv_text(contents.bytes).ends_with('\n')) {
        throw bad_input("the file ends within its last line", contents.file.string(),
                        "copy it again; if nothing is missing, end that line");
    }
    const std::size_t rows = std::min(counted, contents.bytes.size() / (2 * columns.size() - 1));
    if (rows == 0) {
        throw bad_input("the file has a header but no bodies",
                        at_line(contents.file, lines.number(), 1), "give it one line per body");
    }

    System system;
    system.bodies = Bodies<double>(rows);
    RowReader reader(system, columns);
    for (std::size_t body = 0; lines.next(line); ++body) {
        reader.read(CsvFields(contents.file, lines.number(), line), body);
    }
    system.time = facts.time.value_or(0);
    system.units = facts.units.value_or(Units{});
    const std::optional<double> of_units = facts.units ? gravity_in(*facts.units) : std::nullopt;
    system.units.gravity = facts.gravity.value_or(of_units.value_or(1));
    suggest_defaults(system, contents.file);
    system.softening = facts.softening.value_or(system.softening);
    system.catalogue.softening_is_told = facts.softening || has(columns, CsvColumn::softening);
    system.time_step = facts.time_step.value_or(system.time_step);
    system.step_accuracy = facts.step_accuracy.value_or(0);
    system.force_error = facts.force_error.value_or(0);
    return system;
}

// Quoted where it must be; a table of lines cannot hold a line end.
std::string component_field(std::string name) {
    std::ranges::replace_if(
        name, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    if (name.find_first_of(",\"") == std::string::npos && !name.starts_with(' ') &&
        !name.ends_with(' ')) {
        return name;
    }
    std::string quoted = "\"";
    for (const char c : name) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + "\"";
}

CsvFacts facts_of(const System& system) {
    CsvFacts facts{.time = system.time,
                   .time_step = system.time_step,
                   .gravity = system.units.gravity,
                   .units = system.units,
                   .bodies = system.bodies.size()};
    const auto add = [](std::optional<double>& fact, double number, bool told) {
        fact = told ? std::optional(number) : std::nullopt;
    };
    add(facts.step_accuracy, system.step_accuracy, system.step_accuracy > 0);
    add(facts.force_error, system.force_error, system.force_error > 0);
    add(facts.softening, system.softening,
        system.softening > 0 || system.catalogue.softening_is_told);
    return facts;
}

void write(AtomicFile& file, const System& system) {
    const Bodies<double>& b = system.bodies;
    const Catalogue& catalogue = system.catalogue;
    const std::vector<Component>& components = catalogue.components;
    const bool with_component =
        components.size() > 1 || (components.size() == 1 && components[0].name != "bodies");
    const bool with_softening = !catalogue.softenings.empty() || system.softening > 0;
    file.write(csv_facts_text(facts_of(system)));
    file.write("id,mass,x,y,z,vx,vy,vz" + std::string(with_softening ? ",softening" : "") +
               (with_component ? ",component\n" : "\n"));

    std::size_t c = 0;
    std::string component = with_component ? component_field(components[0].name) : "";
    std::string line;
    for (std::size_t i = 0; i < b.size(); ++i) {
        line = id_text(catalogue, i);
        const auto append = [&line](double number) {
            line += ',';
            append_shortest(line, number == 0 ? 0.0 : number); // no "-0"
        };
        for (const HostArray<double>* numbers : arrays_of(b)) {
            append((*numbers)[i]);
        }
        if (with_softening) {
            append(catalogue.softenings.empty() ? system.softening : catalogue.softenings[i]);
        }
        if (with_component) {
            while (i >= components[c].first + components[c].count) {
                component = component_field(components[++c].name);
            }
            line += ',';
            line += component;
        }
        line += '\n';
        file.write(line);
    }
}

} // namespace

extern const SnapshotFormat csv_format = {
    "csv", "table of bodies as text", ".csv", recognises, read, write};

} // namespace orrery
