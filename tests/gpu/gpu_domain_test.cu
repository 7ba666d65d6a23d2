// Domains of several GPUs, all of them on one here: no body is lost, and what a domain sees of
// another pulls on its bodies as all of that does.

#include "sim/domain/device_essential_tree.cuh"
#include "sim/domain/device_migration.cuh"
#include "sim/domain/device_partition.cuh"
#include "sim/tree/sorted_bodies.hpp"
#include "tests/gpu/gpu_test.hpp"
#include "tests/sim/domain/on_ranks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace orrery {
namespace {

using GpuDomains = GpuTest;
using Place = PointMass<float>;

template <class T>
std::vector<T> fetched(const T* from, std::size_t count) {
    std::vector<T> values(count);
    if (count != 0) {
        cuda_check(cudaMemcpy(values.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost),
                   "copying from the GPU");
    }
    return values;
}

std::vector<Place> packed(const Bodies<double>& bodies) {
    std::vector<Place> places;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        places.push_back(
            {static_cast<float>(bodies.position.x[i]), static_cast<float>(bodies.position.y[i]),
             static_cast<float>(bodies.position.z[i]), static_cast<float>(bodies.mass[i])});
    }
    return places;
}

// All at one point, but for one that is far away.
std::vector<Place> point_and_far_body(std::size_t count) {
    std::vector<Place> places(count, Place{1, 2, 3, 0.5F});
    places.front() = {1e6F, -1e6F, 0, 1};
    return places;
}

bool same_place(const Place& a, const Place& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.mass == b.mass;
}

// Bodies on the GPU, divided.
struct Divided {
    DeviceQueue queue{0};
    std::vector<Place> bodies;
    DeviceArray<Place> there;
    DomainPartition<float> partition;

    Divided(std::vector<Place> places, std::span<const double> starts) : bodies(std::move(places)) {
        queue.activate();
        there = uploaded<Place>(std::span<const Place>(bodies), "copying to the GPU");
        partition.divide(queue, {there.data(), bodies.size()}, starts);
        partition.wait();
        queue.wait();
    }
};

void expect_every_body_once(const Divided& divided) {
    const std::size_t count = divided.bodies.size();
    const DomainPartition<float>& partition = divided.partition;
    ASSERT_EQ(partition.begin(0), 0U);
    ASSERT_EQ(partition.begin(partition.domains()), count);
    const auto order = fetched(partition.order(), count);
    const auto bodies = fetched(partition.bodies(), count);
    const CurveSpace space = fetched(partition.frame(), 1).front().space;
    std::vector<bool> met(count);
    std::uint64_t before = 0; // the greatest key of the domains before
    for (std::size_t domain = 0; domain < partition.domains(); ++domain) {
        std::uint64_t greatest = before;
        for (std::size_t i = partition.begin(domain); i < partition.begin(domain + 1); ++i) {
            ASSERT_LT(order[i], count);
            EXPECT_FALSE(met[order[i]]);
            met[order[i]] = true;
            EXPECT_TRUE(same_place(bodies[i], divided.bodies[order[i]]));
            EXPECT_TRUE(i == partition.begin(domain) || order[i - 1] < order[i]);
            const std::uint64_t key =
                curve_key(space, double(bodies[i].x), double(bodies[i].y), double(bodies[i].z));
            EXPECT_GE(key, before) << "in a later domain than its place along the curve";
            greatest = std::max(greatest, key);
        }
        before = greatest;
    }
}

TEST_F(GpuDomains, HaveEveryBodyOnceAlongTheCurve) {
    const std::array even{0.0, 0.25, 0.5, 0.75};
    for (const std::size_t count : {1U, 3U, 31U, 512U, 5000U, 100'000U}) {
        SCOPED_TRACE(count);
        expect_every_body_once(Divided(point_and_far_body(count), even));
        expect_every_body_once(Divided(packed(plummer(count + 1).bodies), even));
    }
}

TEST_F(GpuDomains, HaveTheBodiesThatTheyAreToHave) {
    const std::array starts{0.0, 0.1, 0.7};
    const Divided divided(packed(plummer(200'000).bodies), starts);
    double mass = 0;
    for (const Place& body : divided.bodies) {
        mass += double(body.mass);
    }
    EXPECT_NEAR(fetched(divided.partition.frame(), 1).front().mass, mass, 1e-9 * mass);
    const std::array parts{0.1, 0.6, 0.3};
    for (std::size_t domain = 0; domain < 3; ++domain) {
        EXPECT_NEAR(static_cast<double>(divided.partition.count(domain)) / 200'000, parts[domain],
                    0.03);
    }
}

TEST_F(GpuDomains, DivideTargetsWhereTheSourcesAre) {
    const std::array even{0.0, 0.25, 0.5, 0.75};
    Divided divided(point_and_far_body(1000), even);
    const std::vector<Place> targets = packed(plummer(3000).bodies);
    const auto there = uploaded<Place>(std::span<const Place>(targets), "copying to the GPU");
    DomainPartition<float> like;
    like.divide_like(divided.queue, {there.data(), targets.size()}, divided.partition);
    like.wait();
    EXPECT_EQ(like.begin(like.domains()), targets.size());
    for (std::size_t domain = 0; domain < like.domains(); ++domain) {
        EXPECT_TRUE(divided.partition.count(domain) != 0 || like.count(domain) == 0);
    }
    divided.queue.wait();
}

template <class Number>
bool is_in(const Box<Number>& inner, const Box<Number>& outer) {
    return inner.low_x >= outer.low_x && inner.low_y >= outer.low_y && inner.low_z >= outer.low_z &&
           inner.high_x <= outer.high_x && inner.high_y <= outer.high_y &&
           inner.high_z <= outer.high_z;
}

// A group is seen together, whose box may be near what none of its bodies is near.
TEST_F(GpuDomains, HaveBodiesThatWalkTogetherInOneBox) {
    constexpr unsigned together = 2000;
    const Divided divided(packed(plummer(60'000).bodies), std::array{0.0});
    DeviceQueue queue{0};
    DeviceTree<float> tree;
    DeviceArray<DomainBox<float>> found(domain_boxes);
    DomainBoxFinder<float> finder;
    tree.sort(queue, {divided.partition.bodies(), divided.bodies.size()}, 16, 64);
    tree.build(queue);
    tree.compute_moments(queue);
    finder.find(queue, tree, together, found.data());
    queue.wait();
    const auto boxes = fetched(found.data(), domain_boxes);
    const auto of_nodes = fetched(tree.view().boxes, tree.node_count());
    const auto bodies = fetched(finder.nodes().bodies, tree.node_count());
    const auto parents = fetched(finder.nodes().parents, tree.node_count());
    EXPECT_EQ(bodies[0], divided.bodies.size());
    EXPECT_EQ(parents[0], 0U);
    std::size_t all = 0;
    for (const DomainBox<float>& box : boxes) {
        all += box.bodies;
    }
    EXPECT_EQ(all, divided.bodies.size());
    for (std::size_t node = 1; node < of_nodes.size(); ++node) {
        EXPECT_LT(bodies[node], bodies[parents[node]]);
        if (bodies[node] <= together) {
            EXPECT_TRUE(std::ranges::any_of(boxes, [&](const DomainBox<float>& box) {
                return box.bodies != 0 && is_in(of_nodes[node], box.box);
            })) << node;
        }
    }
}

// Opens what appears larger than an angle, whatever pulls.
struct AngleJudge {
    float theta;

    __host__ __device__ float demand(float) const { return 1; }
    __host__ __device__ const AngleJudge& ready() const { return *this; }
    __host__ __device__ bool opens(const WalkNode<float>& node, const TargetBox& target) const {
        const float nearest = target.distance_squared(node.monopole);
        return nearest * theta * theta <= node.opening_radius * node.opening_radius;
    }
    __host__ __device__ bool may_open(const WalkNode<float>& node, const TargetBox& several) const {
        return opens(node, several);
    }
};

// Two domains, and what the second sees of the first.
struct SeenDomain {
    Divided divided;
    AngleJudge judge;
    DeviceArray<DomainBox<float>> boxes;
    std::vector<NodeRecord<float>> nodes;
    std::vector<Place> bodies, own, readers;

    SeenDomain(const std::vector<Place>& places, float theta, double cut = 0.5)
        : divided(places, std::array{0.0, cut}), judge{theta}, boxes(2 * domain_boxes) {
        const DomainPartition<float>& partition = divided.partition;
        DeviceTree<float> trees[2];
        DomainBoxFinder<float> finders[2];
        OpeningCriterion criterion;
        criterion.tolerance = 1;
        for (std::size_t domain = 0; domain < 2; ++domain) {
            trees[domain].sort(
                divided.queue,
                {partition.bodies() + partition.begin(domain), partition.count(domain)}, 16, 64,
                false, &partition.frame()->space);
            trees[domain].build(divided.queue);
            trees[domain].compute_moments(divided.queue);
            trees[domain].compute_acceptance(divided.queue, criterion);
            finders[domain].find(divided.queue, trees[domain], 1,
                                 boxes.data() + domain * domain_boxes);
        }
        const DeviceTreeView<float> tree = trees[0].view();
        EssentialWriter<float> writer;
        do {
            writer.write(divided.queue, {tree, {nullptr, 0}, finders[0].nodes()}, judge, all(),
                         0.0F);
        } while (!writer.fits());
        divided.queue.wait();
        const EssentialTree<float> seen = writer.for_domain(1);
        nodes = fetched(reinterpret_cast<const NodeRecord<float>*>(seen.records), seen.node_count);
        bodies = fetched(seen.bodies, seen.body_count);
        own = fetched(partition.bodies(), partition.count(0));
        readers = fetched(partition.bodies() + partition.begin(1), partition.count(1));
    }
    BoxesOfAll<float> all() const { return {boxes.data(), boxes.data(), 3, 3, 0}; }
};

// What the nodes below one stand for, each body once.
struct Held {
    std::size_t bodies = 0;
    double mass = 0;
};
Held held_by(const SeenDomain& seen, std::size_t index) {
    const WalkNode<float>& node = seen.nodes[index].node;
    if (node.is_closed()) {
        return {node.first, double(node.monopole.mass)};
    }
    Held held;
    for (unsigned i = 0; i < node.count(); ++i) {
        if (node.is_leaf()) {
            held.mass += double(seen.bodies.at(node.first + i).mass);
            ++held.bodies;
        } else {
            const Held child = held_by(seen, node.first + i);
            held.mass += child.mass;
            held.bodies += child.bodies;
        }
    }
    return held;
}

std::vector<std::vector<Place>> systems() {
    std::vector<Place> cube = packed(make_scene(find_scene("uniform_cube"), 30'000, 1).bodies);
    return {packed(plummer(60'000).bodies), packed(plummer(40).bodies), cube};
}

TEST_F(GpuDomains, SeeEveryBodyOfAnotherOnceInWhatStandsForIt) {
    for (const std::vector<Place>& system : systems()) {
        const SeenDomain seen(system, 0.5F);
        ASSERT_FALSE(seen.nodes.empty());
        double mass = 0;
        for (const Place& body : seen.own) {
            mass += double(body.mass);
        }
        const Held held = held_by(seen, 0);
        EXPECT_EQ(held.bodies, seen.own.size());
        EXPECT_NEAR(held.mass, mass, 1e-5 * mass);
    }
}

TEST_F(GpuDomains, AreSentLessThanAll) {
    const SeenDomain seen(systems().front(), 0.7F);
    EXPECT_LT(seen.bodies.size(), seen.own.size() / 2);
}

TEST_F(GpuDomains, NeverOpenAClosedNode) {
    for (const std::vector<Place>& system : systems()) {
        const SeenDomain seen(system, 0.5F);
        for (const NodeRecord<float>& record : seen.nodes) {
            if (!record.node.is_closed()) {
                continue;
            }
            const bool opened = std::ranges::any_of(seen.readers, [&](const Place& body) {
                return seen.judge.opens(record.node,
                                        {Box<float>::around(body.x, body.y, body.z), 1.0F, 0.0F});
            });
            EXPECT_FALSE(opened);
        }
    }
}

// Wherever a cell is cut in two: a wide box of a few bodies that are left of it would be full of
// the other domain's.
TEST_F(GpuDomains, HaveBoxesThatHardlyOverlapOthers) {
    for (const double cut : {0.499, 0.5, 0.501, 0.505}) {
        const SeenDomain seen(packed(plummer(60'000).bodies), 0.5F, cut);
        const auto boxes = fetched(seen.boxes.data() + domain_boxes, domain_boxes);
        const auto inside = std::ranges::count_if(seen.own, [&](const Place& body) {
            return std::ranges::any_of(boxes, [&](const DomainBox<float>& box) {
                return box.bodies != 0 && box.box.distance_squared(body.x, body.y, body.z) == 0;
            });
        });
        EXPECT_LT(inside, static_cast<std::ptrdiff_t>(seen.own.size() / 100)) << cut;
    }
}

// Demands just what it is told.
struct PullJudge {
    __device__ float demand(float acceleration) const { return acceleration; }
};

double pull(const Place& at, const std::vector<Place>& bodies) {
    double x = 0, y = 0, z = 0;
    for (const Place& body : bodies) {
        const double dx = double(body.x) - double(at.x);
        const double dy = double(body.y) - double(at.y);
        const double dz = double(body.z) - double(at.z);
        const double squared = dx * dx + dy * dy + dz * dz;
        const double factor = squared > 0 ? double(body.mass) / (squared * std::sqrt(squared)) : 0;
        x += factor * dx;
        y += factor * dy;
        z += factor * dz;
    }
    return std::sqrt(x * x + y * y + z * z);
}

// In the middle of the system, where pulls cancel, a part of their sum counts.
TEST_F(GpuDomains, ThinkThatOthersArePulledNoMoreThanTheyAreAndHardlyLessInTheOutskirts) {
    SeenDomain seen(packed(plummer(60'000).bodies), 0.5F);
    DeviceArray<TargetBox> found(domain_boxes);
    seen.divided.queue.launch("domains",
                              {dim3(domain_boxes / essential::warps), dim3(essential::threads)},
                              essential::find_demands<float, PullJudge>, seen.all(), 1U << 1,
                              PullJudge{}, 0.0F, found.data());
    seen.divided.queue.wait();
    const auto told = fetched(found.data(), domain_boxes);
    const auto boxes = fetched(seen.boxes.data() + domain_boxes, domain_boxes);
    unsigned outskirts = 0;
    for (std::size_t k = 0; k < boxes.size(); k += 5) {
        const Box<float>& box = boxes[k].box;
        const float middle =
            std::hypot(box.low_x + box.high_x, box.low_y + box.high_y, box.low_z + box.high_z) / 2;
        if (boxes[k].bodies == 0 || middle < 0.3F) {
            continue;
        }
        double least = std::numeric_limits<double>::max();
        unsigned tried = 0;
        for (const Place& body : seen.readers) {
            if (tried < 8 && box.distance_squared(body.x, body.y, body.z) == 0) {
                least = std::min(least, pull(body, seen.divided.bodies));
                ++tried;
            }
        }
        ASSERT_GT(tried, 0U);
        EXPECT_LT(double(told[k].demand), least) << middle;
        if (middle > 8) {
            ++outskirts;
            EXPECT_GT(double(told[k].demand), least / 8) << middle;
        }
    }
    EXPECT_GT(outskirts, 3U);
}

// Otherwise cells are as coarse as a system of eight times as many bodies would have them.
TEST_F(GpuDomains, ReachAsFarTogetherAsOneGpuWithAllBodies) {
    const Bodies<double> all = plummer(90'000).bodies;
    const Bodies<float> bodies = converted<float>(all);
    const CurveSpace expected = measured_space(view(bodies));
    constexpr std::size_t count = 3;
    for (const bool even : {true, false}) {
        on_ranks(count, [&](Communicator& ranks) {
            const auto begin_of = [&](std::size_t k) {
                return even ? bodies.size() * k / count : k == 0 ? 0 : k == 1 ? 10 : bodies.size();
            };
            const std::size_t first = begin_of(ranks.rank());
            const std::size_t own = begin_of(ranks.rank() + 1) - first;
            DeviceQueue queue(0);
            DeviceArray<float> x(own), y(own), z(own), mass(own);
            const auto copy = [&](DeviceArray<float>& to, const auto& from) {
                cuda_check(cudaMemcpy(to.data(), from.data() + first, own * sizeof(float),
                                      cudaMemcpyHostToDevice),
                           "copying");
            };
            copy(x, bodies.position.x);
            copy(y, bodies.position.y);
            copy(z, bodies.position.z);
            copy(mass, bodies.mass);
            BodiesView<float> there{};
            there.count = own;
            there.x = x.data();
            there.y = y.data();
            there.z = z.data();
            there.mass = mass.data();
            RankedFrame frame;
            frame.find(queue, there, ranks);
            EXPECT_EQ(frame.space().reach, expected.reach);
            EXPECT_NEAR(frame.space().centre_x, expected.centre_x, expected.reach / 256);
            EXPECT_EQ(frame.bodies(), bodies.size());
        });
    }
}

// Nobody's children or bodies are anybody else's.
TEST_F(GpuDomains, SeeNodesSideBySide) {
    const SeenDomain seen(systems().front(), 0.5F);
    std::vector<int> node_uses(seen.nodes.size()), body_uses(seen.bodies.size());
    node_uses[0] = 1; // the root
    for (const NodeRecord<float>& record : seen.nodes) {
        for (unsigned i = 0; i < record.node.count(); ++i) {
            ++(record.node.is_leaf() ? body_uses : node_uses).at(record.node.first + i);
        }
    }
    EXPECT_TRUE(std::ranges::all_of(node_uses, [](int uses) { return uses == 1; }));
    EXPECT_TRUE(std::ranges::all_of(body_uses, [](int uses) { return uses == 1; }));
}

// The bodies of a rank on the GPU, at rest, with room for all.
struct MigratingBodies {
    DeviceArray<float> x, y, z, mass, nothing;
    DeviceArray<std::uint64_t> numbers;

    explicit MigratingBodies(std::size_t room)
        : x(room), y(room), z(room), mass(room), nothing(room), numbers(room) {
        cuda_check(cudaMemset(nothing.data(), 0, nothing.bytes()), "clearing GPU memory");
    }

    DeviceMigration::Moving<float> moving(std::size_t count) const {
        const float* const none = nothing.data();
        return {
            {count, x.data(), y.data(), z.data(), mass.data(), none, none, none}, none, none, none};
    }
    DeviceMigration::Columns<float> columns(MigratingBodies& to) const {
        DeviceMigration::Columns<float> all;
        all.add(x.data(), to.x.data());
        all.add(y.data(), to.y.data());
        all.add(z.data(), to.z.data());
        all.add(mass.data(), to.mass.data());
        all.numbers_from = numbers.data();
        all.numbers_to = to.numbers.data();
        return all;
    }

    using Row = std::array<double, 5>; // number, place and mass
    std::vector<Row> rows(std::size_t count) const {
        const auto number = fetched(numbers.data(), count);
        const auto px = fetched(x.data(), count), py = fetched(y.data(), count),
                   pz = fetched(z.data(), count), m = fetched(mass.data(), count);
        std::vector<Row> all;
        for (std::size_t i = 0; i < count; ++i) {
            all.push_back(
                {double(number[i]), double(px[i]), double(py[i]), double(pz[i]), double(m[i])});
        }
        std::ranges::sort(all);
        return all;
    }
    void put(const std::vector<Row>& rows) {
        std::vector<float> columns[4];
        std::vector<std::uint64_t> number;
        for (const Row& row : rows) {
            number.push_back(static_cast<std::uint64_t>(row[0]));
            for (std::size_t c = 0; c < 4; ++c) {
                columns[c].push_back(static_cast<float>(row[c + 1]));
            }
        }
        const auto upload = [](auto& to, const auto& from) {
            cuda_check(cudaMemcpy(to.data(), from.data(), from.size() * sizeof(from[0]),
                                  cudaMemcpyHostToDevice),
                       "copying to the GPU");
        };
        upload(x, columns[0]);
        upload(y, columns[1]);
        upload(z, columns[2]);
        upload(mass, columns[3]);
        upload(numbers, number);
    }
};

// Each body of a rank goes somewhere near, or far away, or to where others of its rank do.
TEST_F(GpuDomains, HaveTheSameBodiesWhetherTheseMoveInTheirArraysOrToOthers) {
    constexpr std::size_t all = 3000;
    const std::vector<Place> start = packed(plummer(all).bodies);
    const auto moved = [](MigratingBodies::Row row, double how_far, std::size_t rank) {
        row[1] += how_far * std::sin(row[0]);
        row[2] += how_far * (how_far > 100 ? double(rank) : std::cos(row[0]));
        return row;
    };
    for (const double how_far : {0.0, 0.02, 5.0, 200.0}) {
        SCOPED_TRACE(how_far);
        std::array<std::vector<MigratingBodies::Row>, 3> there, in_place;
        on_ranks(3, [&](Communicator& ranks) {
            DeviceQueue queue(0);
            queue.activate();
            MigratingBodies bodies(all), others(all);
            std::vector<MigratingBodies::Row> own;
            for (std::size_t i = ranks.rank(); i < all; i += 3) {
                own.push_back({double(i), double(start[i].x), double(start[i].y),
                               double(start[i].z), double(start[i].mass)});
            }
            bodies.put(own);
            DeviceMigration migration;
            migration.plan(queue, bodies.moving(own.size()), Recut{}, ranks);
            migration.move(queue, bodies.columns(others), ranks);
            queue.wait();
            own = others.rows(migration.count());
            for (MigratingBodies::Row& row : own) {
                row = moved(row, how_far, ranks.rank());
            }
            bodies.put(own);

            const Recut stray{.as_before = true};
            migration.plan(queue, bodies.moving(own.size()), stray, ranks);
            migration.move(queue, bodies.columns(others), ranks);
            queue.wait();
            there[ranks.rank()] = others.rows(migration.count());
            migration.plan(queue, bodies.moving(own.size()), stray, ranks);
            migration.move(queue, bodies.columns(bodies), ranks);
            migration.settle_in_place(queue, bodies.columns(bodies));
            queue.wait();
            in_place[ranks.rank()] = bodies.rows(migration.count());
        });
        EXPECT_EQ(in_place, there);
        EXPECT_EQ(there[0].size() + there[1].size() + there[2].size(), all);
    }
}

} // namespace
} // namespace orrery
