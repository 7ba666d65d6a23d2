// A width that comes out as nothing hides a control. So widths are given in one place, which sees
// to that: fill_line() and item_width() of app/panels/controls.hpp.
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace fs = std::filesystem;

namespace orrery {
namespace {

TEST(Widths, AreGivenToControlsInOnePlace) {
    const fs::path app = source_folder() / "app";
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(app)) {
        const fs::path& file = entry.path();
        if (file.extension() != ".cpp" || file == app / "panels/controls.cpp") {
            continue;
        }
        std::ifstream stream(file);
        const std::string text(std::istreambuf_iterator<char>(stream), {});
        for (const char* const call : {"SetNextItemWidth", "PushItemWidth"}) {
            EXPECT_EQ(text.find(call), text.npos)
                << file << " calls " << call << ": use fill_line() or item_width()";
        }
    }
}

} // namespace
} // namespace orrery
