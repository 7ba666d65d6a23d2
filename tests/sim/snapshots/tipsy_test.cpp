#include "sim/snapshot.hpp"

#include "tests/sim/snapshots/snapshot_testing.hpp"
#include "tests/sim/snapshots/tipsy_bytes.hpp"

#include <array>
#include <limits>

namespace orrery {

extern const SnapshotFormat tipsy_format;

namespace {

System read_tipsy(const std::string& bytes) {
    return tipsy_format.read(contents_of(bytes, "some.tipsy"));
}

template <class T>
std::string with(std::string bytes, std::size_t at, T value) {
    const auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
    return bytes.replace(at, sizeof(T), raw.data(), sizeof(T));
}

std::string with_float(const std::string& bytes, std::size_t at, float value) {
    return with(bytes, at, value);
}

std::string with_integer(const std::string& bytes, std::size_t at, std::int32_t value) {
    return with(bytes, at, value);
}

// One body of each kind with potentials, as the standard codes write them.
std::string one_of_each(std::endian order, bool padded) {
    return TipsyBytes(order)
        .header(0.5, 3, 3, 1, 1, 1, padded)
        .floats({1, 11, 12, 13, 14, 15, 16, 1e3F, 1e4F, 0.1F, 0.02F, -7})
        .floats({2, 21, 22, 23, 24, 25, 26, 0.2F, -8})
        .floats({3, 31, 32, 33, 34, 35, 36, 0.01F, 9, 0.3F, -9})
        .bytes();
}

void expect_one_of_each(const System& system) {
    ASSERT_EQ(system.bodies.size(), 3U);
    EXPECT_EQ(system.time, 0.5);
    for (std::size_t i = 0; i < 3; ++i) {
        const double tens = 10.0 * static_cast<double>(i + 1);
        EXPECT_EQ(system.bodies.mass[i], static_cast<double>(i + 1));
        EXPECT_EQ(system.bodies.position.x[i], tens + 1);
        EXPECT_EQ(system.bodies.position.y[i], tens + 2);
        EXPECT_EQ(system.bodies.position.z[i], tens + 3);
        EXPECT_EQ(system.bodies.velocity.x[i], tens + 4);
        EXPECT_EQ(system.bodies.velocity.y[i], tens + 5);
        EXPECT_EQ(system.bodies.velocity.z[i], tens + 6);
    }
    EXPECT_EQ(system.catalogue.softenings, (std::vector<double>{0.1F, 0.2F, 0.3F}));
    EXPECT_TRUE(system.catalogue.file_ids.empty()) << "potentials were taken for ids";
    ASSERT_EQ(system.catalogue.components.size(), 3U);
    EXPECT_EQ(system.catalogue.components[0].name, "gas");
    EXPECT_EQ(system.catalogue.components[1].name, "dark matter");
    EXPECT_EQ(system.catalogue.components[2].name, "stars");
    EXPECT_EQ(system.catalogue.components[2].first, 2U);
}

TEST(Tipsy, ReadsGasDarkAndStarBodiesInBothByteOrdersWithBothHeaders) {
    for (const std::endian order : {std::endian::little, std::endian::big}) {
        for (const bool padded : {false, true}) {
            SCOPED_TRACE(order == std::endian::big ? "big-endian" : "little-endian");
            SCOPED_TRACE(padded ? "32-byte header" : "28-byte header");
            expect_one_of_each(read_tipsy(one_of_each(order, padded)));
        }
    }
}

TEST(Tipsy, TakesTheLastWordForAnIdOnlyWhereItCannotBeAPotential) {
    EXPECT_EQ(read_tipsy(two_dark_bodies()).catalogue.file_ids,
              (std::vector<std::int64_t>{200, 201}));
    const auto potentials = with_float(with_float(two_dark_bodies(), 64, -1.5F), 100, -0.0F);
    EXPECT_TRUE(read_tipsy(potentials).catalogue.file_ids.empty());
    const auto zeros = with_float(with_float(two_dark_bodies(), 64, 0), 100, 0);
    EXPECT_TRUE(read_tipsy(zeros).catalogue.file_ids.empty());
}

TEST(Tipsy, TakesTheMassWeightedMeanForTheSoftening) {
    EXPECT_DOUBLE_EQ(read_tipsy(two_dark_bodies()).softening, (1.5 * 0.25 + 0.5 * 0.75) / 2);
}

TEST(Tipsy, GetsTheSofteningOfARunInPlaceOfThatOfItsBodies) {
    const TemporaryFolder folder;
    System system = read_tipsy(two_dark_bodies());
    Settings run;
    run.softening = system.softening = 0.0625;
    const auto file = folder / "run.tipsy";
    write_snapshot(file, system, {}, run);
    EXPECT_EQ(read_snapshot(file).softening, 0.0625) << "else it would go on with another force";
}

TEST(Tipsy, WritesItsOwnVariantByteForByte) {
    const TemporaryFolder folder;
    const auto file = folder / "copy.tipsy";
    write_snapshot(file, read_tipsy(two_dark_bodies()));
    EXPECT_EQ(read_text(file), two_dark_bodies());
}

TEST(Tipsy, KeepsGasDarkMatterAndStarsApartWhenWritten) {
    const TemporaryFolder folder;
    const auto file = folder / "copy.tipsy";
    write_snapshot(file, read_tipsy(one_of_each(std::endian::big, false)));
    expect_one_of_each(read_snapshot(file));
}

TEST(Tipsy, ReturnsSinglePrecisionNumbersBitForBit) {
    const TemporaryFolder folder;
    const auto file = folder / "copy.tipsy";
    System system = awkward_system(100, true);
    system.catalogue.components = {{"dark matter", 0, 100}};
    system.catalogue.softenings.assign(100, 0.1F);
    write_snapshot(file, system);
    expect_same_bodies(read_snapshot(file), system);
}

TEST(Tipsy, WritesComponentsItHasNoKindForAsDarkBodiesInTheirOrder) {
    const TemporaryFolder folder;
    const auto file = folder / "copy.tipsy";
    System system = awkward_system(10, true);
    system.catalogue.components = {{"stars", 0, 4}, {"dark matter", 4, 6}};
    write_snapshot(file, system);
    const System copy = read_snapshot(file);
    EXPECT_EQ(bits_of(copy.bodies.mass), bits_of(system.bodies.mass));
    ASSERT_EQ(copy.catalogue.components.size(), 1U);
    EXPECT_EQ(copy.catalogue.components[0].name, "dark matter");
}

TEST(Tipsy, RefusesToWriteWhatSinglePrecisionCannotHold) {
    const TemporaryFolder folder;
    System system = awkward_system(2, true);
    system.bodies.position.y[1] = 1e200;
    expect_error(ErrorKind::failed, {"copy.tipsy", "body 1", "single precision"},
                 [&] { write_snapshot(folder / "copy.tipsy", system); });
    EXPECT_EQ(folder.entries(), 0U) << "a temporary file was left behind";
}

TEST(Tipsy, NamesTheByteWhereAFileEndsTooEarly) {
    const std::string whole = two_dark_bodies();
    for (std::size_t size = 1; size < whole.size(); ++size) {
        if (size == whole.size() - 4) {
            continue; // has just the size that a 28-byte header makes: see the next test
        }
        const std::string place = "some.tipsy, byte " + std::to_string(size) + ":";
        expect_bad_input({place}, [&] { read_tipsy(whole.substr(0, size)); });
    }
}

// Cut by four bytes, a file with the longer header looks like one with the shorter; but then its
// numbers are not where they belong.
TEST(Tipsy, NoticesThatAFileLostItsLastNumber) {
    const std::string whole = two_dark_bodies();
    expect_bad_input({"some.tipsy, byte"}, [&] { read_tipsy(whole.substr(0, whole.size() - 4)); });
}

TEST(Tipsy, NamesTheByteWhereAFileShouldHaveEnded) {
    expect_bad_input({"some.tipsy, byte 104:", "continues to byte 105"},
                     [] { read_tipsy(two_dark_bodies() + "x"); });
}

TEST(Tipsy, AllocatesNothingForCountsThatTheFileCannotHold) {
    constexpr std::int32_t huge = std::numeric_limits<std::int32_t>::max();
    const std::string header = TipsyBytes().header(0, huge, 3, 0, huge, 0, true).bytes();
    expect_bad_input({"some.tipsy, byte 32:", "2147483647 bodies"}, [&] { read_tipsy(header); });
}

TEST(Tipsy, NamesTheByteOfANegativeOrContradictoryCount) {
    expect_bad_input({"byte 20:", "dark matter", "negative (-2)"},
                     [] { read_tipsy(with_integer(two_dark_bodies(), 20, -2)); });
    expect_bad_input({"byte 8:", "promises 3 bodies", "are 2"},
                     [] { read_tipsy(with_integer(two_dark_bodies(), 8, 3)); });
    expect_bad_input({"byte 8:", "promises -2 bodies"},
                     [] { read_tipsy(with_integer(two_dark_bodies(), 8, -2)); });
}

TEST(Tipsy, RefusesAFileWithoutBodies) {
    expect_bad_input({"byte 8:", "no bodies"},
                     [] { read_tipsy(TipsyBytes().header(0, 0, 3, 0, 0, 0, true).bytes()); });
}

TEST(Tipsy, RefusesOtherThanThreeDimensionsInEitherByteOrder) {
    for (const std::endian order : {std::endian::little, std::endian::big}) {
        const std::string flat = TipsyBytes(order).header(0, 1, 2, 0, 1, 0, true).bytes();
        EXPECT_TRUE(tipsy_format.recognises(contents_of(flat).bytes));
        expect_bad_input({"byte 12:", "2 dimensions"}, [&] { read_tipsy(flat); });
    }
    expect_bad_input({"not a snapshot of a known format"},
                     [] { read_tipsy(with_integer(two_dark_bodies(), 12, 77)); });
}

TEST(Tipsy, NamesTheByteOfANumberThatMakesNoSense) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float infinity = std::numeric_limits<float>::infinity();
    expect_bad_input({"byte 72:", "x position of body 1", "not a finite number"},
                     [=] { read_tipsy(with_float(two_dark_bodies(), 72, nan)); });
    expect_bad_input({"byte 56:", "z velocity of body 0", "not a finite number"},
                     [=] { read_tipsy(with_float(two_dark_bodies(), 56, -infinity)); });
    expect_bad_input({"byte 68:", "mass of body 1", "negative (-2)"},
                     [] { read_tipsy(with_float(two_dark_bodies(), 68, -2)); });
    expect_bad_input({"byte 60:", "softening of body 0", "negative (-0.5)"},
                     [] { read_tipsy(with_float(two_dark_bodies(), 60, -0.5F)); });
    expect_bad_input({"byte 0:", "time", "not a finite number"}, [=] {
        read_tipsy(TipsyBytes().header(double{nan}, 1, 3, 0, 1, 0, true).bytes());
    });
}

} // namespace
} // namespace orrery
