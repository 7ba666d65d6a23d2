// Files of other programs, which tests/data/make_snapshots.py made with them.

#include "sim/body_arrays.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/csv_text.hpp"
#include "sim/snapshots/hdf5_input.hpp"
#include "tests/sim/snapshots/snapshot_testing.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace orrery {
namespace {

std::filesystem::path made(const char* name) {
    return source_folder() / "tests/data/snapshots" / name;
}

std::vector<std::string> ids_of_all(const System& system) {
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < system.bodies.size(); ++i) {
        ids.push_back(id_text(system.catalogue, i));
    }
    return ids;
}

const BodyColumn* column_called(const System& system, std::string_view name) {
    const auto found = std::ranges::find(system.columns, name, &BodyColumn::name);
    return found == system.columns.end() ? nullptr : &*found;
}

template <class Number>
std::vector<Number> numbers_of(const BodyColumn& column) {
    std::vector<Number> numbers(column.bytes.size() / sizeof(Number));
    std::memcpy(numbers.data(), column.bytes.data(), column.bytes.size());
    return numbers;
}

TEST(OtherPrograms, GiveIdsThatStayWhatTheyAre) {
    const std::vector<std::string> from_1 = {"6", "5", "4", "3", "2", "1"};
    const std::vector<std::string> from_0 = {"5", "4", "3", "2", "1", "0"};
    const std::vector<std::string> large = {"9223372036854775815", "9223372036854775814",
                                            "9223372036854775813", "9223372036854775812",
                                            "9223372036854775811", "9223372036854775810"};
    for (const auto& [name, ids] :
         std::initializer_list<std::pair<const char*, const std::vector<std::string>&>>{
             {"ids_from_0.hdf5", from_0},
             {"ids_from_1.hdf5", from_1},
             {"ids_above_2_63.hdf5", large}}) {
        SCOPED_TRACE(name);
        const TemporaryFolder folder;
        const System system = read_snapshot(made(name));
        EXPECT_EQ(ids_of_all(system), ids);
        for (const char* copy : {"copy.hdf5", "copy.csv", "copy.orrery"}) {
            SCOPED_TRACE(copy);
            write_snapshot(folder / copy, system);
            EXPECT_EQ(ids_of_all(read_snapshot(folder / copy)), ids);
        }
    }
}

TEST(OtherPrograms, GiveIdsInAscendingOrderThatStayWhatTheyAre) {
    const TemporaryFolder folder;
    System system = awkward_system(6, false);
    for (const std::int64_t first : {0, 1}) {
        SCOPED_TRACE(first);
        system.catalogue.file_ids.clear();
        for (std::int64_t i = 0; i < 6; ++i) {
            system.catalogue.file_ids.push_back(first + i);
        }
        for (const char* name : {"a.hdf5", "a.csv", "a.orrery", "a.hdf5"}) {
            SCOPED_TRACE(name);
            write_snapshot(folder / name, system);
            system = read_snapshot(folder / name);
            ASSERT_EQ(system.catalogue.file_ids.size(), 6U);
            EXPECT_EQ(system.catalogue.file_ids.front(), first);
            EXPECT_EQ(system.catalogue.file_ids.back(), first + 5);
        }
    }
}

TEST(OtherPrograms, NumberBodiesWithoutIdsFromZero) {
    const TemporaryFolder folder;
    write_snapshot(folder / "plain.hdf5", awkward_system(3, false));
    EXPECT_EQ(ids_of_all(read_snapshot(folder / "plain.hdf5")),
              (std::vector<std::string>{"0", "1", "2"}));
}

TEST(OtherPrograms, RefuseIdsThatNoTypeHoldsTogether) {
    const std::string table = "id,mass,x,y,z,vx,vy,vz\n-1,1,0,0,0,0,0,0\n"
                              "9223372036854775808,1,1,0,0,0,0,0\n";
    const TemporaryFolder folder;
    write_text(folder / "ids.csv", table);
    expect_bad_input({"ids.csv, line 3", "cannot be mixed"},
                     [&] { read_snapshot(folder / "ids.csv"); });
}

TEST(OtherPrograms, KeepWhatGasHasBesides) {
    const TemporaryFolder folder;
    const System system = read_snapshot(made("ids_from_1.hdf5"));
    ASSERT_EQ(system.columns.size(), 4U);
    const BodyColumn* energy = column_called(system, "InternalEnergy");
    ASSERT_NE(energy, nullptr);
    EXPECT_EQ(numbers_of<float>(*energy), (std::vector<float>{100.5F, 200.25F}));
    EXPECT_EQ(energy->attributes, (decltype(energy->attributes){{"to_cgs", 1e10}}));
    EXPECT_EQ(column_called(system, "Metallicity")->width, 3U);
    for (const char* name : {"copy.hdf5", "copy.orrery"}) {
        SCOPED_TRACE(name);
        write_snapshot(folder / name, system);
        EXPECT_EQ(read_snapshot(folder / name).columns, system.columns);
        EXPECT_EQ(lost_columns(format_to_write(name), system), "");
    }
    EXPECT_EQ(lost_columns(format_to_write("x.csv"), system),
              "in a csv file Density, InternalEnergy, Metallicity and SmoothingLength are lost");
}

TEST(OtherPrograms, KeepTheRowsOfTheBodiesThatStay) {
    System system = read_snapshot(made("pynbody.tipsy"));
    const auto temperatures = [&] {
        const BodyColumn* const column = column_called(system, "temp");
        return column != nullptr ? numbers_of<float>(*column) : std::vector<float>();
    };
    EXPECT_EQ(temperatures(), (std::vector<float>{1e4F, 2e4F, 3e4F}));
    keep_sample(system, 2);
    EXPECT_EQ(temperatures(), (std::vector<float>{1e4F, 3e4F}));
    const BodyColumn* const formed = column_called(system, "tform");
    ASSERT_NE(formed, nullptr);
    EXPECT_EQ(formed->first, 4U) << "behind two bodies of gas and two of dark matter";
    EXPECT_EQ(numbers_of<float>(*formed), (std::vector<float>{1.5F}));
    keep_first(system, 1);
    EXPECT_EQ(temperatures(), (std::vector<float>{1e4F}));
    EXPECT_EQ(column_called(system, "tform"), nullptr);
}

TEST(OtherPrograms, KeepTipsysTemperaturesMetalsAndAges) {
    const TemporaryFolder folder;
    System system = read_snapshot(made("pynbody.tipsy"));
    std::vector<std::string> names;
    for (const BodyColumn& column : system.columns) {
        names.push_back(column.name);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"rho", "temp", "metals", "phi", "phi", "metals",
                                               "tform", "phi"}));
    write_snapshot(folder / "copy.tipsy", system);
    EXPECT_EQ(lost_columns(format_to_write("copy.tipsy"), system), "");
    EXPECT_EQ(read_snapshot(folder / "copy.tipsy").columns, system.columns);
    write_snapshot(folder / "copy.hdf5", system);
    const System from_hdf5 = read_snapshot(folder / "copy.hdf5");
    EXPECT_EQ(lost_columns(format_to_write("back.tipsy"), from_hdf5), "in a tipsy file phi is lost")
        << "its place is that of ids";
    write_snapshot(folder / "back.tipsy", from_hdf5);
    std::erase_if(system.columns, [](const BodyColumn& column) { return column.name == "phi"; });
    EXPECT_EQ(read_snapshot(folder / "back.tipsy").columns, system.columns)
        << "through HDF5 as well";
    EXPECT_EQ(system.catalogue.softenings[8], 0.5);
    const System gas = read_snapshot(made("ids_from_1.hdf5"));
    EXPECT_NE(lost_columns(format_to_write("x.tipsy"), gas).find("InternalEnergy"),
              std::string::npos);
}

TEST(OtherPrograms, AreReadAsGizmoMeansIt) {
    const System system = read_snapshot(made("gizmo.hdf5"));
    ASSERT_TRUE(system.catalogue.header);
    EXPECT_TRUE(system.catalogue.header->comoving);
    EXPECT_EQ(system.catalogue.header->omega_matter, 0.3);
    EXPECT_EQ(system.catalogue.header->omega_lambda, 0.7);
    EXPECT_EQ(system.units.length, "Mpc");
    EXPECT_EQ(system.units.mass, "Msun");
    EXPECT_NEAR(system.units.gravity / 4.30071e-9, 1, 1e-5);
    constexpr double a = 0.5, h = 0.7;
    EXPECT_NEAR(system.bodies.mass[2], 3 / h, 1e-12) << "code units are over h";
    EXPECT_NEAR(system.catalogue.softenings[0], 0.1 * a / h, 1e-15) << "2.8 times Plummer's";
    EXPECT_NEAR(system.catalogue.softenings[4], 0.2 * a / h, 1e-15);
    EXPECT_TRUE(system.catalogue.softening_is_told);
    EXPECT_EQ(ids_of_all(system), (std::vector<std::string>{"3", "1", "2", "5", "4"}));
    EXPECT_NE(column_called(system, "InternalEnergy"), nullptr);
}

TEST(OtherPrograms, AreReadAsSwiftsimioWritesThem) {
    const System system = read_snapshot(made("swiftsimio.hdf5"));
    ASSERT_EQ(system.bodies.size(), 7U) << "of eight types";
    EXPECT_EQ(system.units.length, "Mpc");
    const Hdf5Input file(made("swiftsimio.hdf5"));
    std::array<double, 9> rows = {};
    file.dataset("PartType0/Coordinates")
        .read(0, 3, 1, BodyColumn::Kind::float64, std::as_writable_bytes(std::span(rows)));
    EXPECT_EQ(system.bodies.position.x[0], rows[0] * 0.5) << "comoving, at half the size";
    EXPECT_EQ(system.bodies.mass[6], 0.5);
    EXPECT_EQ(ids_of_all(system).back(), "7");
    EXPECT_EQ(system.columns.size(), 2U) << "other names for the same are no other quantities";
    const std::string lost = lost_content(format_to_write("x.hdf5"), system);
    EXPECT_NE(lost.find("SWIFT's groups Units and Cosmology are lost"), std::string::npos) << lost;
}

TEST(OtherPrograms, AreReadWithOddSpellingsAndWithoutVelocities) {
    const System system = read_snapshot(made("odd.hdf5"));
    ASSERT_EQ(system.bodies.size(), 3U);
    EXPECT_EQ(system.bodies.mass[2], 3) << "called Mass";
    EXPECT_EQ(ids_of_all(system), (std::vector<std::string>{"7", "8", "9"})) << "ParticleID";
    EXPECT_EQ(system.bodies.velocity.x[1], 0);
    EXPECT_EQ(system.catalogue.remarks,
              (std::vector<std::string>{"no velocities in PartType1: they are 0",
                                        "not kept: PartType9 (2 bodies)"}));
    EXPECT_FALSE(system.catalogue.softening_is_told);
    const TemporaryFolder folder;
    write_snapshot(folder / "copy.csv", system);
    EXPECT_FALSE(read_snapshot(folder / "copy.csv").catalogue.softening_is_told);
}

TEST(OtherPrograms, ReadGadgetsBinariesAndAreToldHowToConvertThem) {
    for (const char* name : {"gadget_1.bin", "gadget_2.bin"}) {
        expect_bad_input({name, "GADGET's binary files", "HDF5", "pynbody"},
                         [&] { read_snapshot(made(name)); });
    }
}

TEST(OtherPrograms, GiveSofteningsToTheLastDigit) {
    const TemporaryFolder folder;
    System system = awkward_system(4, false);
    system.catalogue.softenings = {0.005, 0.5 / 0.7, 0.1, 0.1};
    for (const char* name : {"a.csv", "a.orrery", "a.hdf5"}) {
        SCOPED_TRACE(name);
        write_snapshot(folder / name, system);
        EXPECT_EQ(read_snapshot(folder / name).catalogue.softenings, system.catalogue.softenings);
    }
    system.catalogue.softenings.assign(4, 0.005);
    write_snapshot(folder / "a.csv", system);
    EXPECT_EQ(read_snapshot(folder / "a.csv").softening, 0.0) << "as the comment says";
    EXPECT_EQ(mean_softening(system.bodies, system.catalogue.softenings), 0.005);
}

TEST(OtherPrograms, AreToldWhichNamesAreLost) {
    System system = awkward_system(4, false);
    system.catalogue.components = {{"background dark matter", 0, 2}, {"sinks", 2, 2}};
    const std::string lost = lost_content(format_to_write("x.hdf5"), system);
    EXPECT_NE(lost.find("names are lost (background dark matter and sinks)"), std::string::npos)
        << lost;
    system.catalogue.file_ids = {1, 2, 3, std::int64_t{1} << 40};
    EXPECT_NE(lost_content(format_to_write("x.tipsy"), system).find("ids are lost"),
              std::string::npos);
}

TEST(OtherPrograms, GiveQuantitiesOfPlacesOnlyAtTheirTime) {
    std::vector<BodyColumn> columns = read_snapshot(made("ids_from_1.hdf5")).columns;
    drop_stale(columns);
    ASSERT_EQ(columns.size(), 2U);
    EXPECT_EQ(columns[0].name, "InternalEnergy");
    EXPECT_EQ(columns[1].name, "Metallicity");
}

} // namespace
} // namespace orrery
