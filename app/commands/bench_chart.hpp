#pragma once

#include "app/chart/chart_file.hpp"
#include "app/commands/benchmark.hpp"

#include <vector>

namespace orrery {

// The rows of the most bodies as a ladder, against its first row; and of each algorithm that was
// measured with several numbers of bodies, how its time grows with them.
Charts bench_charts(const std::vector<BenchmarkRow>& rows);

} // namespace orrery
