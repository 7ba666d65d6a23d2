// A GADGET file's account of its run: read, carried and written again.

#include "sim/scene.hpp"
#include "sim/snapshots/gadget_header.hpp"
#include "sim/snapshots/hdf5_input.hpp"
#include "sim/snapshots/hdf5_output.hpp"
#include "sim/snapshots/session_fields.hpp"
#include "sim/snapshots/toml_table.hpp"
#include "sim/snapshots/toml_text.hpp"
#include "tests/sim/snapshots/snapshot_testing.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace orrery {
namespace {

using Attributes = std::map<std::string, std::vector<double>>;

// A comoving run of GADGET-4, in single precision.
Attributes comoving_header() {
    return {{"MassTable", {0, 0.04757943, 0, 0, 0, 0}},
            {"Time", {0.25}},
            {"Redshift", {3}},
            {"BoxSize", {100}},
            {"Flag_Sfr", {1}},
            {"Flag_Feedback", {1}}};
}

Attributes comoving_parameters() {
    return {{"ComovingIntegrationOn", {1}},
            {"Omega0", {0.3089}},
            {"OmegaLambda", {0.6911}},
            {"HubbleParam", {0.6774}},
            {"UnitLength_in_cm", {3.085678e24}},
            {"UnitMass_in_g", {1.989e43}},
            {"UnitVelocity_in_cm_per_s", {1e5}},
            {"SofteningClassOfPartType0", {1}},
            {"SofteningClassOfPartType1", {1}},
            {"SofteningClassOfPartType4", {2}},
            {"SofteningComovingClass1", {0.003}},
            {"SofteningMaxPhysClass1", {0.0005}},
            {"SofteningComovingClass2", {0.002}},
            {"SofteningMaxPhysClass2", {0.002}}};
}

void write_file(const std::filesystem::path& file, const Attributes& header,
                const Attributes& parameters) {
    constexpr std::size_t gas = 3, dark = 4;
    Hdf5Output output(file);
    output.add_group("Header");
    output.add_group("Parameters");
    output.add_counts("NumPart_ThisFile", std::array<std::uint32_t, 6>{gas, dark}, "Header");
    for (const auto& [name, values] : header) {
        output.add_attribute(name.c_str(), std::span<const double>(values), "Header");
    }
    for (const auto& [name, values] : parameters) {
        output.add_attribute(name.c_str(), std::span<const double>(values), "Parameters");
    }
    float number = 0.1F;
    const auto rows = [&](const std::string& name, hsize_t count, hsize_t columns) {
        std::vector<double> values;
        for (hsize_t i = 0; i < count * columns; ++i) {
            values.push_back(double{number *= 1.07F});
        }
        const std::array<hsize_t, 2> extent = {count, columns};
        output.add_dataset(name.c_str(), std::span(extent).first(columns == 1 ? 1 : 2), values,
                           Hdf5Output::Digits::single);
    };
    const std::array<std::size_t, 2> counts = {gas, dark};
    for (std::size_t type = 0; type < counts.size(); ++type) {
        const std::string group = "PartType" + std::to_string(type);
        output.add_group(group.c_str());
        rows(group + "/Coordinates", counts[type], 3);
        rows(group + "/Velocities", counts[type], 3);
    }
    rows("PartType0/Masses", gas, 1);
    output.write();
}

void expect_attributes(const Hdf5Input& file, const char* group, const Attributes& wanted) {
    for (const auto& [name, values] : wanted) {
        const auto found = file.numbers(group, name.c_str());
        EXPECT_TRUE(found) << group << "/" << name;
        EXPECT_EQ(found.value_or(std::vector<double>{}), values) << group << "/" << name;
    }
}

std::vector<double> numbers_of(const Hdf5Input& file, const std::string& path) {
    const Hdf5Dataset dataset = file.dataset(path);
    std::vector<double> numbers(dataset.rows() * dataset.columns());
    dataset.read(0, dataset.rows(), 1, BodyColumn::Kind::float64,
                 std::as_writable_bytes(std::span(numbers)));
    return numbers;
}

void expect_same_numbers(const std::filesystem::path& copy, const std::filesystem::path& file) {
    const Hdf5Input a(copy), b(file);
    for (const char* path : {"PartType0/Coordinates", "PartType0/Velocities", "PartType0/Masses",
                             "PartType1/Coordinates", "PartType1/Velocities"}) {
        EXPECT_EQ(numbers_of(a, path), numbers_of(b, path)) << path;
    }
    EXPECT_FALSE(a.has("PartType1/Masses")) << "the table says it";
}

TEST(GadgetHeader, IsTheSameInACopyOfAComovingRun) {
    const TemporaryFolder folder;
    write_file(folder / "run.hdf5", comoving_header(), comoving_parameters());
    const System system = read_snapshot(folder / "run.hdf5");
    ASSERT_TRUE(system.catalogue.header);
    EXPECT_EQ(system.catalogue.header->box_size[2], 100);
    const double physical = 100 * system.catalogue.header->scale_factor / 0.6774;
    EXPECT_NEAR(system.box.lengths[2], physical, 1e-12 * physical);
    EXPECT_TRUE(system.box.is_periodic());
    EXPECT_NEAR(system.bodies.mass[3], 0.04757943 / 0.6774, 1e-12);
    write_snapshot(folder / "copy.hdf5", system);
    const Hdf5Input copy(folder / "copy.hdf5");
    expect_attributes(copy, "Header", comoving_header());
    expect_attributes(copy, "Parameters", comoving_parameters());
    expect_attributes(copy, "Header", {{"Flag_DoublePrecision", {0}}, {"Flag_Cooling", {0}}});
    expect_same_numbers(folder / "copy.hdf5", folder / "run.hdf5");
    expect_same_bodies(read_snapshot(folder / "copy.hdf5"), system);
    EXPECT_EQ(read_snapshot(folder / "copy.hdf5").time, system.time);
    EXPECT_EQ(read_snapshot(folder / "copy.hdf5").box, system.box);
}

TEST(GadgetHeader, IsTheSameInACopyOfARunThatIsNotComoving) {
    const TemporaryFolder folder;
    const Attributes header = {{"MassTable", {0, 1.5, 0, 0, 0, 0}},
                               {"Time", {3}},
                               {"Redshift", {0}},
                               {"BoxSize", {10, 20, 30}},
                               {"HubbleParam", {0.7}}};
    write_file(folder / "run.hdf5", header, {});
    write_snapshot(folder / "copy.hdf5", read_snapshot(folder / "run.hdf5"));
    expect_attributes(Hdf5Input(folder / "copy.hdf5"), "Header", header);
    expect_same_numbers(folder / "copy.hdf5", folder / "run.hdf5");
}

TEST(GadgetHeader, GoesThroughASession) {
    const TemporaryFolder folder;
    write_file(folder / "run.hdf5", comoving_header(), comoving_parameters());
    const System system = read_snapshot(folder / "run.hdf5");
    write_snapshot(folder / "run.orrery", system);
    const System copy = read_snapshot(folder / "run.orrery");
    EXPECT_EQ(copy.catalogue.header, system.catalogue.header);
    write_snapshot(folder / "again.hdf5", copy);
    expect_attributes(Hdf5Input(folder / "again.hdf5"), "Header", comoving_header());
    expect_attributes(Hdf5Input(folder / "again.hdf5"), "Parameters", comoving_parameters());
    for (const char* name : {"x.csv", "x.tipsy"}) {
        EXPECT_NE(lost_content(format_to_write(name), system).find("the cosmology are lost"),
                  std::string::npos);
    }
    EXPECT_EQ(lost_content(format_to_write("x.hdf5"), system), "");
}

TEST(GadgetHeader, HasTheScaleFactorOfTheTimeThatHasCome) {
    const TemporaryFolder folder;
    write_file(folder / "run.hdf5", comoving_header(), comoving_parameters());
    System system = read_snapshot(folder / "run.hdf5");
    system.time *= 1.5;
    write_snapshot(folder / "later.hdf5", system);
    const System later = read_snapshot(folder / "later.hdf5");
    EXPECT_GT(later.catalogue.header->scale_factor, 0.3);
    EXPECT_LT(later.catalogue.header->scale_factor, 0.4) << "matter alone: 0.328";
    EXPECT_EQ(later.catalogue.header->box_size, system.catalogue.header->box_size);
    EXPECT_NEAR(later.time / system.time, 1, 1e-6);
    EXPECT_NEAR(later.bodies.position.x[2] / system.bodies.position.x[2], 1, 1e-6) << "physical";
    EXPECT_NEAR(later.catalogue.softenings[5] / system.catalogue.softenings[5], 1, 1e-6);
    system.time = -1;
    EXPECT_FALSE(header_now(system).comoving) << "there is no such age";
    EXPECT_EQ(header_now(system).time, -1);
}

TEST(GadgetHeader, OfASystemThatExpandsIsThatOfAComovingRun) {
    const TemporaryFolder folder;
    System system = make_scene(find_scene("cosmic_web"), 64, 1);
    system.bodies.position.x[0] -= system.box.lengths[0]; // as far as it has come
    write_snapshot(folder / "web.hdf5", system);
    const Hdf5Input file(folder / "web.hdf5");
    expect_attributes(file, "Parameters", {{"ComovingIntegrationOn", {1}}, {"OrreryExpands", {1}}});
    const auto number = [&](const char* name) { return file.number("Header", name).value(); };
    EXPECT_NEAR(number("Time"), 0.02, 1e-14);
    EXPECT_NEAR(number("Redshift"), 49, 1e-10);
    EXPECT_NEAR(number("BoxSize"), 100, 1e-10) << "Mpc/h";
    EXPECT_NEAR(number("HubbleParam"), 0.6766, 1e-12);
    EXPECT_NEAR(number("Omega0"), 0.3111, 1e-15);
    EXPECT_NEAR(number("OmegaLambda"), 0.6889, 1e-15);
    const auto places = numbers_of(file, "PartType1/Coordinates");
    EXPECT_NEAR(places[0], (system.bodies.position.x[0] + system.box.lengths[0]) * 0.6766, 1e-10);
    // u = v / sqrt(a), v = a dx/dt = p / a.
    const auto speeds = numbers_of(file, "PartType1/Velocities");
    EXPECT_NEAR(speeds[5] / (system.bodies.velocity.z[1] / std::pow(0.02, 1.5)), 1, 1e-12);

    const System read = read_snapshot(folder / "web.hdf5");
    ASSERT_TRUE(read.cosmology);
    EXPECT_NEAR(read.cosmology->hubble / system.cosmology->hubble, 1, 1e-12);
    EXPECT_NEAR(read.time / system.time, 1, 1e-12);
    EXPECT_NEAR(read.box.lengths[1], system.box.lengths[1], 1e-10);
    EXPECT_GT(read.step_accuracy, 0);
    EXPECT_NEAR(read.softening / system.softening, 1, 1e-12);
    for (std::size_t i = 0; i < read.bodies.size(); ++i) {
        EXPECT_NEAR(read.bodies.position.y[i], system.bodies.position.y[i], 1e-10);
        EXPECT_NEAR(read.bodies.velocity.y[i], system.bodies.velocity.y[i], 1e-14);
    }
}

// A whole box at z = 49 as another program writes it: nothing marks it.
System box_of_another_program() {
    System system = physical_bodies(make_scene(find_scene("cosmic_web"), 512, 1));
    const GadgetFactors factors = gadget_factors(*system.catalogue.header);
    const auto make_single = [](auto& numbers, double factor) {
        for (double& number : numbers) {
            number = double{static_cast<float>(number / factor)} * factor;
        }
    };
    for (auto* axis :
         {&system.bodies.position.x, &system.bodies.position.y, &system.bodies.position.z}) {
        make_single(*axis, factors.length);
    }
    for (auto* axis :
         {&system.bodies.velocity.x, &system.bodies.velocity.y, &system.bodies.velocity.z}) {
        make_single(*axis, factors.velocity);
    }
    make_single(system.bodies.mass, factors.mass);
    return system;
}

TEST(GadgetHeader, OfAnotherProgramsWholeBoxMakesItExpand) {
    const TemporaryFolder folder;
    const System web = make_scene(find_scene("cosmic_web"), 512, 1);
    write_snapshot(folder / "box.hdf5", box_of_another_program());
    const System read = read_snapshot(folder / "box.hdf5");
    ASSERT_TRUE(read.cosmology);
    EXPECT_NEAR(read.cosmology->hubble / web.cosmology->hubble, 1, 1e-12);
    EXPECT_NEAR(read.time / web.time, 1, 1e-12);
    EXPECT_NEAR(read.box.lengths[2] / web.box.lengths[2], 1, 1e-12);
    EXPECT_NEAR(read.bodies.velocity.x[5] / web.bodies.velocity.x[5], 1, 1e-6);
    write_snapshot(folder / "copy.hdf5", read);
    const Hdf5Input box(folder / "box.hdf5");
    const Hdf5Input copy(folder / "copy.hdf5");
    for (const char* name : {"PartType1/Coordinates", "PartType1/Velocities"}) {
        EXPECT_EQ(numbers_of(copy, name), numbers_of(box, name)) << name;
    }
    EXPECT_EQ(copy.number("Header", "Flag_DoublePrecision"), 0);
}

TEST(GadgetHeader, OfAPieceOfABoxLeavesItPhysical) {
    const TemporaryFolder folder;
    System system = box_of_another_program();
    for (double& mass : system.bodies.mass) {
        mass *= 0.84; // no gas
    }
    write_snapshot(folder / "piece.hdf5", system);
    const System piece = read_snapshot(folder / "piece.hdf5");
    EXPECT_FALSE(piece.cosmology);
    EXPECT_EQ(piece.catalogue.remarks.size(), 1U) << "says why";
    write_snapshot(folder / "box.hdf5", box_of_another_program());
    EXPECT_TRUE(read_snapshot_file(folder / "box.hdf5", 2).system.cosmology) << "twice as heavy";
    system = box_of_another_program();
    system.catalogue.header->omega_lambda = 0;
    write_snapshot(folder / "open.hdf5", system);
    EXPECT_FALSE(read_snapshot(folder / "open.hdf5").cosmology) << "it is curved";
}

TEST(GadgetHeader, OfASystemWithoutOneSaysThatThereIsNone) {
    const TemporaryFolder folder;
    write_snapshot(folder / "plain.hdf5", awkward_system(5, false));
    expect_attributes(Hdf5Input(folder / "plain.hdf5"), "Header",
                      {{"BoxSize", {0}}, {"Omega0", {0}}, {"HubbleParam", {1}}, {"Redshift", {0}}});
    write_file(folder / "bare.hdf5", {{"MassTable", {0, 1, 0, 0, 0, 0}}}, {});
    const System bare = read_snapshot(folder / "bare.hdf5");
    EXPECT_FALSE(bare.catalogue.header->has_box());
    EXPECT_FALSE(bare.catalogue.header->has_cosmology());
    EXPECT_EQ(lost_content(format_to_write("x.csv"), bare), "");
}

TEST(GadgetHeader, KeepsTheSizesOfUnitsOnlyWhileTheyHaveTheirNames) {
    const TemporaryFolder folder;
    write_file(folder / "run.hdf5", comoving_header(), comoving_parameters());
    System system = read_snapshot(folder / "run.hdf5");
    system.units.length = "kpc";
    system.units.time = "Myr";
    write_snapshot(folder / "other.hdf5", system);
    const auto length = Hdf5Input(folder / "other.hdf5").number("Parameters", "UnitLength_in_cm");
    EXPECT_NEAR(length.value_or(0) / 3.0856775814913673e21, 1, 1e-12);
}

TEST(GadgetHeader, RefusesWhatMakesNoSense) {
    const TemporaryFolder folder;
    const auto refuse = [&](const char* name, std::vector<double> values,
                            std::initializer_list<std::string_view> parts) {
        SCOPED_TRACE(name);
        Attributes header = comoving_header();
        Attributes parameters = comoving_parameters();
        (parameters.contains(name) ? parameters : header)[name] = std::move(values);
        write_file(folder / "odd.hdf5", header, parameters);
        expect_bad_input({"odd.hdf5", name}, [&] { read_snapshot(folder / "odd.hdf5"); });
        expect_bad_input(parts, [&] { read_snapshot(folder / "odd.hdf5"); });
    };
    refuse("BoxSize", {-1}, {"below 0"});
    refuse("BoxSize", {1, 2}, {"one length or three, not 2"});
    refuse("BoxSize", {std::numeric_limits<double>::infinity()}, {"not finite"});
    refuse("Omega0", {-0.3}, {"negative (-0.3"});
    refuse("HubbleParam", {-0.7}, {"negative (-0.7"});
    refuse("Redshift", {-1}, {"above -1"});
    refuse("Flag_Sfr", {-1}, {"whole number from 0"});
}

TEST(GadgetHeader, OfASessionIsRefusedWhereItMakesNoSense) {
    SnapshotHeader header;
    header.scale_factor = 0.5;
    TomlText text;
    text.section("header", header, session_fields::of_snapshot);
    const std::filesystem::path file = "some.orrery";
    const auto parse = [&](const std::string& toml) {
        const toml::table parsed = parse_toml(toml, file);
        TomlTable whole(parsed, file);
        SnapshotHeader read;
        whole.section("header", read, session_fields::of_snapshot);
        return read;
    };
    EXPECT_EQ(parse(text.text()), header);
    for (const auto& [good, bad] : std::map<std::string, std::string>{
             {"scale_factor = 0.5", "scale_factor = 0.0"}, {"hubble = 1.0", "hubble = -1.0"}}) {
        std::string odd = text.text();
        ASSERT_NE(odd.find(good), std::string::npos) << odd;
        odd.replace(odd.find(good), good.size(), bad);
        expect_bad_input({"some.orrery", bad.substr(0, bad.find(' '))}, [&] { parse(odd); });
    }
}

} // namespace
} // namespace orrery
