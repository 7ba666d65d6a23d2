// The floors of docs/architecture.md: which folder may include which.
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace orrery {
namespace {

struct Floor {
    std::string folder;
    std::vector<std::string> may_include;  // besides itself
    std::vector<std::string> but_not = {}; // of these
    std::string name() const { return std::regex_replace(folder, std::regex("/"), "_"); }
};

void PrintTo(const Floor& floor, std::ostream* out) {
    *out << floor.folder;
}

const std::vector<Floor>& floors() {
    static const std::vector<Floor> all = {
        {"sim/base", {}},
        {"sim", {}},
        {"sim/tree",
         {"sim/base", "sim/bodies.hpp", "sim/cuda", "sim/inspection.hpp", "sim/machine",
          "sim/force_request.hpp", "sim/state"}},
        {"sim/state", {"sim"}, {"sim/simulation", "sim/solvers"}},
        {"sim/cuda", {"sim"}, {"sim/simulation", "sim/solvers"}},
        {"sim/solvers", {"sim"}, {"sim/simulation", "sim/snapshots", "sim/scenes"}},
        {"app/commands", {"sim", "render", "app"}, {"sim/solvers", "sim/tree"}},
        {"sim/gauss",
         {"sim/base", "sim/bodies.hpp", "sim/cuda", "sim/machine", "sim/state",
          "sim/step_timings.hpp", "sim/tree"}},
        {"render", {"sim/base"}},
        {"app/record", {"sim/base", "sim/machine/workers.hpp", "render"}},
        {"app/language", {"sim/base"}},
        {"app/state",
         {"sim", "render", "app/language", "app/numbers.hpp", "app/time_ratio.hpp",
          "app/parse_extent.hpp", "app/text_width.hpp"},
         {"sim/solvers", "sim/tree"}},
        {"app/panels",
         {"app/language", "sim", "render", "app/state", "app/numbers.hpp", "app/text_width.hpp"},
         {"sim/solvers", "sim/tree"}},
        {"app/tour",
         {"app/language", "sim", "render", "app/state", "app/numbers.hpp", "app/text_width.hpp"},
         {"sim/solvers", "sim/tree"}},
        {"app/race",
         {"app/language", "sim", "render", "app/state", "app/numbers.hpp", "app/text_width.hpp"},
         {"sim/solvers", "sim/tree"}},
        {"app/time",
         {"app/language", "sim", "render", "app/state", "app/panels", "app/numbers.hpp",
          "app/text_width.hpp"},
         {"sim/solvers", "sim/tree"}},
        {"app/plot",
         {"app/language", "sim", "render", "app/state", "app/panels", "app/numbers.hpp",
          "app/text_width.hpp"},
         {"sim/solvers", "sim/tree"}},
        {"sim/structure",
         {"sim/base", "sim/bodies.hpp", "sim/machine", "sim/system.hpp", "sim/state"}},
        {"app/hand",
         {"app/language", "sim", "render", "app/state", "app/panels", "app/numbers.hpp"},
         {"sim/solvers", "sim/tree"}},
        {"app/chart",
         {"app/language", "sim/base/error.hpp", "sim/step_timings.hpp", "app/numbers.hpp",
          "app/time_ratio.hpp"}},
        {"app/peaks", {"sim/base", "sim/probe", "app/version.hpp"}},
        {"app/choice",
         {"app/language", "sim", "app/peaks", "app/numbers.hpp"},
         {"sim/solvers", "sim/tree"}},
        {"app/window",
         {"app/language", "sim", "render", "app/chart", "app/choice", "app/hand", "app/panels",
          "app/peaks", "app/plot", "app/race", "app/record", "app/stage", "app/state", "app/time",
          "app/tour", "app/numbers.hpp", "app/version.hpp"},
         {"sim/solvers", "sim/tree"}},
        {"app/stage",
         {"app/language", "sim", "render", "app/state", "app/panels", "app/chart", "app/race",
          "app/numbers.hpp", "app/time_ratio.hpp", "app/text_width.hpp"},
         {"sim/solvers", "sim/tree"}},
    };
    return all;
}

bool is_source(const fs::path& file) {
    const std::string ending = file.extension().string();
    return ending == ".hpp" || ending == ".cpp" || ending == ".cu" || ending == ".cuh";
}

// The project's own files that `file` includes, as written.
std::vector<std::string> includes_of(const fs::path& file) {
    static const std::regex include(R"(^\s*#include\s+["<]((app|sim|render|tests)/[^">]+)[">])");
    std::vector<std::string> found;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        std::smatch match;
        if (std::regex_search(line, match, include)) {
            found.push_back(match[1]);
        }
    }
    return found;
}

bool is_in(const std::string& file, const std::string& folder) {
    return file == folder || file.starts_with(folder + "/");
}

class Floors : public testing::TestWithParam<Floor> {};

TEST_P(Floors, IncludeNothingFromAbove) {
    const Floor& floor = GetParam();
    int files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(source_folder() / floor.folder)) {
        if (!is_source(entry.path())) {
            continue;
        }
        ++files;
        for (const std::string& included : includes_of(entry.path())) {
            bool allowed = is_in(included, floor.folder);
            for (const std::string& folder : floor.may_include) {
                allowed = allowed || is_in(included, folder);
            }
            for (const std::string& folder : floor.but_not) {
                allowed = allowed && !is_in(included, folder);
            }
            EXPECT_TRUE(allowed) << entry.path() << " includes " << included;
        }
    }
    EXPECT_GT(files, 3) << "where are they?";
}

INSTANTIATE_TEST_SUITE_P(Every, Floors, testing::ValuesIn(floors()),
                         [](const auto& floor) { return floor.param.name(); });

} // namespace
} // namespace orrery
