// What reading and writing have in common, whatever the format.

#include "sim/base/atomic_file.hpp"
#include "sim/snapshots/input_file.hpp"
#include "tests/sim/snapshots/snapshot_testing.hpp"
#include "tests/sim/snapshots/tipsy_bytes.hpp"

#include <csignal>
#include <limits>
#include <sys/resource.h>
#include <sys/stat.h>

namespace orrery {
namespace {

TEST(ReadSnapshot, SaysWhyAFileCannotBeRead) {
    const TemporaryFolder folder;
    const auto expect = [&](const char* name, std::initializer_list<std::string_view> parts) {
        expect_bad_input({(folder / name).string()}, [&] { read_snapshot(folder / name); });
        expect_bad_input(parts, [&] { read_snapshot(folder / name); });
    };
    expect("absent.tipsy", {"there is no such file"});
    std::filesystem::create_directory(folder / "folder.tipsy");
    expect("folder.tipsy", {"this is a folder"});
    write_text(folder / "empty.tipsy", "");
    expect("empty.tipsy", {"byte 0:", "the file is empty"});
    write_text(folder / "song.mp3", "ID3 and music that is longer than any header");
    expect("song.mp3", {"byte 0:", "no format"});
    ASSERT_EQ(mkfifo((folder / "pipe.csv").c_str(), 0600), 0);
    expect("pipe.csv", {"no ordinary file"});
}

TEST(ReadSnapshot, SaysThatAFileMayNotBeRead) {
    if (geteuid() == 0) {
        GTEST_SKIP() << "root may read everything";
    }
    const TemporaryFolder folder;
    write_text(folder / "secret.csv", "mass,x,y,z,vx,vy,vz\n1,2,3,4,5,6,7\n");
    std::filesystem::permissions(folder / "secret.csv", std::filesystem::perms::none);
    expect_bad_input({"secret.csv", "may not be read"},
                     [&] { read_snapshot(folder / "secret.csv"); });
}

TEST(ReadSnapshot, RefusesAFileLargerThanMemoryWithoutReadingIt) {
    const TemporaryFolder folder;
    write_text(folder / "huge.tipsy", two_dark_bodies());
    std::error_code no_such_files_here;
    std::filesystem::resize_file(folder / "huge.tipsy", std::uintmax_t{1} << 43,
                                 no_such_files_here); // sparse: takes no room
    if (no_such_files_here) {
        GTEST_SKIP() << "this file system has no sparse files of 8 TiB";
    }
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
    expect_bad_input({"bodies.doc", ".orrery, .tipsy, .csv"},
                     [&] { write_snapshot(folder / "bodies.doc", awkward_system(2, true)); });
}

TEST(WriteSnapshot, RefusesNoBodiesAndACatalogueThatDoesNotFit) {
    const TemporaryFolder folder;
    expect_error(ErrorKind::failed, {"bodies.csv", "no bodies"},
                 [&] { write_snapshot(folder / "bodies.csv", InitialConditions{}); });
    InitialConditions system = awkward_system(2, true);
    system.catalogue.components = {{"half", 0, 1}};
    expect_error(ErrorKind::failed, {"bodies.csv", "catalogue"},
                 [&] { write_snapshot(folder / "bodies.csv", system); });
    EXPECT_EQ(folder.entries(), 0U);
}

TEST(WriteSnapshot, SaysWhyAFileCannotBeWritten) {
    const TemporaryFolder folder;
    const InitialConditions system = awkward_system(2, true);
    expect_error(ErrorKind::failed, {"absent/bodies.csv", "No such file", "make the folder"},
                 [&] { write_snapshot(folder / "absent/bodies.csv", system); });
    std::filesystem::create_directory(folder / "folder.csv");
    expect_error(ErrorKind::failed, {"folder.csv", "this is a folder"},
                 [&] { write_snapshot(folder / "folder.csv", system); });
}

// A full disk, as a program meets it: writing beyond the limit fails.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) {
        getrlimit(RLIMIT_FSIZE, &before_);
        handler_ = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit = {bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;
    ~FileSizeLimit() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

private:
    rlimit before_ = {};
    void (*handler_)(int) = SIG_DFL;
};

TEST(WriteSnapshot, LeavesTheOldFileIntactWhenTheDiskIsFull) {
    const TemporaryFolder folder;
    for (const char* name : {"bodies.tipsy", "bodies.csv", "bodies.orrery"}) {
        SCOPED_TRACE(name);
        const auto file = folder / name;
        write_snapshot(file, awkward_system(3, true));
        const std::string before = read_text(file);
        {
            const FileSizeLimit limit(10000);
            expect_error(ErrorKind::failed, {name, "cannot be written", "make room"},
                         [&] { write_snapshot(file, awkward_system(50000, true)); });
        }
        EXPECT_EQ(read_text(file), before);
    }
    EXPECT_EQ(folder.entries(), 3U) << "a temporary file was left behind";
}

TEST(AtomicFile, LeavesNothingBehindWithoutCommit) {
    const TemporaryFolder folder;
    write_text(folder / "file", "old");
    {
        AtomicFile file(folder / "file");
        file.write(std::string(3 << 20, 'x'));
    }
    EXPECT_EQ(read_text(folder / "file"), "old");
    EXPECT_EQ(folder.entries(), 1U);
}

TEST(AtomicFile, KeepsThePermissionsOfTheFileItReplaces) {
    const TemporaryFolder folder;
    write_text(folder / "file", "old");
    std::filesystem::permissions(folder / "file", std::filesystem::perms(0640));
    AtomicFile file(folder / "file");
    file.write("new");
    file.commit();
    EXPECT_EQ(read_text(folder / "file"), "new");
    EXPECT_EQ(std::filesystem::status(folder / "file").permissions(), std::filesystem::perms(0640));
}

TEST(AtomicFile, ReplacesWhatALinkPointsAt) {
    const TemporaryFolder folder;
    write_text(folder / "file", "old");
    std::filesystem::create_symlink("file", folder / "link");
    AtomicFile file(folder / "link");
    file.write("new");
    file.commit();
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
    EXPECT_EQ(read_text(folder / "file"), "new");
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
