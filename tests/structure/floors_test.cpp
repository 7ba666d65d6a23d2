// The floors of docs/architecture.md: which folder may include which.
//
// The program's are a list, the lowest first: a room includes what is below it, and nothing beside
// it or above. Each library says what it may include.
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <utility>
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
        {"sim/gauss",
         {"sim/base", "sim/bodies.hpp", "sim/cuda", "sim/machine", "sim/state",
          "sim/step_timings.hpp", "sim/tree"}},
        {"sim/domain",
         {"sim/base", "sim/body_arrays.hpp", "sim/communicator.hpp", "sim/cuda",
          "sim/device_carrier.hpp", "sim/force_request.hpp", "sim/machine", "sim/solver.hpp",
          "sim/state/host_array.hpp", "sim/system.hpp", "sim/tree"}},
        {"sim/mpi",
         {"sim/base", "sim/communicator.hpp", "sim/device_carrier.hpp",
          "sim/machine/device_memory.hpp", "sim/machine/devices.hpp"}},
        {"sim/mesh", {"sim"}, {"sim/simulation", "sim/solvers", "sim/snapshots", "sim/scenes"}},
        {"sim/library", {"sim"}, {"sim/lessons", "sim/probe", "sim/machine_memory", "sim/python"}},
        {"render", {"sim/base"}, {"render/record"}},
        {"render/record", {"sim/base", "sim/machine/workers.hpp", "render"}},
        {"app/language", {"sim/base"}},
        {"sim/structure",
         {"sim/base", "sim/bodies.hpp", "sim/cosmology", "sim/machine", "sim/mesh",
          "sim/solver.hpp", "sim/system.hpp", "sim/state", "sim/tree", "sim/unit_names.hpp"}},
        {"app/chart",
         {"app/language", "sim/base/error.hpp", "sim/step_timings.hpp", "app/numbers.hpp"}},
    };
    return all;
}

// Rooms of one line stand beside each other; one that is made of several names is a single room.
using Room = std::vector<std::string>;

const std::vector<std::vector<Room>>& floors_of_app() {
    static const std::vector<std::vector<Room>> all = {
        {{"app/language"}},
        {{"app/numbers", "app/job"}},
        {{"app/chart"}, {"app/code"}},
        {{"app/choice"}},
        {{"app/state"}},
        {{"app/panels"}},
        {{"app/plot"}, {"app/features/race"}, {"app/features/tour"}},
        {{"app/stage"}},
        {{"app/window", "app/features"}},
        {{"app"}},
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

// Whether the file has a stricter or a looser row of its own: a folder within this one.
bool has_row_within(const Floor& floor, const std::string& file) {
    return std::ranges::any_of(floors(), [&](const Floor& other) {
        return other.folder.starts_with(floor.folder + "/") && is_in(file, other.folder);
    });
}

class Floors : public testing::TestWithParam<Floor> {};

TEST_P(Floors, IncludeNothingFromAbove) {
    const Floor& floor = GetParam();
    int files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(source_folder() / floor.folder)) {
        const std::string name = fs::relative(entry.path(), source_folder()).string();
        if (!is_source(entry.path()) || has_row_within(floor, name)) {
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
    EXPECT_GT(files, 2) << "where are they?";
}

INSTANTIATE_TEST_SUITE_P(Every, Floors, testing::ValuesIn(floors()),
                         [](const auto& floor) { return floor.param.name(); });

// The place of a file of app/ in the list: its floor, and the room on it.
std::pair<std::size_t, std::size_t> place_of(const std::string& file) {
    const std::string name = file.substr(0, file.rfind('.'));
    const auto& floors = floors_of_app();
    for (std::size_t floor = 0; floor < floors.size(); ++floor) {
        for (std::size_t room = 0; room < floors[floor].size(); ++room) {
            for (const std::string& part : floors[floor][room]) {
                if (is_in(name, part)) {
                    return {floor, room};
                }
            }
        }
    }
    ADD_FAILURE() << file << " is on no floor";
    return {};
}

TEST(FloorsOfTheProgram, IncludeWhatIsBelowThem) {
    int files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(source_folder() / "app")) {
        if (!is_source(entry.path())) {
            continue;
        }
        ++files;
        const std::string file = fs::relative(entry.path(), source_folder()).string();
        const auto [floor, room] = place_of(file);
        for (const std::string& included : includes_of(entry.path())) {
            EXPECT_FALSE(is_in(included, "sim/solvers") || is_in(included, "sim/tree"))
                << file << " includes " << included;
            if (is_in(included, "app")) {
                const auto [other_floor, other_room] = place_of(included);
                EXPECT_TRUE(other_floor < floor || (other_floor == floor && other_room == room))
                    << file << " includes " << included;
            }
        }
    }
    EXPECT_GT(files, 200) << "where are they?";
}

} // namespace
} // namespace orrery
