#include "sim/closest_names.hpp"

#include <algorithm>
#include <numeric>

namespace orrery {
namespace {

// Levenshtein distance: single-character insertions, deletions and substitutions.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substitution = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitution});
        }
    }
    return row.back();
}

} // namespace

std::string did_you_mean(std::string_view wanted, const std::vector<std::string>& names,
                         std::string_view listing_command) {
    std::string all = "'" + std::string(listing_command) + "' shows all";
    if (names.empty()) {
        return all;
    }
    const auto closest = std::min_element(
        names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
            return edit_distance(wanted, a) < edit_distance(wanted, b);
        });
    if (edit_distance(wanted, *closest) > std::max<std::size_t>(3, wanted.size() / 2)) {
        return all;
    }
    return "did you mean '" + *closest + "'? " + all;
}

} // namespace orrery
