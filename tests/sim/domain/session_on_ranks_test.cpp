// Sessions that many ranks write and read by their shares.

#include "sim/domain/shares.hpp"
#include "sim/domain/travel.hpp"
#include "sim/scene.hpp"
#include "sim/snapshots/input_file.hpp"
#include "sim/snapshots/session.hpp"
#include "tests/sim/domain/on_ranks.hpp"
#include "tests/sim/snapshots/file_size_limit.hpp"
#include "tests/sim/snapshots/snapshot_testing.hpp"

#include <atomic>
#include <cmath>
#include <fcntl.h>
#include <sys/mman.h>

namespace orrery {
namespace {

// With everything that a session can have one of per body.
Session session_of(std::size_t bodies) {
    Session session;
    session.system = make_scene(find_scene("galaxy_collision"), bodies, 1);
    Catalogue& catalogue = session.system.catalogue;
    for (std::size_t i = 0; i < bodies; ++i) {
        catalogue.file_ids.push_back(static_cast<std::int64_t>(7 * i));
        catalogue.softenings.push_back(0.01 * static_cast<double>(i));
    }
    BodyColumn energy{"InternalEnergy", BodyColumn::Kind::float32, 1, 2, {}};
    energy.bytes.resize(4 * (bodies - 2), std::byte{64});
    session.system.columns = {energy};
    return session;
}

void write_on(std::size_t ranks, const Session& whole, const std::filesystem::path& file) {
    on_ranks(ranks, [&](Communicator& own) {
        Session session = whole;
        keep_share(session.system, own);
        write_session(file, session, own);
    });
}

std::string written_by(std::size_t ranks, const Session& whole) {
    const TemporaryFolder folder;
    write_on(ranks, whole, folder / "some.orrery");
    EXPECT_EQ(folder.entries(), 1U) << "a temporary file was left behind";
    return read_text(folder / "some.orrery");
}

TEST(SessionOnRanks, IsTheSameFileWhateverTheNumberOfRanks) {
    for (const std::size_t bodies : {3U, 1001U}) {
        const std::string alone = written_by(1, session_of(bodies));
        for (const std::size_t ranks : {2U, 3U, 4U, 5U}) {
            EXPECT_TRUE(written_by(ranks, session_of(bodies)) == alone)
                << bodies << " bodies of " << ranks << " ranks";
        }
    }
}

// What is open already has no name by which others could write their parts.
TEST(SessionOnRanks, IsWrittenByTheFirstOneWhereTheOthersCannotOpenIt) {
    const Session whole = session_of(500);
    const int memory = memfd_create("orrery-test", 0);
    const std::string name = "/dev/fd/" + std::to_string(memory);
    write_on(3, whole, name);
    EXPECT_TRUE(read_text(name) == written_by(1, whole));
    close(memory);
}

TEST(SessionOnRanks, IsReadByOtherRanksEachOfWhichGetsItsShare) {
    const TemporaryFolder folder;
    const Session whole = session_of(1001);
    write_on(3, whole, folder / "some.orrery");
    const FileMark mark = read_session(folder / "some.orrery").mark;
    on_ranks(2, [&](Communicator& own) {
        Session session = read_session(InputFile(folder / "some.orrery"), own);
        const Part part = even_part(1001, own);
        ASSERT_EQ(session.system.bodies.size(), part.count);
        EXPECT_EQ(body_count(session.system), 1001U);
        EXPECT_EQ(session.mark, mark);
        EXPECT_EQ(session.system.catalogue.file_ids.size(), own.rank() == 0 ? 1001U : 0U);
        EXPECT_EQ(session.system.columns.size(), own.rank() == 0 ? 1U : 0U);
        gather_share(session.system, own);
        if (own.rank() == 0) {
            expect_same_bodies(session.system, whole.system);
        }
    });
}

// Every rank says what is wrong, by the number that the body has among all; nothing is replaced.
TEST(SessionOnRanks, IsRefusedByAllForOneSentence) {
    const TemporaryFolder folder;
    const auto file = folder / "some.orrery";
    Session whole = session_of(90);
    write_on(3, whole, file);
    const std::string before = read_text(file);
    whole.system.bodies.velocity.y[71] = std::nan("");
    std::atomic<int> refused = 0;
    on_ranks(3, [&](Communicator& own) {
        Session session = whole;
        keep_share(session.system, own);
        expect_error(ErrorKind::failed, {"some.orrery", "velocity of body 71"},
                     [&] { write_session(file, session, own); });
        ++refused;
        EXPECT_EQ(own.agree(WayOut::complete), WayOut::complete) << "they still speak";
    });
    EXPECT_EQ(refused, 3);
    EXPECT_EQ(read_text(file), before);
    EXPECT_EQ(folder.entries(), 1U) << "a temporary file was left behind";
}

TEST(SessionOnRanks, LeavesTheOldFileWhereTheDiskIsFull) {
    const TemporaryFolder folder;
    for (const char* name : {"some.orrery", "some.csv"}) {
        const auto file = folder / name;
        write_snapshot(file, session_of(10).system);
        const std::string before = read_text(file);
        const FileSizeLimit limit(10000);
        on_ranks(3, [&](Communicator& own) {
            System system = session_of(5000).system;
            keep_share(system, own);
            expect_error(ErrorKind::failed, {name, "cannot be written", "free some space"},
                         [&] { write_snapshot(file, system, {}, {}, own); });
        });
        EXPECT_EQ(read_text(file), before);
    }
    EXPECT_EQ(folder.entries(), 2U) << "a temporary file was left behind";
}

TEST(SessionOnRanks, IsRefusedByAllWhereItIsDamaged) {
    const TemporaryFolder folder;
    std::string bytes = written_by(1, session_of(300));
    bytes[bytes.size() / 2] ^= 1;
    write_text(folder / "some.orrery", bytes);
    on_ranks(4, [&](Communicator& own) {
        expect_error(ErrorKind::bad_input, {"some.orrery", "checksum does not match"},
                     [&] { read_snapshot_file(folder / "some.orrery", 1, own); });
    });
}

// Whoever has them, in whatever order: domains of a tree, and their shares again.
TEST(SessionOnRanks, HasTheBodiesThatASimulationMovedToOtherRanks) {
    const System start = make_scene(find_scene("galaxy_collision"), 2000, 1);
    on_ranks(4, [&](Communicator& own) {
        Simulation simulation(Workers::Priority::normal, own);
        System share = start;
        keep_share(share, own);
        simulation.load(share, settings_for("cpu.tree", Precision::fp64));
        simulation.evaluate();
        const System now = simulation.snapshot_share();
        ASSERT_EQ(now.bodies.size(), share.bodies.size());
        for (std::size_t i = 0; i < now.bodies.size(); ++i) {
            ASSERT_EQ(now.bodies.position.z[i], share.bodies.position.z[i]);
            ASSERT_EQ(now.bodies.velocity.x[i], share.bodies.velocity.x[i]);
        }
    });
}

} // namespace
} // namespace orrery
