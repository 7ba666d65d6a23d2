// Disturbances of a file that is being written.

#include "sim/base/atomic_file.hpp"
#include "tests/sim/snapshots/file_size_limit.hpp"
#include "tests/sim/snapshots/snapshot_testing.hpp"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>

namespace orrery {
namespace {

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

// Ends a process of its own in the middle of writing a file, as kill -9 does.
void write_and_be_killed(const std::filesystem::path& file) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        AtomicFile unfinished(file);
        unfinished.write("half");
        unfinished.flush();
        kill(getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
}

TEST(AtomicFile, LeavesNothingBehindWhenItsProcessIsKilled) {
    const TemporaryFolder folder;
    write_and_be_killed(folder / "file");
    EXPECT_EQ(folder.entries(), 0U);
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

TEST(AtomicFile, SaysThatItsFolderHasVanishedMeanwhile) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "sub");
    AtomicFile file(folder / "sub/file");
    file.write("new");
    std::filesystem::remove_all(folder / "sub");
    expect_error(ErrorKind::failed, {"sub/file", "No such file"}, [&] { file.commit(); });
}

TEST(AtomicFile, WritesToADeviceInsteadOfReplacingIt) {
    struct stat before = {};
    struct stat after = {};
    ASSERT_EQ(stat("/dev/null", &before), 0);
    AtomicFile file("/dev/null");
    file.write("nothing");
    file.commit();
    ASSERT_EQ(stat("/dev/null", &after), 0);
    EXPECT_TRUE(S_ISCHR(after.st_mode));
    EXPECT_EQ(before.st_ino, after.st_ino);
    AtomicFile full("/dev/full");
    full.write("something");
    expect_error(ErrorKind::failed, {"/dev/full", "free some space"}, [&] { full.commit(); });
}

// Signals every millisecond that interrupt system calls, to whichever thread.
class Interruptions {
public:
    Interruptions() {
        struct sigaction action = {};
        action.sa_handler = [](int) {}; // without SA_RESTART
        sigaction(SIGALRM, &action, &before_);
        const itimerval every_millisecond = {{0, 1000}, {0, 1000}};
        setitimer(ITIMER_REAL, &every_millisecond, nullptr);
    }
    Interruptions(const Interruptions&) = delete;
    Interruptions& operator=(const Interruptions&) = delete;
    ~Interruptions() {
        const itimerval never = {};
        setitimer(ITIMER_REAL, &never, nullptr);
        sigaction(SIGALRM, &before_, nullptr);
    }

private:
    struct sigaction before_ = {};
};

// Everything that comes out of a pipe, slowly.
std::string sipped(int pipe) {
    std::string all;
    char sip[7777];
    for (ssize_t got = 1; got > 0 || (got < 0 && errno == EINTR);) {
        got = read(pipe, sip, sizeof sip);
        all.append(sip, got > 0 ? static_cast<std::size_t>(got) : 0);
        std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
    return all;
}

std::string counted_lines() {
    std::string text;
    for (int i = 0; i < 50'000; ++i) {
        text += std::to_string(i) + "\n";
    }
    return text;
}

TEST(AtomicFile, FillsASlowPipeThroughInterruptions) {
    for (const int flags : {0, O_NONBLOCK}) {
        SCOPED_TRACE(flags);
        int ends[2] = {};
        ASSERT_EQ(pipe(ends), 0);
        fcntl(ends[1], F_SETFL, flags);
        const std::string text = counted_lines();
        std::string arrived;
        {
            const Interruptions interruptions;
            std::jthread reader([&] { arrived = sipped(ends[0]); });
            EXPECT_TRUE(write_all(ends[1], std::as_bytes(std::span(text))));
            close(ends[1]);
        }
        close(ends[0]);
        EXPECT_TRUE(arrived == text) << arrived.size() << " of " << text.size() << " bytes";
    }
}

TEST(AtomicFile, SurvivesInterruptions) {
    const TemporaryFolder folder;
    const Interruptions interruptions;
    const std::string text = counted_lines();
    for (int i = 0; i < 20; ++i) {
        AtomicFile file(folder / "file");
        file.write(text);
        file.commit();
    }
    EXPECT_TRUE(read_text(folder / "file") == text);
}

TEST(WritablePlace, IsTriedAndLeavesNothingBehind) {
    const TemporaryFolder folder;
    write_text(folder / "old", "old");
    require_writable_place(folder / "old");
    require_writable_place(folder / "new");
    EXPECT_EQ(read_text(folder / "old"), "old");
    EXPECT_EQ(folder.entries(), 1U);
}

TEST(WritablePlace, IsRefusedForWhatCouldNotBeWrittenLater) {
    const TemporaryFolder folder;
    write_text(folder / "file", "");
    std::filesystem::create_directory(folder / "sub");
    const auto expect_refusal = [](const auto& file, std::string_view words) {
        expect_error(ErrorKind::failed, {file.string(), words},
                     [&] { require_writable_place(file); });
    };
    expect_refusal(folder / "sub", "this is a folder");
    expect_refusal(folder / "absent/new", "create the folder");
    expect_refusal(folder / "file/new", "create the folder");
    expect_refusal(std::filesystem::path("/proc/new"), "cannot be written");
    {
        const FileSizeLimit no_room(0);
        expect_refusal(folder / "new", "free some space");
    }
    expect_error(ErrorKind::failed, {"needs about 1.0 EiB, and the disk has ", "free some space"},
                 [&] { require_writable_place(folder / "new", std::uintmax_t{1} << 60); });
    EXPECT_EQ(folder.entries(), 2U);
}

} // namespace
} // namespace orrery
