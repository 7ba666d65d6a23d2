#pragma once

#include "app/chart/ladder_chart.hpp"
#include "app/commands/benchmark.hpp"

#include <vector>

namespace orrery {

// The rows of the most bodies as a ladder, against its first row.
LadderChart bench_chart(const std::vector<BenchmarkRow>& rows);

} // namespace orrery
