// The other half of csv_reader.cpp, which describes the format. Numbers get as many digits as they
// need to be read back exactly, and no more; only zero loses its sign. A body without an id in its
// file gets its index.

#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/csv.hpp"
#include "sim/snapshots/csv_columns.hpp"
#include "sim/snapshots/csv_facts.hpp"

#include "sim/base/atomic_file.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace orrery {
namespace {

void append(std::string& line, double number) {
    char text[32]; // the longest shortest double takes 24
    const auto result =
        std::to_chars(std::begin(text), std::end(text), number == 0 ? 0.0 : number); // no "-0"
    line.append(text, result.ptr);
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

std::string header_line(bool with_softening, bool with_component) {
    std::string line;
    for (std::size_t c = 0; c < csv_column_names.size(); ++c) {
        const auto column = static_cast<CsvColumn>(c);
        if ((column == CsvColumn::softening && !with_softening) ||
            (column == CsvColumn::component && !with_component)) {
            continue;
        }
        line += (line.empty() ? "" : ",") + std::string(csv_column_names[c]);
    }
    return line + "\n";
}

} // namespace

void write_csv(AtomicFile& file, const System& system) {
    const Bodies<double>& b = system.bodies;
    const Catalogue& catalogue = system.catalogue;
    const std::vector<Component>& components = catalogue.components;
    const bool with_component =
        components.size() > 1 || (components.size() == 1 && components[0].name != "bodies");
    const bool with_softening = !catalogue.softenings.empty() || system.softening > 0;
    file.write(csv_facts_text(system));
    file.write(header_line(with_softening, with_component));

    std::size_t c = 0;
    std::string component = with_component ? component_field(components[0].name) : "";
    std::string line;
    for (std::size_t i = 0; i < b.size(); ++i) {
        line = id_text(catalogue, i);
        for (const double number : {b.mass[i], b.position.x[i], b.position.y[i], b.position.z[i],
                                    b.velocity.x[i], b.velocity.y[i], b.velocity.z[i]}) {
            line += ',';
            append(line, number);
        }
        if (with_softening) {
            line += ',';
            append(line, catalogue.softenings.empty() ? system.softening : catalogue.softenings[i]);
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

} // namespace orrery
