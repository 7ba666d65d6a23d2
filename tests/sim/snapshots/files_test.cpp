// Rules of reading and writing for every format.

#include "sim/base/atomic_file.hpp"
#include "sim/snapshots/input_file.hpp"
#include "tests/sim/snapshots/file_size_limit.hpp"
#include "tests/sim/snapshots/snapshot_testing.hpp"
#include "tests/sim/snapshots/tipsy_bytes.hpp"

#include <chrono>
#include <limits>
#include <sys/stat.h>
#include <thread>

namespace orrery {
namespace {

TEST(ReadSnapshot, SaysWhyAFileCannotBeRead) {
    const TemporaryFolder folder;
    const auto expect = [&](const char* name, std::initializer_list<std::string_view> parts) {
        expect_bad_input({(folder / name).string()}, [&] { read_snapshot(folder / name); });
        expect_bad_input(parts, [&] { read_snapshot(folder / name); });
    };
    expect("absent.tipsy", {"no such file"});
    std::filesystem::create_directory(folder / "folder.tipsy");
    expect("folder.tipsy", {"this is a folder"});
    write_text(folder / "empty.tipsy", "");
    expect("empty.tipsy", {"byte 0:", "the file is empty"});
    write_text(folder / "song.mp3", "ID3 and music that is longer than any header");
    expect("song.mp3", {"not a snapshot of a known format"});
    expect_bad_input({"/dev/zero", "a device"}, [] { read_snapshot("/dev/zero"); });
}

TEST(ReadSnapshot, ReadsAPipeToItsEndHoweverSlowlyItComes) {
    const TemporaryFolder folder;
    const auto pipe = folder / "pipe.csv";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const std::jthread writer([&pipe] {
        std::ofstream stream(pipe);
        stream << "mass,x,y,z,vx,vy,vz\n1,2,3," << std::flush;
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        stream << "4,5,6,7\n";
    });
    EXPECT_EQ(read_snapshot(pipe).bodies.velocity.z[0], 7);
}

TEST(ReadSnapshot, ReadsAnOpenPipeAsOftenAsItIsNeeded) {
    int ends[2] = {};
    ASSERT_EQ(pipe(ends), 0);
    const std::string table = "mass,x,y,z,vx,vy,vz\n1,2,3,4,5,6,7\n";
    ASSERT_EQ(write(ends[1], table.data(), table.size()), std::ssize(table));
    close(ends[1]);
    const std::string name = "/dev/fd/" + std::to_string(ends[0]);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(read_snapshot(name).bodies.position.x[0], 2);
    }
    close(ends[0]);
}

TEST(ReadSnapshot, SaysThatAFileMayNotBeRead) {
    const TemporaryFolder folder;
    write_text(folder / "secret.csv", "mass,x,y,z,vx,vy,vz\n1,2,3,4,5,6,7\n");
    std::filesystem::permissions(folder / "secret.csv", std::filesystem::perms::none);
    const uid_t we = geteuid();
    if (we == 0) { // who may read everything: as one who may not
        std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
        ASSERT_EQ(seteuid(65534), 0);
    }
    expect_bad_input({"secret.csv", "no permission to read"},
                     [&] { read_snapshot(folder / "secret.csv"); });
    ASSERT_EQ(seteuid(we), 0);
}

TEST(ReadSnapshot, RefusesAFileLargerThanMemoryWithoutReadingIt) {
    const TemporaryFolder folder;
    write_text(folder / "huge.tipsy", two_dark_bodies());
    std::error_code no_such_files_here;
    std::filesystem::resize_file(folder / "huge.tipsy", std::uintmax_t{1} << 43,
                                 no_such_files_here); // sparse: takes no room
    ASSERT_FALSE(no_such_files_here) << "this file system has no sparse files of 8 TiB";
    expect_bad_input({"huge.tipsy", "8796093022208 bytes", "memory"},
                     [&] { read_snapshot(folder / "huge.tipsy"); });
}

TEST(ReadSnapshot, GoesByContentRatherThanByName) {
    const TemporaryFolder folder;
    write_text(folder / "bodies.csv", two_dark_bodies());
    EXPECT_EQ(read_snapshot(folder / "bodies.csv").catalogue.components[0].name, "dark matter");
    write_text(folder / "bodies.tipsy", "mass,x,y,z,vx,vy,vz\n1,2,3,4,5,6,7\n");
    EXPECT_EQ(read_snapshot(folder / "bodies.tipsy").bodies.position.x[0], 2);
    write_snapshot(folder / "bodies.orrery", read_snapshot(folder / "bodies.csv"));
    std::filesystem::rename(folder / "bodies.orrery", folder / "bodies.bin");
    EXPECT_EQ(read_snapshot(folder / "bodies.bin").catalogue.file_ids[1], 201);
}

TEST(WriteSnapshot, AsksForAnExtensionThatSaysTheFormat) {
    const TemporaryFolder folder;
    expect_bad_input({"bodies.doc", ".orrery, .hdf5, .tipsy, .csv"},
                     [&] { write_snapshot(folder / "bodies.doc", awkward_system(2, true)); });
    expect_bad_input({"--format", "session, gadget, tipsy, csv"},
                     [] { write_snapshot("-", awkward_system(2, true)); });
    expect_bad_input({"unknown format 'xml'", "session, gadget, tipsy, csv"},
                     [] { static_cast<void>(format_to_write("bodies.csv", "xml")); });
}

TEST(WriteSnapshot, KnowsEndingsInCapitalsAndByTheirOtherNames) {
    EXPECT_STREQ(format_to_write("A.CSV").id, "csv");
    EXPECT_STREQ(format_to_write("galaxy.bin").id, "tipsy");
    EXPECT_STREQ(format_to_write("galaxy.Orrery").id, "session");
    EXPECT_STREQ(format_to_write("anything", "csv").id, "csv");
}

TEST(WriteSnapshot, SaysWhatAFormatCannotHoldOfTheUnits) {
    const SnapshotFormat& tipsy = format_to_write("x.tipsy");
    EXPECT_EQ(lost_units(tipsy, Units{}), "");
    EXPECT_EQ(lost_units(format_to_write("x.csv"), Units{3, "", "", "", 0}), "");
    const Units units{.gravity = 0.25, .length = "AU", .time = "day", .mass = "Msun"};
    EXPECT_NE(lost_units(tipsy, units).find("--gravity 0.25 --units 'AU,day,Msun'"),
              std::string::npos);
}

TEST(WriteSnapshot, RefusesNoBodiesAndACatalogueThatDoesNotFit) {
    const TemporaryFolder folder;
    expect_error(ErrorKind::failed, {"bodies.csv", "no bodies"},
                 [&] { write_snapshot(folder / "bodies.csv", System{}); });
    System system = awkward_system(2, true);
    system.catalogue.components = {{"half", 0, 1}};
    expect_error(ErrorKind::failed, {"bodies.csv", "catalogue"},
                 [&] { write_snapshot(folder / "bodies.csv", system); });
    EXPECT_EQ(folder.entries(), 0U);
}

TEST(WriteSnapshot, SaysWhyAFileCannotBeWritten) {
    const TemporaryFolder folder;
    const System system = awkward_system(2, true);
    expect_error(ErrorKind::failed, {"absent/bodies.csv", "No such file", "create the folder"},
                 [&] { write_snapshot(folder / "absent/bodies.csv", system); });
    std::filesystem::create_directory(folder / "folder.csv");
    expect_error(ErrorKind::failed, {"folder.csv", "this is a folder"},
                 [&] { write_snapshot(folder / "folder.csv", system); });
}

TEST(WriteSnapshot, LeavesTheOldFileIntactWhenTheDiskIsFull) {
    const TemporaryFolder folder;
    for (const char* name : {"bodies.tipsy", "bodies.csv", "bodies.orrery"}) {
        SCOPED_TRACE(name);
        const auto file = folder / name;
        write_snapshot(file, awkward_system(3, true));
        const std::string before = read_text(file);
        {
            const FileSizeLimit limit(10000);
            expect_error(ErrorKind::failed, {name, "cannot be written", "free some space"},
                         [&] { write_snapshot(file, awkward_system(50000, true)); });
        }
        EXPECT_EQ(read_text(file), before);
    }
    EXPECT_EQ(folder.entries(), 3U) << "a temporary file was left behind";
}

TEST(InputFile, GivesTheWholeFileAndItsHead) {
    const TemporaryFolder folder;
    const std::string text(10000, 'x');
    write_text(folder / "file", text);
    InputFile file(folder / "file");
    EXPECT_EQ(file.head().size(), 4096U);
    EXPECT_EQ(file.contents().bytes.size(), 10000U);
    EXPECT_EQ(file.contents().bytes.data(), file.contents().bytes.data()) << "read twice";
}

} // namespace
} // namespace orrery
