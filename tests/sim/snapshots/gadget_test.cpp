#include "sim/snapshots/gadget.hpp"

#include "sim/scene.hpp"
#include "sim/snapshots/gadget_header.hpp"
#include "sim/snapshots/hdf5_output.hpp"
#include "sim/unit_names.hpp"
#include "tests/sim/snapshots/snapshot_testing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <thread>

namespace orrery {
namespace {

constexpr std::size_t gas_bodies = 3, dark_bodies = 5;

// The parts of a good file that are to be broken.
struct Damage {
    std::vector<std::uint32_t> counts = {gas_bodies, dark_bodies, 0, 0, 0, 0};
    std::vector<std::uint32_t> high = {0, 0, 0, 0, 0, 0};
    std::vector<double> mass_table = {0, 0.5, 0, 0, 0, 0};
    std::int32_t files = 1;
    std::size_t coordinate_rows = dark_bodies, coordinate_columns = 3;
    double first_x = 1, first_mass = 1, unit_length = 3.085678e21;
    bool with_header = true, with_gas = true, whole_numbers = false;
};

void add_type(Hdf5Output& output, const Damage& damage, std::size_t type, std::size_t rows) {
    const std::string group = "PartType" + std::to_string(type);
    output.add_group(group.c_str());
    const std::size_t columns = type == 1 ? damage.coordinate_columns : 3;
    const std::array<hsize_t, 2> extent = {type == 1 ? damage.coordinate_rows : rows, columns};
    std::vector<double> numbers(extent[0] * extent[1], 0.25);
    if (!numbers.empty()) {
        numbers[0] = damage.first_x;
    }
    if (damage.whole_numbers) {
        const std::vector<std::int64_t> whole(numbers.size(), 1);
        output.add_rows((group + "/Coordinates").c_str(), BodyColumn::Kind::int64, columns,
                        std::as_bytes(std::span(whole)));
    } else {
        output.add_dataset((group + "/Coordinates").c_str(), extent, numbers);
    }
    const std::array<hsize_t, 2> three = {rows, 3};
    const std::vector<double> speeds(rows * 3, 0.5);
    output.add_dataset((group + "/Velocities").c_str(), three, speeds);
    if (type == 0) {
        std::vector<double> masses(rows, 1);
        masses[0] = damage.first_mass;
        const std::array<hsize_t, 1> list = {rows};
        output.add_dataset((group + "/Masses").c_str(), list, masses);
    }
}

std::vector<std::byte> snapshot_bytes(const Damage& damage) {
    Hdf5Output output("made.up");
    if (damage.with_header) {
        output.add_group("Header");
        output.add_counts("NumPart_ThisFile", damage.counts, "Header");
        output.add_counts("NumPart_Total", damage.counts, "Header");
        output.add_counts("NumPart_Total_HighWord", damage.high, "Header");
        output.add_attribute("MassTable", std::span<const double>(damage.mass_table), "Header");
        output.add_attribute("Time", 0.5, "Header");
        output.add_attribute("UnitLength_in_cm", damage.unit_length, "Header");
        output.add_flag("NumFilesPerSnapshot", damage.files, "Header");
    }
    if (damage.with_gas) {
        add_type(output, damage, 0, gas_bodies);
    }
    add_type(output, damage, 1, dark_bodies);
    return output.image();
}

std::filesystem::path write_snapshot_bytes(const std::filesystem::path& file,
                                           const Damage& damage) {
    const std::vector<std::byte> bytes = snapshot_bytes(damage);
    write_text(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return file;
}

TEST(Gadget, ReadsTypesAsComponentsInGadgetsOwnUnits) {
    const TemporaryFolder folder;
    const System system = read_snapshot(write_snapshot_bytes(folder / "snap.hdf5", {}));
    ASSERT_EQ(system.bodies.size(), gas_bodies + dark_bodies);
    ASSERT_EQ(system.catalogue.components.size(), 2U);
    EXPECT_EQ(system.catalogue.components[0].name, "gas");
    EXPECT_EQ(system.catalogue.components[1].name, "dark matter");
    EXPECT_EQ(system.catalogue.components[1].first, gas_bodies);
    EXPECT_EQ(system.bodies.mass[0], 1);
    EXPECT_EQ(system.bodies.mass[gas_bodies], 0.5) << "the mass of the header's table";
    EXPECT_EQ(system.time, 0.5);
    EXPECT_EQ(system.units.length, "kpc");
    EXPECT_EQ(system.units.time, "kpc/(km/s)");
    EXPECT_EQ(system.units.mass, "10^10 Msun");
    EXPECT_NEAR(system.units.gravity, 43007, 10) << "as GADGET's own";
    EXPECT_EQ(read_snapshot(folder / "snap.hdf5").catalogue.file_ids.size(), 0U);
}

TEST(Gadget, ReadsWhatComesOutOfAPipeAsItReadsAFile) {
    const TemporaryFolder folder;
    const auto bytes = snapshot_bytes({});
    EXPECT_TRUE(gadget_format.recognises(bytes));
    const auto pipe = folder / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const std::jthread writer([&] { write_snapshot_bytes(pipe, {}); });
    const SnapshotFile read = read_snapshot_file(pipe);
    EXPECT_EQ(read.system.bodies.size(), gas_bodies + dark_bodies);
    EXPECT_EQ(read.system.catalogue.title, "pipe");
    EXPECT_EQ(read.mark.bytes, bytes.size());
}

TEST(Gadget, ReturnsABodysEveryBitAndItsIdOf64Bits) {
    const TemporaryFolder folder;
    System system = awkward_system(60, false);
    system.catalogue.components = {{"gas", 0, 10}, {"dark matter", 10, 30}, {"stars", 40, 20}};
    for (std::int64_t i = 0; i < 60; ++i) {
        system.catalogue.file_ids.push_back((std::int64_t{1} << 62) - i);
        system.catalogue.softenings.push_back(0.1 + 0.01 * static_cast<double>(i % 7));
    }
    system.units = {.gravity = 0.25, .length = "Mpc", .time = "Gyr", .mass = "Msun"};
    system.time = 3.5;
    for (const char* name : {"copy.hdf5", "copy.orrery", "copy.csv"}) {
        SCOPED_TRACE(name);
        write_snapshot(folder / name, system);
        const System copy = read_snapshot(folder / name);
        EXPECT_EQ(copy.time, 3.5);
        EXPECT_EQ(copy.units.gravity, 0.25);
        EXPECT_EQ(copy.units.length, "Mpc");
        EXPECT_EQ(copy.units.time, "Gyr");
        EXPECT_EQ(copy.catalogue.file_ids, system.catalogue.file_ids);
        EXPECT_EQ(copy.catalogue.softenings, system.catalogue.softenings);
        EXPECT_EQ(bits_of(copy.bodies.velocity.z), bits_of(system.bodies.velocity.z));
        EXPECT_EQ(bits_of(copy.bodies.mass), bits_of(system.bodies.mass));
    }
}

TEST(Gadget, SortsBodiesByTypeAndTellsWhichWasWhich) {
    const TemporaryFolder folder;
    const System galaxy = make_scene(find_scene("galaxy_collision"), 300, 1);
    write_snapshot(folder / "galaxy.hdf5", galaxy);
    const System copy = read_snapshot(folder / "galaxy.hdf5");
    ASSERT_EQ(copy.catalogue.components.size(), 3U) << "both galaxies' in one";
    EXPECT_EQ(copy.catalogue.components[0].name, "dark matter");
    EXPECT_EQ(copy.catalogue.components[1].name, "disk");
    ASSERT_EQ(copy.catalogue.file_ids.size(), 300U);
    for (std::size_t i = 0; i < 300; ++i) {
        const auto place = static_cast<std::size_t>(copy.catalogue.file_ids[i]);
        EXPECT_EQ(copy.bodies.position.x[i], galaxy.bodies.position.x[place]);
        EXPECT_EQ(copy.bodies.mass[i], galaxy.bodies.mass[place]);
    }
    EXPECT_EQ(copy.softening, galaxy.softening);
    EXPECT_NE(lost_content(format_to_write("x.hdf5"), galaxy).find("names are lost"),
              std::string::npos);
}

TEST(Gadget, FindsThePartsOfASnapshotByAnyOfThem) {
    const TemporaryFolder folder;
    Damage part;
    part.files = 2;
    part.coordinate_rows = dark_bodies;
    // Two parts of which each says that it is all: the sum is wrong.
    write_snapshot_bytes(folder / "snap_3.0.hdf5", part);
    expect_bad_input({"snap_3.1.hdf5", "missing"},
                     [&] { read_snapshot(folder / "snap_3.0.hdf5"); });
    expect_bad_input({"snap_3.1.hdf5", "missing"}, [&] { read_snapshot(folder / "snap_3"); });
    write_snapshot_bytes(folder / "snap_3.1.hdf5", part);
    expect_bad_input({"snap_3.0.hdf5", "promises 3, 5", "there are 6, 10"},
                     [&] { read_snapshot(folder / "snap_3"); });
    write_snapshot_bytes(folder / "snap_3.1.hdf5", {});
    expect_bad_input({"snap_3.1.hdf5", "of 1 files"}, [&] { read_snapshot(folder / "snap_3"); });
    write_snapshot_bytes(folder / "alone.hdf5", part);
    expect_bad_input({"alone.hdf5", "no number"}, [&] { read_snapshot(folder / "alone.hdf5"); });
}

TEST(Gadget, KeepsOneBodyInSoManyWithTheMassOfAll) {
    const TemporaryFolder folder;
    System system = awkward_system(100, false);
    system.catalogue.components = {{"gas", 0, 31}, {"stars", 31, 69}};
    for (const char* name : {"all.hdf5", "all.csv"}) {
        SCOPED_TRACE(name);
        write_snapshot(folder / name, system);
        const System some = read_snapshot_file(folder / name, 10).system;
        ASSERT_EQ(some.bodies.size(), 4U + 7U);
        EXPECT_EQ(some.catalogue.components[1].first, 4U);
        EXPECT_EQ(some.catalogue.components[1].count, 7U);
        EXPECT_EQ(some.bodies.position.y[1], system.bodies.position.y[10]);
        EXPECT_EQ(some.bodies.position.y[5], system.bodies.position.y[41]);
        EXPECT_EQ(some.bodies.mass[5], 10 * system.bodies.mass[41]);
    }
}

TEST(Gadget, SaysWhatIsWrongWithABrokenFile) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const TemporaryFolder folder;
    const auto expect = [&](const char* why, std::initializer_list<std::string_view> parts,
                            auto damaged) {
        SCOPED_TRACE(why);
        Damage damage;
        damaged(damage);
        const auto file = write_snapshot_bytes(folder / "broken.hdf5", damage);
        expect_bad_input({"broken.hdf5"}, [&] { read_snapshot(file); });
        expect_bad_input(parts, [&] { read_snapshot(file); });
    };
    expect("no header", {"Header"}, [](Damage& d) { d.with_header = false; });
    expect("no group", {"PartType0", "their group is missing"},
           [](Damage& d) { d.with_gas = false; });
    expect("fewer rows", {"PartType1/Coordinates", "4 rows", "promises 5"},
           [](Damage& d) { d.coordinate_rows = 4; });
    expect("two columns", {"PartType1/Coordinates", "5 rows of 2"},
           [](Damage& d) { d.coordinate_columns = 2; });
    expect("whole numbers", {"Coordinates", "whole numbers"},
           [](Damage& d) { d.whole_numbers = true; });
    expect("not a number", {"Coordinates", "row 0", "not a finite number"},
           [](Damage& d) { d.first_x = nan; });
    expect("a negative mass", {"PartType0/Masses", "is negative (-1)"},
           [](Damage& d) { d.first_mass = -1; });
    expect("a negative mass of all", {"MassTable", "negative"},
           [](Damage& d) { d.mass_table[1] = -1; });
    expect("no masses", {"PartType1", "no mass"}, [](Damage& d) { d.mass_table[1] = 0; });
    expect("more than there are", {"promises 4294967295"},
           [](Damage& d) { d.counts[1] = 0xFFFFFFFF; });
    expect("more than can be", {"more bodies than any file"},
           [](Damage& d) { d.high[1] = 0xFFFFFFFF; });
    expect("a total that is another", {"in all"}, [](Damage& d) { d.high[1] = 1; });
    expect("no bodies", {"no bodies"}, [](Damage& d) { d.counts = {0, 0, 0, 0, 0, 0}; });
    expect("none of known types", {"no bodies"},
           [](Damage& d) { d.counts = {0, 0, 0, 0, 0, 0, 0, 0, 1}; });
    expect("a unit of no length", {"UnitLength_in_cm", "not above 0"},
           [](Damage& d) { d.unit_length = 0; });
    expect("a unit that is no number", {"UnitLength_in_cm", "not finite"},
           [](Damage& d) { d.unit_length = nan; });
    expect("a million files", {"name has no number"}, [](Damage& d) { d.files = 1000000; });
    expect("less than no files", {"NumFilesPerSnapshot", "negative"},
           [](Damage& d) { d.files = -2; });
}

TEST(Gadget, SaysThatAFileWasCutShort) {
    const TemporaryFolder folder;
    const auto file = write_snapshot_bytes(folder / "whole.hdf5", {});
    const std::string whole = read_text(file);
    for (std::size_t size = 8; size < whole.size(); size += 97) {
        SCOPED_TRACE(size);
        write_text(folder / "cut.hdf5", whole.substr(0, size));
        expect_bad_input({"cut.hdf5"}, [&] { read_snapshot(folder / "cut.hdf5"); });
    }
    write_text(folder / "other.hdf5", std::string("\x89HDF\r\n\x1a\n") + std::string(600, 'x'));
    expect_bad_input({"other.hdf5", "damaged or was cut short"},
                     [&] { read_snapshot(folder / "other.hdf5"); });
}

// Reads those bytes or refuses them in one line that names the file.
void expect_read_or_refused(const std::vector<std::byte>& bytes) {
    try {
        gadget_format.read_in_parts({"damaged.hdf5", bytes});
    } catch (const Error& error) {
        const std::string_view words = error.what();
        EXPECT_NE(words.find("damaged.hdf5"), std::string_view::npos) << words;
        EXPECT_EQ(words.find('\n'), std::string_view::npos) << words;
    }
}

TEST(Gadget, SurvivesEveryDamageToAFilesBytes) {
    const std::vector<std::byte> whole = snapshot_bytes({});
    std::vector<std::byte> damaged = whole;
    constexpr std::array damages{std::byte{0x01}, std::byte{0x80}, std::byte{0xFF}};
    for (std::size_t at = 8; at < whole.size(); at += 5) {
        SCOPED_TRACE(at);
        damaged[at] ^= damages[at % damages.size()];
        expect_read_or_refused(damaged);
        damaged[at] = whole[at];
    }
    for (std::size_t at = 64; at + 512 < whole.size(); at += 256) {
        SCOPED_TRACE(at);
        std::fill_n(damaged.begin() + static_cast<std::ptrdiff_t>(at), 512, std::byte{0xA5});
        expect_read_or_refused(damaged);
        damaged = whole;
    }
}

TEST(Gadget, TurnsComovingNumbersIntoPhysicalOnes) {
    GadgetHeader header;
    header.comoving = true;
    header.time = header.scale_factor = 0.25;
    header.hubble = 0.5;
    header.omega_matter = 1;
    header.units = {3.0856775814913673e19, 3.0856775814913673e16, 1.989e40};
    const GadgetScale scale = gadget_scale(header);
    EXPECT_DOUBLE_EQ(scale.length, 0.5);
    EXPECT_DOUBLE_EQ(scale.velocity, 0.5) << "the root of the scale factor";
    EXPECT_DOUBLE_EQ(scale.mass, 2);
    // Matter alone: 2/3 a^(3/2) of 1/H0, which is 10/h kpc/(km/s).
    EXPECT_NEAR(scale.time, 2.0 / 3 / 8 * 20, 1e-9);
    header.swift = true;
    EXPECT_EQ(gadget_scale(header).velocity, 1) << "SWIFT's are peculiar already";
}

TEST(Gadget, KnowsTheAgeOfAFlatUniverse) {
    const double omega_lambda = 0.7;
    const double wanted = 2 / (3 * std::sqrt(omega_lambda)) *
                          std::asinh(std::sqrt(omega_lambda / (1 - omega_lambda)));
    EXPECT_NEAR(cosmic_age(1, 1 - omega_lambda, omega_lambda), wanted, 1e-9);
}

TEST(Gadget, NamesUnitsBySize) {
    for (const char* names : {"kpc,km/s,10^10 Msun", "AU,day,Msun", "Mpc,Gyr,Msun", "m,s,kg"}) {
        SCOPED_TRACE(names);
        const Units wanted = parse_unit_names(names);
        const Units found = units_of(*sizes_of(wanted));
        EXPECT_EQ(found.length, wanted.length);
        EXPECT_EQ(found.mass, wanted.mass);
        EXPECT_NEAR(found.gravity / *gravity_in(wanted), 1, 1e-12) << found.time;
    }
    const UnitSizes odd{1.5, 2.5, 3.5};
    const auto again = sizes_of(units_of(odd));
    ASSERT_TRUE(again);
    EXPECT_NEAR(again->length, 1.5, 1e-12);
    EXPECT_NEAR(again->time, 2.5, 1e-12);
    EXPECT_NEAR(again->mass, 3.5, 1e-12);
}

} // namespace
} // namespace orrery
