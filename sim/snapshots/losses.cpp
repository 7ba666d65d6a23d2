// What of a system a format cannot hold, in one sentence each.

#include "sim/base/words.hpp"
#include "sim/body_arrays.hpp"
#include "sim/snapshot.hpp"
#include "sim/snapshots/gadget.hpp"

#include <algorithm>
#include <vector>

namespace orrery {
namespace {

bool is_single(const Bodies<double>& bodies) {
    return std::ranges::all_of(arrays_of(bodies), [](const HostArray<double>* numbers) {
        return std::ranges::all_of(*numbers, [](double number) {
            return static_cast<double>(static_cast<float>(number)) == number;
        });
    });
}

// Of components and bodies: other than those kept, and what bodies of no kind are called.
std::vector<std::string> other_names(const Catalogue& catalogue,
                                     std::span<const std::string_view> kept) {
    std::vector<std::string> names;
    for (const Component& component : catalogue.components) {
        if (component.name != "bodies" && std::ranges::find(kept, component.name) == kept.end()) {
            names.push_back(component.name);
        }
    }
    for (const Label& label : catalogue.labels) {
        names.push_back(label.text);
    }
    return names;
}

bool hold_ids(const SnapshotFormat& format, const Catalogue& catalogue) {
    const bool no_limit = format.largest_id == std::numeric_limits<std::int64_t>::max();
    return no_limit || std::ranges::all_of(catalogue.file_ids, [&](std::int64_t id) {
               return id >= 0 && id <= format.largest_id;
           });
}

} // namespace

std::string lost_units(const SnapshotFormat& format, const Units& units) {
    const bool named = !units.length.empty() || !units.time.empty() || !units.mass.empty();
    if (format.keeps_units || (units.gravity == 1 && !named)) {
        return "";
    }
    std::string sentence = std::string(format.id) +
                           " files say nothing of units; read it with --gravity " +
                           shortest(units.gravity);
    if (named) {
        sentence += " --units '" + units.length + "," + units.time + "," + units.mass + "'";
    }
    return sentence;
}

std::string lost_content(const SnapshotFormat& format, const System& system) {
    std::vector<std::string> losses;
    if (!format.keeps_digits && !is_single(system.bodies)) {
        losses.emplace_back("numbers become single precision");
    }
    if (!format.kept_names.empty()) {
        const auto names = other_names(system.catalogue, format.kept_names);
        if (!names.empty()) {
            losses.emplace_back("names are lost (" + listed(names) + ")");
        }
    }
    if (!hold_ids(format, system.catalogue)) {
        losses.emplace_back("ids are lost, which are too large for it");
    }
    const std::optional<SnapshotHeader>& header = system.catalogue.header;
    if (!format.keeps_header && (system.box.is_periodic() || (header && header->has_cosmology()))) {
        losses.emplace_back("the box and the cosmology are lost");
    }
    if (std::string_view(format.id) == gadget_format.id && header && header->swift) {
        losses.emplace_back("SWIFT's groups Units and Cosmology are lost (it is a GADGET file)");
    }
    return losses.empty() ? "" : "in a " + std::string(format.id) + " file " + listed(losses);
}

std::string lost_columns(const SnapshotFormat& format, const System& system) {
    std::vector<std::string> names;
    for (const BodyColumn& column : system.columns) {
        const bool kept = format.keeps_column != nullptr && format.keeps_column(system, column);
        if (!kept && std::ranges::find(names, column.name) == names.end()) {
            names.push_back(column.name);
        }
    }
    return names.empty() ? ""
                         : "in a " + std::string(format.id) + " file " + listed(names) +
                               (names.size() == 1 ? " is lost" : " are lost");
}

} // namespace orrery
