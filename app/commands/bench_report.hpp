#pragma once

#include "app/commands/benchmark.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace orrery {

// A benchmark's rows, for people and for programs (docs/json.md).
std::string benchmark_table(const std::vector<BenchmarkRow>& rows);
std::string benchmark_json(const std::vector<BenchmarkRow>& rows,
                           const nlohmann::ordered_json& provenance);
std::string benchmark_csv(const std::vector<BenchmarkRow>& rows);

} // namespace orrery
