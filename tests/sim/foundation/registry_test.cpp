// The lists of algorithms, integrators, scenes and formats, and that what their files define is in
// them.

#include "sim/base/registry.hpp"
#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/snapshot.hpp"
#include "sim/solver.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <set>
#include <string>

namespace orrery {
namespace {

struct Fruit {
    std::string name;
};

constexpr Registry<Fruit>::Description fruits{
    .noun = "fruit",
    .listing = "orrery list fruits",
    .name = [](const Fruit& fruit) { return std::string_view(fruit.name); },
    .fill =
        [](Registry<Fruit>& list) {
            list.add({"quince"});
            list.add({"medlar"});
        }};

std::string complaint(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Registry, KeepsTheOrderOfItsListAndPutsTheRestAfterIt) {
    Registry<Fruit> registry(fruits);
    registry.add({"apple"});
    ASSERT_EQ(registry.all().size(), 3U);
    EXPECT_EQ(registry.all().front().name, "quince");
    EXPECT_EQ(registry.all().back().name, "apple");
    EXPECT_EQ(&registry.find("medlar"), &registry.all()[1]);
    EXPECT_EQ(registry.known("pear"), nullptr);
}

TEST(Registry, NamesTheNearestOfWhatItHas) {
    Registry<Fruit> registry(fruits);
    const std::string words = complaint([&] { registry.find("medler"); });
    EXPECT_EQ(words, "unknown fruit 'medler'; did you mean 'medlar'? 'orrery list fruits' "
                     "shows all");
}

TEST(Registry, RefusesASecondOneOfAName) {
    Registry<Fruit> registry(fruits);
    EXPECT_EQ(complaint([&] { registry.add({"quince"}); }),
              "there are two of the fruit 'quince'; give one of them another name");
    EXPECT_EQ(registry.all().size(), 2U);
}

TEST(Registry, StaysAsItIsOnceSomebodyHasLookedAtIt) {
    Registry<Fruit> registry(fruits);
    const std::span<const Fruit> seen = registry.all();
    EXPECT_NE(complaint([&] { registry.add({"apple"}); }).find("too late"), std::string::npos);
    EXPECT_EQ(registry.all().data(), seen.data());
    EXPECT_EQ(registry.all().size(), seen.size());
}

TEST(Registry, SaysSoWhenAnAlgorithmComesTooLate) {
    const SolverEntry first = solvers().front();
    EXPECT_THROW(register_solver(first), Error);
    EXPECT_THROW(register_integrator(integrators().front()), Error);
    EXPECT_THROW(register_scene(scenes().front()), Error);
    EXPECT_THROW(register_snapshot_format(snapshot_formats().front()), Error);
}

std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

// The names that `definition` (with the name as its group) finds in the files below a folder.
std::set<std::string> defined_below(const std::filesystem::path& folder, const char* definition) {
    const std::regex pattern(definition);
    std::set<std::string> names;
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
        const auto extension = file.path().extension();
        if (extension != ".cpp" && extension != ".cu") {
            continue;
        }
        const std::string text = text_of(file);
        for (std::sregex_iterator found(text.begin(), text.end(), pattern), end; found != end;
             ++found) {
            names.insert((*found)[1]);
        }
    }
    return names;
}

// A file that defines an entry which no list names compiles and is never heard of.
void expect_all_listed(const std::filesystem::path& folder, const char* definition,
                       std::initializer_list<const char*> lists) {
    std::string lines;
    for (const char* list : lists) {
        lines += text_of(source_folder() / list);
    }
    const std::set<std::string> names = defined_below(source_folder() / folder, definition);
    EXPECT_GT(names.size(), 2U) << folder << ": this test no longer knows a definition";
    for (const std::string& name : names) {
        const std::regex added("list\\.(add|push_back)\\(&?" + name + "(\\(\\))?\\);");
        EXPECT_TRUE(std::regex_search(lines, added))
            << "a file below " << folder << " defines " << name << ", which has no line in "
            << *lists.begin();
    }
}

TEST(Lists, NameEveryEntryThatAFileDefines) {
    expect_all_listed("sim/solvers", R"(\nSolverEntry (\w+)\(\) \{)",
                      {"sim/solvers/solvers.cpp", "sim/solvers/solvers_cuda.cpp"});
    expect_all_listed("sim/integrators", R"(extern const Integrator (\w+) ?(= )?\{)",
                      {"sim/integrators/integrators.cpp"});
    expect_all_listed("sim/scenes", R"(extern const Scene (\w+) ?(= )?\{)",
                      {"sim/scenes/scenes.cpp"});
    expect_all_listed("sim/snapshots", R"(extern const SnapshotFormat (\w+) ?(= )?\{)",
                      {"sim/snapshots/formats.cpp"});
    expect_all_listed("app/commands", R"(extern const Subcommand (\w+) ?(= )?\{)",
                      {"app/commands/commands.cpp"});
    expect_all_listed("app/features", R"(extern const FeatureEntry (\w+) =)",
                      {"app/features/features.cpp"});
}

} // namespace
} // namespace orrery
