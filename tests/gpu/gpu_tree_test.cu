// The tree that a GPU builds is the processor's, cell by cell, and so are the pulls of its walk.

#include "sim/diagnostics/diagnostics.hpp"
#include "sim/tree/device_tree.cuh"
#include "tests/gpu/gpu_test.hpp"
#include "tests/sim/solvers/solver_run.hpp"
#include "tests/sim/tree/tree_systems.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace orrery {
namespace {

template <class T>
DeviceArray<T> on_device(const T* from, std::size_t count) {
    DeviceArray<T> array(count);
    if (count != 0) {
        cuda_check(cudaMemcpy(array.data(), from, array.bytes(), cudaMemcpyHostToDevice),
                   "copying to the GPU");
    }
    return array;
}

template <class T>
std::vector<T> on_host(const T* from, std::size_t count) {
    std::vector<T> values(count);
    if (count != 0) {
        cuda_check(cudaMemcpy(values.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost),
                   "copying from the GPU");
    }
    return values;
}

// A DeviceTree's contents, copied from the GPU's memory.
template <class Real>
struct FetchedTree {
    std::vector<std::uint32_t> order;
    std::vector<WalkNode<Real>> walk_nodes;
    std::vector<Quadrupole<Real>> quadrupoles;
    std::vector<Box<Real>> boxes;
    std::vector<Group> groups;

    FetchedTree(const Bodies<Real>& bodies, unsigned leaf, unsigned group,
                const OpeningCriterion& criterion) {
        DeviceQueue queue(0);
        queue.activate();
        const std::size_t count = bodies.size();
        const auto x = on_device(bodies.position.x.data(), count);
        const auto y = on_device(bodies.position.y.data(), count);
        const auto z = on_device(bodies.position.z.data(), count);
        const auto mass = on_device(bodies.mass.data(), count);
        BodiesView<Real> there;
        there.count = count;
        there.x = x.data();
        there.y = y.data();
        there.z = z.data();
        there.mass = mass.data();
        DeviceTree<Real> tree;
        tree.sort(queue, there, leaf, group);
        tree.build(queue);
        tree.compute_moments(queue);
        tree.compute_acceptance(queue, criterion);
        queue.wait();
        const DeviceTreeView<Real> view = tree.view();
        const std::uint64_t totals = on_host(view.starts + count, 1).front();
        const auto cells = static_cast<std::size_t>(static_cast<std::uint32_t>(totals));
        order = on_host(view.order, count);
        walk_nodes = on_host(view.walk_nodes, cells);
        quadrupoles = on_host(view.quadrupoles, cells);
        boxes = on_host(view.boxes, cells);
        groups = on_host(view.groups, static_cast<std::size_t>(totals >> 32));
    }
};

using BodyRun = std::pair<std::uint32_t, std::uint32_t>; // of bodies: begin and end

// Slots of the cells that hold each run of bodies, found from the root down.
template <class Real>
BodyRun find_runs(const FetchedTree<Real>& tree, std::uint32_t slot,
                  std::map<BodyRun, std::uint32_t>& slots) {
    const WalkNode<Real>& node = tree.walk_nodes[slot];
    BodyRun run{node.first, node.first + node.count()};
    if (!node.is_leaf()) {
        run = find_runs(tree, node.first, slots);
        for (std::uint32_t child = node.first + 1; child < node.first + node.count(); ++child) {
            const BodyRun next = find_runs(tree, child, slots);
            EXPECT_EQ(next.first, run.second) << "children lie one behind the other";
            run.second = next.second;
        }
    }
    EXPECT_TRUE(slots.emplace(run, slot).second) << "no two cells hold the same bodies";
    return run;
}

class GpuTree : public OnGpu<testing::TestWithParam<unsigned>> {
protected:
    template <class Real>
    void expect_processors_tree(const Bodies<double>& bodies) const;
};

template <class Real>
void GpuTree::expect_processors_tree(const Bodies<double>& bodies) const {
    const GrownTree<Real> expected(bodies, GetParam());
    const FetchedTree<Real> tree(converted<Real>(bodies), GetParam(), 32, expected.criterion);
    const auto order = expected.sorted.order();
    ASSERT_TRUE(std::equal(order.begin(), order.end(), tree.order.begin(), tree.order.end()));
    std::map<BodyRun, std::uint32_t> slots;
    find_runs(tree, 0, slots);
    ASSERT_EQ(slots.size(), expected.tree.nodes.size());
    ASSERT_EQ(tree.walk_nodes.size(), expected.tree.nodes.size());
    const Real digits = sizeof(Real) == sizeof(float) ? Real(1e-5) : Real(1e-12);
    for (std::size_t i = 0; i < expected.tree.nodes.size(); ++i) {
        const Node& node = expected.tree.nodes[i];
        const auto found = slots.find({node.begin, node.end});
        ASSERT_NE(found, slots.end()) << node.begin << " to " << node.end;
        const WalkNode<Real>& own_node = tree.walk_nodes[found->second];
        EXPECT_EQ(own_node.is_leaf(), node.is_leaf());
        // For a leaf the processor tells the finest cell that holds its bodies, the GPU the largest
        // that has no more than a leaf may have.
        if (node.is_leaf()) {
            EXPECT_LE(own_node.level(), node.level);
        } else {
            EXPECT_EQ(own_node.level(), node.level);
        }
        const Box<Real>& box = expected.tree.boxes[i];
        const Box<Real>& own = tree.boxes[found->second];
        EXPECT_TRUE(own.low_x == box.low_x && own.high_x == box.high_x && own.low_y == box.low_y &&
                    own.high_y == box.high_y && own.low_z == box.low_z && own.high_z == box.high_z);
        const auto& [monopole, quadrupole] = expected.expansions.multipoles[i];
        const Real size = std::max({box.high_x - box.low_x, box.high_y - box.low_y,
                                    box.high_z - box.low_z, std::abs(monopole.x) * digits});
        EXPECT_NEAR(own_node.monopole.mass, monopole.mass, digits * monopole.mass);
        EXPECT_NEAR(own_node.monopole.x, monopole.x, digits * (size + std::abs(monopole.x)));
        EXPECT_NEAR(own_node.monopole.y, monopole.y, digits * (size + std::abs(monopole.y)));
        EXPECT_NEAR(own_node.monopole.z, monopole.z, digits * (size + std::abs(monopole.z)));
        const Quadrupole<Real>& shape = tree.quadrupoles[found->second];
        EXPECT_NEAR(shape.xx, quadrupole.xx, 10 * digits * size * size);
        EXPECT_NEAR(shape.xy, quadrupole.xy, 10 * digits * size * size);
        EXPECT_NEAR(shape.zz, quadrupole.zz, 10 * digits * size * size);
        // A centre is rounded to its own digits, which are few where a cell is small and far out.
        const Real rounding = std::abs(monopole.x) + std::abs(monopole.y) + std::abs(monopole.z);
        EXPECT_NEAR(own_node.opening_radius, expected.nodes.opening_radius[i],
                    1e-4F * (static_cast<float>(size) + own_node.opening_radius) +
                        2e-7F * static_cast<float>(rounding));
    }
}

TEST_P(GpuTree, IsTheProcessorsCellByCell) {
    for (const TreeSystem& system : tree_systems()) {
        if (system.bodies.size() == 0) {
            continue;
        }
        SCOPED_TRACE(system.name);
        expect_processors_tree<float>(system.bodies);
        expect_processors_tree<double>(system.bodies);
    }
}

// Bodies in knots of `together`, each far smaller than the cells that a sort tells apart at first;
// those of a knot far from one another in memory.
Bodies<double> knots(std::size_t together) {
    constexpr double size = 1e-4;
    Bodies<double> bodies = cluster(4000);
    const std::size_t apart = bodies.size() / together;
    for (std::size_t i = apart; i < bodies.size(); ++i) {
        const auto steps = static_cast<double>(i * 7919 % 97) / 97;
        bodies.position.x[i] = bodies.position.x[i % apart] + size * steps;
        bodies.position.y[i] = bodies.position.y[i % apart] - size * steps * steps;
        bodies.position.z[i] = bodies.position.z[i % apart];
    }
    return bodies;
}

TEST_P(GpuTree, HasBodiesOfSmallAndLargeKnotsInTheProcessorsOrder) {
    const auto expect_order = [&]<class Real>(const Bodies<double>& bodies, Real) {
        const GrownTree<Real> expected(bodies, GetParam());
        const FetchedTree<Real> tree(converted<Real>(bodies), GetParam(), 32, expected.criterion);
        const auto order = expected.sorted.order();
        EXPECT_TRUE(std::equal(order.begin(), order.end(), tree.order.begin(), tree.order.end()));
        EXPECT_EQ(tree.walk_nodes.size(), expected.tree.nodes.size());
    };
    for (const std::size_t together : {2U, 9U, 16U, 17U, 18U, 40U}) {
        SCOPED_TRACE(together);
        expect_order(knots(together), float{});
        expect_order(knots(together), double{});
    }
}

TEST_P(GpuTree, PutsEveryBodyIntoOneGroup) {
    for (const TreeSystem& system : tree_systems()) {
        if (system.bodies.size() == 0) {
            continue;
        }
        SCOPED_TRACE(system.name);
        for (const unsigned group : {32U, 64U}) {
            const FetchedTree<float> tree(converted<float>(system.bodies), GetParam(), group, {});
            std::uint32_t next = 0;
            for (const Group& one : tree.groups) {
                EXPECT_EQ(one.begin, next);
                EXPECT_GE(one.count(), 1U);
                EXPECT_LE(one.count(), group);
                next = one.begin + one.count();
            }
            EXPECT_EQ(next, system.bodies.size());
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Leaves, GpuTree, testing::Values(1U, 8U, 16U, 64U),
                         [](const auto& leaf) { return "Of" + std::to_string(leaf.param); });

using GpuTreeForces = OnGpu<testing::Test>;

ForceParameters wanted(double error, double leaf = 16) {
    ForceParameters parameters;
    parameters.softening = 0.01;
    parameters.options = {find_solver("gpu.tree").info, {{"error", error}, {"leaf", leaf}}};
    return parameters;
}

Forces forces_of(const char* algorithm, const Bodies<double>& bodies,
                 const ForceParameters& parameters, Precision precision) {
    const auto solver = find_solver(algorithm).make();
    return run_solver(*solver, precision, bodies, parameters, {true, false}).forces;
}

TEST_F(GpuTreeForces, AreTheProcessorsToTheErrorWanted) {
    for (const TreeSystem& system : tree_systems()) {
        SCOPED_TRACE(system.name);
        for (const double error : {1e-3, 1e-5}) {
            const Forces here =
                forces_of("cpu.tree", system.bodies, wanted(error), Precision::fp64);
            const Forces there =
                forces_of("gpu.tree", system.bodies, wanted(error), Precision::fp64);
            if (system.bodies.size() > 1) {
                // Along a line pulls cancel, and both have an error of their own.
                EXPECT_LE(force_error(there.acceleration, here.acceleration).median, 2 * error);
            }
        }
    }
}

// No atomics and no order of blocks in it.
TEST_F(GpuTreeForces, AreTheSameEveryTime) {
    const Bodies<double> bodies = tree_systems()[6].bodies;
    const Forces first = forces_of("gpu.tree", bodies, wanted(1e-3), Precision::fp32);
    for (int again = 0; again < 3; ++again) {
        const Forces next = forces_of("gpu.tree", bodies, wanted(1e-3), Precision::fp32);
        EXPECT_EQ(next.potential, first.potential);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            EXPECT_EQ(next.acceleration[i].x, first.acceleration[i].x) << i;
        }
    }
}

// Room for cells is made when they are counted: one solver after the other system, with ever more
// and fewer of them, is as good as a new one.
TEST_F(GpuTreeForces, DoNotDependOnWhatTheTreeWasBefore) {
    const auto used = find_solver("gpu.tree").make();
    for (const TreeSystem& system : tree_systems()) {
        for (const double leaf : {64.0, 1.0, 16.0}) {
            SCOPED_TRACE(system.name + ", " + std::to_string(leaf));
            const ForceParameters parameters = wanted(1e-3, leaf);
            const Forces expected =
                forces_of("gpu.tree", system.bodies, parameters, Precision::fp32);
            const Forces forces =
                run_solver(*used, Precision::fp32, system.bodies, parameters, {true, false}).forces;
            EXPECT_EQ(forces.potential, expected.potential);
            for (std::size_t i = 0; i < system.bodies.size(); ++i) {
                ASSERT_EQ(forces.acceleration[i].x, expected.acceleration[i].x) << i;
                ASSERT_EQ(forces.acceleration[i].y, expected.acceleration[i].y) << i;
                ASSERT_EQ(forces.acceleration[i].z, expected.acceleration[i].z) << i;
            }
        }
    }
}

// Two hundred with the two buffers of 16 bytes a body that they are drawn from.
TEST_F(GpuTreeForces, NeedAtMostTwoHundredBytesABodyWithTheStateAndAllThatIsDrawn) {
    constexpr std::size_t count = 1'000'000;
    constexpr std::size_t drawn = 2 * 16;
    for (const char* scene : {"plummer", "galaxy_collision"}) {
        SCOPED_TRACE(scene);
        Simulation simulation;
        simulation.load(make_scene(find_scene(scene), count, 1),
                        settings_of("gpu.tree", Precision::fp32));
        for (int step = 0; step < 20; ++step) { // in which the bodies are put in order
            ASSERT_EQ(simulation.step(), Outcome::complete);
        }
        const double bytes = static_cast<double>(simulation.memory_bytes()) / count;
        RecordProperty(std::string(scene) + "_bytes_a_body", std::to_string(bytes));
        EXPECT_LE(bytes + drawn, 200.0);
        EXPECT_GE(bytes, 88 + 40 + 16) << "what is not counted is not measured";
    }
}

} // namespace
} // namespace orrery
