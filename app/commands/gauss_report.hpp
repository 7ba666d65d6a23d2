#pragma once

#include "app/commands/gauss_benchmark.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace orrery {

// The rows of 'orrery bench gauss', for people and for programs (docs/json.md).
std::string gauss_table(const std::vector<GaussBenchmarkRow>& rows);
std::string lesson_table(const std::vector<HermiteLessonRow>& rows);
std::string gauss_json(const std::vector<GaussBenchmarkRow>& rows,
                       const std::vector<HermiteLessonRow>& lesson,
                       const nlohmann::ordered_json& provenance);

} // namespace orrery
