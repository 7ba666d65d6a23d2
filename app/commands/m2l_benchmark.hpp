#pragma once

#include "app/commands/command.hpp"
#include "sim/lessons/m2l/m2l_variant.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace orrery {

// Ways to translate multipole expansions, each at all orders on all quadtrees (sim/lessons/m2l).
struct M2lBenchmarkPlan {
    std::vector<const M2lVariant*> variants;
    std::vector<int> orders{m2l_orders().begin(), m2l_orders().end()};
    std::vector<int> levels{3, 6, 8};
    int repeats = 7;
};

// One of them at one order on one quadtree.
struct M2lRow {
    std::string variant, title;
    int order = 0;
    std::size_t translations = 0;
    int repeats = 0;
    double seconds = 0;    // of all translations, the median
    double operations = 0; // of one
    // Medians of the two steps, each by itself, where sums are made afterwards.
    std::optional<M2lSteps> steps;

    double translations_per_second() const;
    double operations_per_second() const;
};

// Throws failure where one of the variants cannot run here.
std::vector<M2lRow> run_m2l_benchmark(const M2lBenchmarkPlan& plan, const Console& console,
                                      const std::stop_token& stop);

std::string m2l_table(const std::vector<M2lRow>& rows);
std::string m2l_json(const std::vector<M2lRow>& rows, const nlohmann::ordered_json& provenance);

} // namespace orrery
