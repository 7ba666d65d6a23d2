#include "sim/base/closest_names.hpp"

#include <algorithm>
#include <numeric>

namespace orrery {
namespace {

// Insertions, deletions and substitutions of a character, and swaps of two neighbours: the slips of
// a typist.
std::size_t slips_between(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substitution = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, substitution});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
    }
    return row.back();
}

// How far a name may be from what was typed: a slip for every three letters, and one in a short
// word that has some letters to go by.
std::size_t max_slips(std::string_view wanted) {
    return wanted.size() < 3 ? 0 : std::max<std::size_t>(1, wanted.size() / 3);
}

std::string_view without_dashes(std::string_view name) {
    const std::size_t begin = name.find_first_not_of('-');
    return begin == std::string_view::npos ? std::string_view() : name.substr(begin);
}

// The name that was meant, or null. Dashes in front say nothing: every option has them.
const std::string* nearest(std::string_view typed, const std::vector<std::string>& names) {
    const std::string_view wanted = without_dashes(typed);
    const std::string* found = nullptr;
    std::size_t fewest = max_slips(wanted) + 1;
    std::size_t beginning = 0; // names that begin with what was typed
    const std::string* begun = nullptr;
    for (const std::string& whole : names) {
        const std::string_view name = without_dashes(whole);
        if (wanted.size() >= 2 && name.starts_with(wanted)) {
            ++beginning;
            begun = &whole;
        }
        if (const std::size_t slips = slips_between(wanted, name);
            slips < fewest && slips < name.size()) {
            fewest = slips;
            found = &whole;
        }
    }
    return beginning == 1 ? begun : found;
}

} // namespace

std::string did_you_mean(std::string_view wanted, const std::vector<std::string>& names,
                         std::string_view listing_command) {
    const std::string all = "'" + std::string(listing_command) + "' shows all";
    const std::string* meant = nearest(wanted, names);
    return meant == nullptr ? all : "did you mean '" + *meant + "'? " + all;
}

} // namespace orrery
