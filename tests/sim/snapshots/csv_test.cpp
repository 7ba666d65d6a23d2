#include "sim/snapshot.hpp"

#include "tests/sim/snapshots/snapshot_testing.hpp"

#include <clocale>
#include <limits>
#include <locale>

namespace orrery {

extern const SnapshotFormat csv_format;

namespace {

System read(const std::string& text) {
    return csv_format.read(contents_of(text, "some.csv"));
}

const std::string header = "mass,x,y,z,vx,vy,vz\n";

TEST(Csv, ReadsColumnsInAnyOrder) {
    const System system = read("vz,vy,vx,z,y,x,mass\n6,5,4,3,2,1,0.5\n");
    ASSERT_EQ(system.bodies.size(), 1U);
    EXPECT_EQ(system.bodies.mass[0], 0.5);
    EXPECT_EQ(system.bodies.position.x[0], 1);
    EXPECT_EQ(system.bodies.position.y[0], 2);
    EXPECT_EQ(system.bodies.position.z[0], 3);
    EXPECT_EQ(system.bodies.velocity.x[0], 4);
    EXPECT_EQ(system.bodies.velocity.y[0], 5);
    EXPECT_EQ(system.bodies.velocity.z[0], 6);
    EXPECT_EQ(system.softening, 0);
    EXPECT_EQ(system.catalogue.title, "some");
}

TEST(Csv, ReadsIdsSofteningsAndComponents) {
    const System system = read("id,mass,x,y,z,vx,vy,vz,softening,component\n"
                               "7,3,0,0,0,0,0,0,0.1,disk\n"
                               "-9,1,1,0,0,0,0,0,0.5,\"halo, \"\"dark\"\"\"\n"
                               "8,0,2,0,0,0,0,0,0.5, \"halo, \"\"dark\"\"\" \n");
    EXPECT_EQ(system.catalogue.file_ids, (std::vector<std::int64_t>{7, -9, 8}));
    EXPECT_EQ(system.catalogue.softenings, (std::vector<double>{0.1, 0.5, 0.5}));
    EXPECT_NEAR(system.softening, 0.2, 1e-7);
    ASSERT_EQ(system.catalogue.components.size(), 2U);
    EXPECT_EQ(system.catalogue.components[0].name, "disk");
    EXPECT_EQ(system.catalogue.components[1].name, "halo, \"dark\"");
    EXPECT_EQ(system.catalogue.components[1].first, 1U);
    EXPECT_EQ(system.catalogue.components[1].count, 2U);
}

TEST(Csv, ForgivesWhatSpreadsheetsAndPeopleAdd) {
    const System system = read("\xEF\xBB\xBF# made by hand\r\n\r\n"
                               " mass , \"x\",y,z,vx,vy,vz\r\n"
                               "\t1 , +2.5 ,3e0,-4.E-1,.5,0,0\r\n"
                               "   \r\n# the end\r\n"
                               "2,0,0,0,0,0,0");
    ASSERT_EQ(system.bodies.size(), 2U);
    EXPECT_EQ(system.bodies.position.x[0], 2.5);
    EXPECT_EQ(system.bodies.position.z[0], -0.4);
    EXPECT_EQ(system.bodies.velocity.x[0], 0.5);
    EXPECT_EQ(system.bodies.mass[1], 2);
}

TEST(Csv, KeepsIdsThatOnlyCount) {
    EXPECT_EQ(read("id," + header + "0,1,0,0,0,0,0,0\n1,1,1,0,0,0,0,0\n").catalogue.file_ids,
              (std::vector<std::int64_t>{0, 1}));
}

TEST(Csv, ReturnsDoublesBitForBit) {
    const TemporaryFolder folder;
    System system = awkward_system(200, false);
    system.bodies.position.x[0] = 0; // alone loses its sign
    system.bodies.velocity.x[3] = std::numeric_limits<double>::denorm_min();
    system.bodies.velocity.x[4] = std::numeric_limits<double>::max();
    system.catalogue.components = {{"a, \"quoted\" name ", 0, 50}, {"", 50, 150}};
    system.catalogue.softenings.assign(200, 0.1F);
    system.catalogue.softenings[1] = std::numeric_limits<float>::denorm_min();
    for (std::int32_t i = 0; i < 200; ++i) {
        system.catalogue.file_ids.push_back(std::numeric_limits<std::int32_t>::max() - i);
    }
    write_snapshot(folder / "copy.csv", system);
    expect_same_bodies(read_snapshot(folder / "copy.csv"), system);
}

TEST(Csv, WritesNoNegativeZero) {
    const TemporaryFolder folder;
    write_snapshot(folder / "copy.csv", awkward_system(1, false)); // x is -0
    EXPECT_EQ(read_text(folder / "copy.csv").find("-0,"), std::string::npos);
}

// A decimal comma: what a German spreadsheet user's locale has.
class DecimalComma : public std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
};

TEST(Csv, WritesAndReadsTheSameInEveryLocale) {
    const TemporaryFolder folder;
    const std::locale before =
        std::locale::global(std::locale(std::locale::classic(), new DecimalComma));
    const std::string c_before = std::setlocale(LC_NUMERIC, nullptr);
    std::setlocale(LC_NUMERIC, "de_DE.UTF-8"); // where installed
    System system = awkward_system(3, false);
    system.bodies.position.x[0] = 0;
    write_snapshot(folder / "copy.csv", system);
    const System copy = read_snapshot(folder / "copy.csv");
    std::setlocale(LC_NUMERIC, c_before.c_str());
    std::locale::global(before);
    expect_same_bodies(copy, system);
}

TEST(Csv, NamesLineAndColumnOfWhatIsNoNumber) {
    expect_bad_input({"some.csv, line 2, column 5:", "'two' is not a valid y"},
                     [] { read(header + "1,2,two,3,4,5,6\n"); });
    expect_bad_input({"some.csv, line 3, column 4:", "the x is missing"},
                     [] { read(header + "1,2,3,4,5,6,7\n1, ,3,4,5,6,7\n"); });
    expect_bad_input({"line 2, column 1:", "'1.5kg' is not a valid mass"},
                     [] { read(header + "1.5kg,2,3,4,5,6,7\n"); });
    expect_bad_input({"line 2, column 3:", "'1e999' is too large or too small for x"},
                     [] { read(header + "1,1e999,3,4,5,6,7\n"); });
    expect_bad_input(
        {"line 2, column 1:", "'30000000000000000000' is too large or too small for id"},
        [] { read("id," + header + "30000000000000000000,1,2,3,4,5,6,7\n"); });
}

TEST(Csv, NamesLineAndColumnOfANumberThatMakesNoSense) {
    expect_bad_input({"line 2, column 1:", "mass", "negative (-1)"},
                     [] { read(header + "-1,2,3,4,5,6,7\n"); });
    expect_bad_input({"line 2, column 15:", "softening", "negative (-0.5)"},
                     [] { read("mass,x,y,z,vx,vy,vz,softening\n1,2,3,4,5,6,7,-0.5\n"); });
    expect_bad_input({"line 2, column 13:", "vz", "not a finite number"},
                     [] { read(header + "1,2,3,4,5,6,nan\n"); });
    expect_bad_input({"line 2, column 3:", "x", "not a finite number"},
                     [] { read(header + "1,-inf,3,4,5,6,7\n"); });
}

TEST(Csv, NamesTheLineWithTooFewOrTooManyFields) {
    expect_bad_input({"line 2, column 12:", "ends before its vz"},
                     [] { read(header + "1,2,3,4,5,6\n"); });
    expect_bad_input({"line 3, column 15:", "more fields than the header"},
                     [] { read(header + "1,2,3,4,5,6,7\n1,2,3,4,5,6,7,8\n"); });
}

TEST(Csv, NamesWhatIsWrongWithTheHeader) {
    expect_bad_input({"line 1, column 6:", "no column is called 'sofening'"},
                     [] { read("mass,sofening,x,y,z,vx,vy,vz\n1,1,1,1,1,1,1,1\n"); });
    expect_bad_input({"line 1,", "the header has no column 'vy'"},
                     [] { read("mass,x,y,z,vx,vz\n1,1,1,1,1,1\n"); });
    expect_bad_input({"line 1, column 8:", "'x' appears twice"},
                     [] { read("mass,x,x,y,z,vx,vy,vz\n1,1,1,1,1,1,1,1\n"); });
    expect_bad_input({"line 1, column 1:", "the header line is missing"},
                     [] { read("1.5,2,3,4,5,6,7\n"); });
    expect_bad_input({"line 1, column 1:", "no header line"}, [] { read("# nothing\n\n"); });
    expect_bad_input({"line 1, column 1:", "no bodies"}, [] { read(header); });
}

TEST(Csv, RefusesComponentsThatAreTornApart) {
    expect_bad_input({"line 4, column 15:", "'a' appears again"}, [] {
        read("mass,x,y,z,vx,vy,vz,component\n1,2,3,4,5,6,7,a\n1,2,3,4,5,6,7,b\n1,2,3,4,5,6,7,a\n");
    });
    expect_bad_input({"line 2, column 15:", "never closed"},
                     [] { read("mass,x,y,z,vx,vy,vz,component\n1,2,3,4,5,6,7,\"a\n"); });
    expect_bad_input({"line 2, column 18:", "follows the closing"},
                     [] { read("mass,x,y,z,vx,vy,vz,component\n1,2,3,4,5,6,7,\"a\"b\n"); });
}

} // namespace
} // namespace orrery
