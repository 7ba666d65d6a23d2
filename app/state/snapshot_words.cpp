#include "app/state/snapshot_words.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"

#include <algorithm>

namespace orrery {
namespace {

std::string box_words(const SnapshotHeader& header, const Units& units) {
    const auto& edges = header.box_size;
    std::string words = briefly(edges.front());
    if (std::ranges::any_of(edges, [&](double edge) { return edge != edges.front(); })) {
        words += " × " + briefly(edges[1]) + " × " + briefly(edges[2]);
    }
    if (!units.length.empty()) {
        words += " " + units.length;
    }
    return header.little_h() != 1 ? words + "/h" : words;
}

} // namespace

SnapshotWords snapshot_words(const SnapshotHeader& header, const Units& units) {
    SnapshotWords words;
    if (header.has_box()) {
        words.box = box_words(header, units);
    }
    if (header.has_cosmology()) {
        words.cosmology = tr_format("matter {}, dark energy {}, h {}", briefly(header.omega_matter),
                                    briefly(header.omega_lambda), briefly(header.little_h()));
    }
    if (header.comoving) {
        words.moment = tr_format("z {}, scale factor {}", briefly(header.redshift),
                                 briefly(header.scale_factor));
    }
    return words;
}

std::string header_line(const Catalogue& catalogue, const Units& units) {
    if (!catalogue.header) {
        return "";
    }
    const SnapshotWords words = snapshot_words(*catalogue.header, units);
    std::string line = words.box.empty() ? "" : tr_format("box {}", words.box);
    for (const std::string& part : {words.cosmology, words.moment}) {
        line += line.empty() || part.empty() ? part : "; " + part;
    }
    return line.empty() ? "" : tr_format("from a run with {}", line) + "\n";
}

} // namespace orrery
