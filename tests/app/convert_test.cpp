#include "tests/app/orrery_program.hpp"

#include "sim/snapshot.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

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
    EXPECT_EQ(before.catalogue.file_ids, after.catalogue.file_ids);
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
