#include "sim/snapshot.hpp"

#include "sim/snapshots/suggested_defaults.hpp"
#include "tests/sim/snapshots/snapshot_testing.hpp"

namespace orrery {

extern const SnapshotFormat csv_format;

namespace {

const std::string table = "mass,x,y,z,vx,vy,vz\n1,0,0,0,0,0,0\n1,1,0,0,0,0.5,0\n";

System read(const std::string& text) {
    return csv_format.read(contents_of(text, "some.csv"));
}

TEST(CsvFacts, TellTimeStepSofteningAndUnits) {
    const System system = read("# made by hand\n"
                               "# orrery: time = -1.5\r\n"
                               "#orrery:time step=0.3\n\n"
                               " # orrery: softening = 0.01\n"
                               "# orrery: gravity = 2e-4\n"
                               "# orrery: units = AU , day,solar mass\n"
                               "# orrery: mood = good\n" +
                               table);
    EXPECT_EQ(system.time, -1.5);
    EXPECT_EQ(system.time_step, 0.3);
    EXPECT_EQ(system.softening, 0.01);
    EXPECT_EQ(system.units.gravity, 2e-4);
    EXPECT_EQ(system.units.length, "AU");
    EXPECT_EQ(system.units.time, "day");
    EXPECT_EQ(system.units.mass, "solar mass");
}

TEST(CsvFacts, TellATableThatWasCutOff) {
    const std::string header = "mass,x,y,z,vx,vy,vz\n";
    const std::string row = "1,0,0,0,0,0,0\n";
    EXPECT_EQ(read("# orrery: bodies = 2\n" + header + row + row).bodies.size(), 2U);
    expect_bad_input({"line 2,", "ends after 1 of 2 bodies", "cut off", "remove the line"},
                     [&] { read("# orrery: bodies = 2\n" + header + row); });
    const std::string cut = row.substr(0, row.size() - 2); // within its last number
    expect_bad_input({"ends within its last line", "copy it again"},
                     [&] { read("# orrery: bodies = 1\n" + header + cut + "0"); });
    EXPECT_EQ(read(header + cut + "0").bodies.size(), 1U) << "nobody promised more";
    expect_bad_input({"has 2 bodies, not 1"},
                     [&] { read("# orrery: bodies = 1\n" + header + row + row); });
    expect_bad_input({"'2.5' is not a valid bodies"},
                     [&] { read("# orrery: bodies = 2.5\n" + header + row + row); });
}

TEST(CsvFacts, AreAsBeforeWithoutThem) {
    const System system = read(table);
    EXPECT_EQ(system.time, 0);
    EXPECT_EQ(system.units.gravity, 1);
    EXPECT_EQ(system.units.length, "");
    EXPECT_EQ(system.time_step, suggested_time_step(system));
}

TEST(CsvFacts, ChooseTheStepThatSuitsTheirGravity) {
    const double slow = read("# orrery: gravity = 1e-6\n" + table).time_step;
    EXPECT_GT(slow, read(table).time_step);
}

TEST(CsvFacts, HaveTheGravityOfKnownUnitsUnlessTheyNameAnother) {
    const std::string units = "# orrery: units = kpc, km/s, Msun\n";
    EXPECT_NEAR(read(units + table).units.gravity, 4.30091e-6, 1e-10);
    EXPECT_EQ(read(units + "# orrery: gravity = 1\n" + table).units.gravity, 1);
    EXPECT_EQ(read("# orrery: units = league, day, stone\n" + table).units.gravity, 1);
}

TEST(CsvFacts, AreCommentsBelowTheHeader) {
    EXPECT_EQ(read(table + "# orrery: time = 3\n").time, 0);
}

TEST(CsvFacts, SurviveBeingWritten) {
    const TemporaryFolder folder;
    System system = awkward_system(5, false);
    system.time = 1.0 / 3;
    system.time_step = 0.1;
    system.softening = 0.07;
    system.step_accuracy = 0.05;
    system.force_error = 3e-4;
    system.units = {.gravity = 1.0 / 7, .length = "kpc", .time = "Myr", .mass = "10^10 Msun"};
    write_snapshot(folder / "copy.csv", system);
    const System copy = read_snapshot(folder / "copy.csv");
    EXPECT_EQ(copy.time, system.time);
    EXPECT_EQ(copy.time_step, system.time_step);
    EXPECT_EQ(copy.softening, system.softening);
    EXPECT_EQ(copy.step_accuracy, system.step_accuracy);
    EXPECT_EQ(copy.force_error, system.force_error);
    EXPECT_EQ(copy.units.gravity, system.units.gravity);
    EXPECT_EQ(copy.units.length, "kpc");
    EXPECT_EQ(copy.units.time, "Myr");
    EXPECT_EQ(copy.units.mass, "10^10 Msun");
}

TEST(CsvFacts, NameLineAndColumnOfWhatMakesNoSense) {
    expect_bad_input({"some.csv, line 1, column 18:", "'soon' is not a valid time"},
                     [] { read("# orrery: time = soon\n" + table); });
    expect_bad_input({"line 2, column 23:", "'0' is not a valid time step", "above zero"},
                     [] { read("# a\n# orrery: time step = 0\n" + table); });
    expect_bad_input({"'-1' is not a valid softening"},
                     [] { read("# orrery: softening = -1\n" + table); });
    expect_bad_input({"'inf' is not a valid gravity"},
                     [] { read("# orrery: gravity = inf\n" + table); });
    expect_bad_input({"'' is not a valid gravity"}, [] { read("# orrery: gravity =\n" + table); });
    expect_bad_input({"'AU, day' is not a valid units", "name three"},
                     [] { read("# orrery: units = AU, day\n" + table); });
}

} // namespace
} // namespace orrery
