#include "tests/app/orrery_program.hpp"

#include "sim/snapshot.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace orrery {
namespace {

void expect_equal(const Bodies<double>& a, const Bodies<double>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(a.mass[i], b.mass[i]) << "body " << i;
        ASSERT_EQ(a.position.x[i], b.position.x[i]) << "body " << i;
        ASSERT_EQ(a.position.y[i], b.position.y[i]) << "body " << i;
        ASSERT_EQ(a.position.z[i], b.position.z[i]) << "body " << i;
        ASSERT_EQ(a.velocity.x[i], b.velocity.x[i]) << "body " << i;
        ASSERT_EQ(a.velocity.y[i], b.velocity.y[i]) << "body " << i;
        ASSERT_EQ(a.velocity.z[i], b.velocity.z[i]) << "body " << i;
    }
}

TEST(ConvertCommand, GoesThroughEveryFormatAndBackUnchanged) {
    const TemporaryFolder folder;
    const auto original = shipped_snapshot();
    std::string last = original.string();
    for (const SnapshotFormat& format : snapshot_formats()) {
        const std::string next = folder / (std::string("galaxy") + format.extension);
        const Finished run = run_orrery({"convert", last, next});
        ASSERT_EQ(run.exit_code, 0) << run.errors;
        last = next;
    }
    const std::string back = folder / "back.tipsy";
    ASSERT_EQ(run_orrery({"convert", last, back}).exit_code, 0);
    const System before = read_snapshot(original);
    const System after = read_snapshot(back);
    expect_equal(before.bodies, after.bodies);
    std::vector<std::int64_t> places(before.bodies.size());
    std::iota(places.begin(), places.end(), 0);
    EXPECT_TRUE(before.catalogue.file_ids.empty());
    EXPECT_EQ(after.catalogue.file_ids, places) << "written by those formats that have ids";
}

// Files that Python wrote as GADGET's documentation has them, and Orrery's read by Python.
TEST(ConvertCommand, UnderstandsGadgetAsPythonDoes) {
    Launch python;
    python.program = "/usr/bin/python3";
    if (run_orrery({"-c", "import h5py, numpy"}, python).exit_code != 0) {
        GTEST_SKIP() << "needs h5py (Debian: python3-h5py)";
    }
    if (!snapshot_formats()[1].unavailable.empty()) {
        GTEST_SKIP() << snapshot_formats()[1].unavailable;
    }
    const TemporaryFolder folder;
    const Finished run = run_orrery(
        {source_folder() / "tests/data/check_gadget_files.py", ORRERY_EXECUTABLE, folder.path()},
        python);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
}

TEST(ConvertCommand, SaysThatAFileIsWrittenOntoItself) {
    const TemporaryFolder folder;
    const std::string file = folder / "p.csv";
    ASSERT_EQ(run_orrery({"convert", "plummer", file, "--bodies", "9"}).errors, "");
    const Finished again = run_orrery({"convert", file, file});
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_NE(again.errors.find("is the input file"), std::string::npos) << again.errors;
    EXPECT_EQ(read_snapshot(file).bodies.size(), 9U);
}

TEST(ConvertCommand, TellsWhatTipsyCannotHold) {
    const TemporaryFolder folder;
    const std::string out = folder / "out.tipsy";
    const std::string both = run_orrery({"convert", "saturn_rings", out, "--bodies", "99"}).errors;
    EXPECT_NE(both.find("numbers become single precision and names are lost"), std::string::npos)
        << both;
    EXPECT_EQ(run_orrery({"convert", shipped_snapshot().string(), out}).errors, "")
        << "nothing is lost of what came from such a file";
    EXPECT_EQ(run_orrery({"convert", "plummer", folder / "p.csv", "--bodies", "9"}).errors, "");
}

std::string made_snapshot(const char* name) {
    return source_folder() / "tests/data/snapshots" / name;
}

bool can_read_hdf5() {
    return snapshot_formats()[1].unavailable.empty();
}

TEST(ConvertCommand, TellsWhatATableCannotHoldOfGas) {
    if (!can_read_hdf5()) {
        GTEST_SKIP() << snapshot_formats()[1].unavailable;
    }
    const TemporaryFolder folder;
    const std::string gas = made_snapshot("ids_from_1.hdf5");
    EXPECT_NE(run_orrery({"convert", gas, folder / "x.csv"})
                  .errors.find("Density, InternalEnergy, Metallicity and SmoothingLength are lost"),
              std::string::npos);
    EXPECT_EQ(run_orrery({"convert", gas, folder / "x.hdf5"}).errors, "");
    const std::string table = read_text(folder / "x.csv");
    EXPECT_NE(table.find("\n6,1,"), std::string::npos) << "its own ids:\n" << table;
    const std::string swift =
        run_orrery({"convert", made_snapshot("swiftsimio.hdf5"), folder / "x.hdf5"}).errors;
    EXPECT_NE(swift.find("SWIFT's groups Units and Cosmology are lost"), std::string::npos)
        << swift;
    const std::string odd =
        run_orrery({"convert", made_snapshot("odd.hdf5"), folder / "x.csv"}).errors;
    EXPECT_NE(odd.find("odd.hdf5: no velocities in PartType1: they are 0"), std::string::npos)
        << odd;
}

TEST(ConvertCommand, SaysHowGadgetsBinariesBecomeReadable) {
    const TemporaryFolder folder;
    const Finished run = run_orrery({"convert", made_snapshot("gadget_1.bin"), folder / "x.csv"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.errors.find("SnapFormat 3"), std::string::npos) << run.errors;
}

// Forces belong to the bodies that the file's ids name.
TEST(ConvertCommand, GivesForcesTheIdsOfTheFile) {
    if (!can_read_hdf5()) {
        GTEST_SKIP() << snapshot_formats()[1].unavailable;
    }
    const TemporaryFolder folder;
    for (const auto& [name, first] :
         {std::pair("ids_from_1.hdf5", "\n6,"), std::pair("ids_from_0.hdf5", "\n5,"),
          std::pair("ids_above_2_63.hdf5", "\n9223372036854775815,")}) {
        SCOPED_TRACE(name);
        const std::string source = made_snapshot(name);
        const std::string forces = folder / "forces.csv";
        const Finished run = run_orrery({"forces", source, "-o", forces, "--precision", "fp64"});
        ASSERT_EQ(run.exit_code, 0) << run.errors;
        EXPECT_NE(read_text(forces).find(std::string("potential") + first), std::string::npos);
        const Finished density = run_orrery({"density", source, "-o", folder / "d.csv"});
        ASSERT_EQ(density.exit_code, 0) << density.errors;
        EXPECT_NE(read_text(folder / "d.csv").find(std::string("density") + first),
                  std::string::npos);
        const Finished verified = run_orrery({"verify", source, "--algorithm", "cpu.simd",
                                              "--precision", "fp64", "--reference", forces});
        EXPECT_EQ(verified.exit_code, 0) << verified.errors;
    }
}

TEST(ConvertCommand, SaysThatAFileGivesNoSoftening) {
    if (!can_read_hdf5()) {
        GTEST_SKIP() << snapshot_formats()[1].unavailable;
    }
    const std::string source = made_snapshot("ids_from_1.hdf5");
    const auto said = [&](std::vector<std::string> more) {
        std::vector<std::string> words = {"simulate", source, "--steps", "1"};
        words.insert(words.end(), more.begin(), more.end());
        return run_orrery(words);
    };
    const Finished without = said({});
    EXPECT_NE(without.errors.find("gives no softening, so none is used (--softening sets one)"),
              std::string::npos)
        << without.errors;
    EXPECT_NE(without.output.find("softening 0 (none given)"), std::string::npos) << without.output;
    EXPECT_EQ(said({"--softening", "0"}).errors.find("gives no softening"), std::string::npos);
    const std::string gizmo = made_snapshot("gizmo.hdf5");
    EXPECT_EQ(run_orrery({"simulate", gizmo, "--steps", "1"}).errors.find("gives no softening"),
              std::string::npos);
}

TEST(ConvertCommand, GivesASessionAnAlgorithmThatSuitsItsNumberOfBodies) {
    const TemporaryFolder folder;
    for (const auto& [bodies, algorithm] :
         {std::pair("100", "cpu.simd_threads"), std::pair("10k", "cpu.tree")}) {
        const std::string session = folder / (std::string(bodies) + ".orrery");
        ASSERT_EQ(run_orrery({"convert", "plummer", session, "--bodies", bodies}).exit_code, 0);
        const Finished run = run_orrery({"simulate", session, "--steps", "1", "--json", "-"});
        EXPECT_NE(run.output.find("\"algorithm\": \"" + std::string(algorithm)), std::string::npos)
            << run.output;
    }
}

TEST(ConvertCommand, TakesABoxThatExpandsAsAWholeOrASampleOfIt) {
    const TemporaryFolder folder;
    const std::string web = folder / "web.orrery";
    ASSERT_EQ(run_orrery({"convert", "cosmic_web", web, "--bodies", "512"}).exit_code, 0);
    const Finished part = run_orrery({"convert", web, folder / "a.csv", "--bodies", "64"});
    EXPECT_EQ(part.exit_code, 2);
    EXPECT_NE(part.errors.find("--sample"), std::string::npos) << part.errors;
    const Finished sample = run_orrery({"convert", web, folder / "a.csv", "--sample", "8"});
    EXPECT_EQ(sample.exit_code, 0) << sample.errors;
}

TEST(ConvertCommand, RefusesATableThatLostItsEnd) {
    const TemporaryFolder folder;
    const std::string whole = folder / "whole.csv";
    ASSERT_EQ(run_orrery({"convert", "plummer", whole, "--bodies", "40"}).exit_code, 0);
    const std::string text = read_text(whole);
    std::size_t end = text.size();
    for (int lines = 0; lines < 22; ++lines) {
        end = text.rfind('\n', end - 1);
    }
    write_bytes(folder / "cut.csv", text.substr(0, end + 1));
    const Finished cut = run_orrery({"convert", folder / "cut.csv", folder / "out.csv"});
    EXPECT_EQ(cut.exit_code, 2);
    EXPECT_NE(cut.errors.find("ends after 19 of 40 bodies"), std::string::npos) << cut.errors;
}

TEST(ConvertCommand, WritesAScene) {
    const TemporaryFolder folder;
    const Finished run =
        run_orrery({"convert", "plummer", folder / "p.csv", "--bodies", "1k", "--seed", "3"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(read_snapshot(folder / "p.csv").bodies.size(), 1024U);
}

} // namespace
} // namespace orrery
