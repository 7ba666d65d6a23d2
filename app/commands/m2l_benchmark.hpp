#pragma once

#include "app/commands/command.hpp"

#include <nlohmann/json_fwd.hpp>

#include <stop_token>
#include <string>
#include <vector>

namespace orrery {

// One variant of translating multipole expansions, at one order on one problem (sim/m2l).
struct M2lRow {
    std::string variant, title;
    int order = 0;
    std::size_t translations = 0;
    int repeats = 0;
    double seconds = 0;    // of all translations, the median
    double operations = 0; // of one

    double translations_per_second() const;
    double operations_per_second() const;
};

// All variants that run here, at orders 8, 12 and 16, on quadtrees of `levels` (3 … 8).
std::vector<M2lRow> run_m2l_benchmark(const std::vector<int>& levels, int repeats,
                                      const Console& console, const std::stop_token& stop);

std::string m2l_table(const std::vector<M2lRow>& rows);
std::string m2l_json(const std::vector<M2lRow>& rows, const nlohmann::ordered_json& provenance);

} // namespace orrery
