// Bodies that are added, taken away and changed while a system evolves.

#include "sim/mesh/mesh_options.hpp"
#include "sim/simulation/body_edit.hpp"

#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/predicted_path.hpp"
#include "sim/simulation/simulation_thread.hpp"
#include "sim/simulation/time_travel.hpp"
#include "tests/patience.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <numbers>
#include <thread>

namespace orrery {
namespace {

constexpr std::size_t edited_count = 200;

System sphere() {
    return make_scene(find_scene("plummer"), edited_count, 1);
}

Settings direct(Precision precision = Precision::fp64) {
    Settings settings;
    settings.source = "plummer";
    settings.bodies = edited_count;
    settings.algorithm = "cpu.simd";
    settings.precision = precision;
    return settings;
}

bool same_values(const HostArray<double>& a, const HostArray<double>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

bool same_values(const VectorArray<double>& a, const VectorArray<double>& b) {
    return same_values(a.x, b.x) && same_values(a.y, b.y) && same_values(a.z, b.z);
}

bool same_bodies(const System& a, const System& b) {
    return a.time == b.time && same_values(a.bodies.position, b.bodies.position) &&
           same_values(a.bodies.velocity, b.bodies.velocity) &&
           same_values(a.bodies.mass, b.bodies.mass);
}

Vector3 momentum_of(const Bodies<double>& bodies) {
    Vector3 sum;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        sum = sum + bodies.mass[i] *
                        Vector3{bodies.velocity.x[i], bodies.velocity.y[i], bodies.velocity.z[i]};
    }
    return sum;
}

Vector3 place(const Bodies<double>& bodies, std::size_t i) {
    return {bodies.position.x[i], bodies.position.y[i], bodies.position.z[i]};
}

Vector3 speed(const Bodies<double>& bodies, std::size_t i) {
    return {bodies.velocity.x[i], bodies.velocity.y[i], bodies.velocity.z[i]};
}

BodyEdit thrown(double mass, const Vector3& at, const Vector3& velocity) {
    return {AddedBody{mass, at, velocity}, "throw"};
}

TEST(Edit, AddsABodyWithItsNameAndLeavesTheOthersAsTheyAre) {
    const System before = sphere();
    const System after = edited(before, thrown(0.5, {1, 2, 3}, {4, 5, 6}), {});
    ASSERT_EQ(after.bodies.size(), edited_count + 1);
    EXPECT_EQ(after.bodies.mass[edited_count], 0.5);
    EXPECT_EQ(after.bodies.velocity.z[edited_count], 6);
    for (std::size_t i = 0; i < edited_count; ++i) {
        EXPECT_EQ(after.bodies.position.x[i], before.bodies.position.x[i]);
    }
    ASSERT_FALSE(after.catalogue.labels.empty());
    EXPECT_EQ(after.catalogue.labels.back().text, "thrown 1");
    EXPECT_EQ(after.catalogue.labels.back().body, edited_count);
    const Component& last = after.catalogue.components.back();
    EXPECT_EQ(last.name, "thrown");
    EXPECT_EQ(last.first + last.count, after.bodies.size()) << "components cover all bodies";
    const System twice = edited(after, thrown(0.5, {1, 2, 4}, {}), {});
    EXPECT_EQ(twice.catalogue.labels.back().text, "thrown 2");
    EXPECT_EQ(twice.catalogue.components.back().count, 2U);
}

TEST(Edit, KeepsNamesNumbersAndIdsWithTheirBodiesWhenOneGoes) {
    System before = make_scene(find_scene("solar_system"), 0, 1);
    const std::size_t count = before.bodies.size();
    for (std::size_t i = 0; i < count; ++i) {
        before.catalogue.file_ids.push_back(static_cast<std::int32_t>(100 + i));
    }
    const Label last = before.catalogue.labels.back();
    const System after = edited(before, {RemovedBody{1}, "delete"}, {});
    ASSERT_EQ(after.bodies.size(), count - 1);
    EXPECT_EQ(after.catalogue.labels.size(), before.catalogue.labels.size() - 1);
    EXPECT_EQ(after.catalogue.labels.back().text, last.text);
    EXPECT_EQ(after.catalogue.labels.back().body, last.body - 1);
    EXPECT_EQ(after.catalogue.file_ids[1], 102);
    EXPECT_EQ(after.catalogue.numbers.at(1), 2U);
    EXPECT_EQ(after.catalogue.numbers.find(2, count - 1), 1U);
    EXPECT_FALSE(after.catalogue.numbers.find(1, count - 1));
    EXPECT_EQ(after.bodies.mass[1], before.bodies.mass[2]);
    const System more = edited(after, thrown(1, {9, 9, 9}, {}), {});
    EXPECT_EQ(more.catalogue.numbers.at(count - 1), count) << "a number is given once";
    EXPECT_EQ(more.catalogue.file_ids.back(), static_cast<std::int32_t>(100 + count));
}

TEST(Edit, RefusesWhatMeansNothingInOneSentence) {
    const System system = sphere();
    EXPECT_THROW(edited(system, {RemovedBody{edited_count}, ""}, {}), Error);
    EXPECT_THROW(edited(system, thrown(-1, {}, {}), {}), Error);
    EXPECT_THROW(edited(system, thrown(1, {NAN, 0, 0}, {}), {}), Error);
    EXPECT_THROW(edited(system, {ChangedBody{.number = 3, .mass = 1e39}, ""}, {}), Error);
    EXPECT_THROW(edited(system, {AddedGalaxy{.bodies = 3}, ""}, {}), Error);
    EXPECT_THROW(edited(system, {AddedRing{.bodies = 0}, ""}, {}), Error);
}

TEST(Edit, MomentumAfterAThrowIsTheSumOfBoth) {
    Simulation simulation;
    simulation.load(sphere(), direct());
    ASSERT_EQ(simulation.step(), Outcome::complete);
    const Vector3 before = momentum_of(simulation.snapshot().bodies);
    simulation.edit(thrown(0.25, {3, 0, 0}, {0, 0.8, -0.2}));
    for (int step = 0; step < 20; ++step) {
        ASSERT_EQ(simulation.step(), Outcome::complete);
    }
    const Vector3 after = momentum_of(simulation.snapshot().bodies);
    EXPECT_NEAR(after.x, before.x, 1e-12);
    EXPECT_NEAR(after.y, before.y + 0.25 * 0.8, 1e-12);
    EXPECT_NEAR(after.z, before.z - 0.25 * 0.2, 1e-12);
}

TEST(Edit, IsDoneForEveryAlgorithmAndInBothPrecisions) {
    for (const SolverEntry& entry : solvers()) {
        if (!entry.unavailable().empty()) {
            continue;
        }
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            if (precision == Precision::fp64 && !entry.info.has_double) {
                continue;
            }
            Settings settings = direct(precision);
            settings.algorithm = entry.info.id;
            Simulation simulation;
            simulation.load(sphere(), settings);
            ASSERT_EQ(simulation.step(), Outcome::complete) << entry.info.id;
            const System before = simulation.snapshot();
            simulation.edit({RemovedBody{17}, ""});
            simulation.edit(thrown(0.125, {2, 0, 0}, {0, 0.5, 0}));
            const System after = simulation.snapshot();
            ASSERT_EQ(after.bodies.size(), edited_count);
            EXPECT_EQ(after.time, before.time);
            for (std::size_t i = 0; i + 1 < edited_count; ++i) {
                const std::size_t was = i < 17 ? i : i + 1;
                EXPECT_EQ(length(place(after.bodies, i) - place(before.bodies, was)), 0)
                    << entry.info.id;
                EXPECT_EQ(length(speed(after.bodies, i) - speed(before.bodies, was)), 0)
                    << entry.info.id;
            }
            ASSERT_EQ(simulation.step(), Outcome::complete) << entry.info.id;
            const ForceError error = simulation.force_error(50, 1).value();
            if (entry.info.promise == mesh_promise) {
                continue; // 50 bodies are nearer to each other than its cells are long
            }
            EXPECT_LT(error.median, 1e-2) << entry.info.id << " computes with the bodies of now";
        }
    }
}

TEST(Edit, ARingAboutAPointMassStaysCircular) {
    Simulation simulation;
    System one;
    one.bodies = Bodies<double>(1);
    one.bodies.mass[0] = 2;
    one.time_step = 1.0 / 256;
    one.softening = 0.01;
    Settings settings = direct();
    simulation.load(one, settings);
    simulation.edit({AddedRing{.bodies = 32, .radius = 1.5, .inclination = 40}, "ring"});
    ASSERT_EQ(simulation.count(), 33U);
    const double turn = 2 * std::numbers::pi * std::sqrt(1.5 * 1.5 * 1.5 / 2);
    while (simulation.time() < turn) {
        ASSERT_EQ(simulation.step(), Outcome::complete);
    }
    const System after = simulation.snapshot();
    for (std::size_t i = 1; i < after.bodies.size(); ++i) {
        EXPECT_NEAR(length(place(after.bodies, i) - place(after.bodies, 0)), 1.5, 1e-3);
    }
    EXPECT_EQ(length(place(after.bodies, 0)), 0) << "tracers do not pull";
    EXPECT_EQ(after.catalogue.components.back().name, "tracers");
}

TEST(Edit, AGalaxyMovesAsAWholeAndHoldsTogether) {
    System system = make_scene(find_scene("disk_galaxy"), 500, 1);
    const AddedGalaxy added{.bodies = 1000, .position = {100, 0, 0}, .velocity = {0, 0.1, 0}};
    const EditForces forces{system.units.gravity, system.softening};
    const System after = edited(std::move(system), {added, "galaxy"}, forces);
    ASSERT_EQ(after.bodies.size(), 1500U);
    Vector3 centre, velocity;
    double mass = 0;
    for (std::size_t i = 500; i < 1500; ++i) {
        const double m = after.bodies.mass[i];
        centre = centre + m * place(after.bodies, i);
        velocity = velocity + m * speed(after.bodies, i);
        mass += m;
    }
    EXPECT_NEAR(mass, 35, 1) << "10^10 solar masses, as the scenes make them";
    EXPECT_NEAR(centre.x / mass, 100, 1e-6);
    EXPECT_NEAR(velocity.y / mass, 0.1, 1e-6);
    const std::vector<Component>& components = after.catalogue.components;
    EXPECT_EQ(components.back().name, "added halo");
}

class EditedTimeline : public testing::Test {
protected:
    EditedTimeline() {
        simulation_.load(sphere(), direct());
        travel_.begin();
    }
    void take_steps(int count) {
        for (int step = 0; step < count; ++step) {
            ASSERT_EQ(simulation_.step(), Outcome::complete);
            travel_.stepped();
        }
    }
    void edit(const BodyEdit& edit) {
        simulation_.edit(edit);
        travel_.edited();
    }

    Simulation simulation_;
    TimeTravel travel_{simulation_};
};

TEST_F(EditedTimeline, FindsMomentsOnBothSidesOfAnEdit) {
    take_steps(10);
    const System before = simulation_.snapshot();
    take_steps(2);
    edit({RemovedBody{3}, ""});
    const System at = simulation_.snapshot();
    take_steps(10);
    const System after = simulation_.snapshot();
    ASSERT_EQ(travel_.go_to(10, {}), Outcome::complete);
    EXPECT_TRUE(same_bodies(simulation_.snapshot(), before));
    EXPECT_EQ(simulation_.snapshot().catalogue.numbers.of.size(), 0U);
    ASSERT_EQ(travel_.go_to(12, {}), Outcome::complete);
    EXPECT_TRUE(same_bodies(simulation_.snapshot(), at));
    ASSERT_EQ(travel_.go_to(10, {}), Outcome::complete);
    while (simulation_.steps() < 22) { // as a loop repeats them
        ASSERT_EQ(travel_.repeat_step({}), Outcome::complete);
    }
    EXPECT_TRUE(same_bodies(simulation_.snapshot(), after));
}

TEST_F(EditedTimeline, StaysUnderItsBudgetHoweverManyEditsThereAre) {
    const std::size_t one = simulation_.checkpoint().bytes();
    travel_.set_budget(6 * one);
    for (std::uint32_t k = 0; k < 20; ++k) {
        take_steps(1);
        edit({ChangedBody{.number = k, .mass_factor = 2}, ""});
    }
    EXPECT_LE(travel_.timeline().bytes(), 6 * one);
    EXPECT_GT(travel_.timeline().first_step(), 10U);
    EXPECT_EQ(travel_.timeline().end().step, 20U);
}

class EditedThread : public testing::Test {
protected:
    bool becomes(const std::function<bool(const SimulationStatus&)>& condition) {
        return wait_for([&] { return condition(simulation_.status()); });
    }
    void load(bool running) {
        settings_.running = running;
        simulation_.set(settings_);
        ASSERT_TRUE(becomes([&](const auto& s) { return s.loaded && (!running || s.steps > 5); }));
    }

    Settings settings_ = direct();
    SimulationThread simulation_;
};

TEST_F(EditedThread, DeleteAndComeBackIsTheSameToTheLastBit) {
    load(false);
    simulation_.step_once(false);
    ASSERT_TRUE(becomes([](const auto& s) { return s.steps == 1; }));
    const System before = simulation_.snapshot();
    simulation_.edit({RemovedBody{5}, "delete body 6"});
    ASSERT_TRUE(becomes([](const auto& s) { return s.count == edited_count - 1; }));
    std::vector<Replaced> replaced = simulation_.take_replaced();
    ASSERT_FALSE(replaced.empty());
    EXPECT_EQ(replaced.back().words, "delete body 6");
    EXPECT_FALSE(replaced.back().by_load);
    simulation_.restore(replaced.back().timeline, settings_);
    ASSERT_TRUE(becomes([](const auto& s) { return s.count == edited_count; }));
    EXPECT_TRUE(same_bodies(simulation_.snapshot(), before));
    EXPECT_TRUE(simulation_.catalogue().numbers.of.empty());
}

TEST_F(EditedThread, ComparesEnergyAnewAndSaysSinceWhen) {
    load(true);
    ASSERT_TRUE(becomes([](const auto& s) { return s.latest && !s.edited_at; }));
    const double energy = simulation_.status().initial->energy();
    simulation_.edit(thrown(0.5, {2, 0, 0}, {0, 0.5, 0}));
    ASSERT_TRUE(becomes([](const auto& s) { return s.edited_at && s.initial && s.latest; }));
    const SimulationStatus status = simulation_.status();
    EXPECT_GT(*status.edited_at, 0);
    EXPECT_NE(status.initial->energy(), energy);
    EXPECT_LT(std::abs(status.latest->energy() / status.initial->energy() - 1), 1e-2);
    EXPECT_TRUE(status.settings.running);
}

TEST_F(EditedThread, ComparesWithTheValuesOfBeforeWhereItGoesBackToBeforeAnEdit) {
    load(true);
    ASSERT_TRUE(becomes([](const auto& s) { return s.latest && !s.edited_at; }));
    const double energy = simulation_.status().initial->energy();
    simulation_.edit(thrown(0.5, {2, 0, 0}, {0, 0.5, 0}));
    ASSERT_TRUE(becomes([](const auto& s) { return s.edited_at && s.initial && s.latest; }));
    const double edited_energy = simulation_.status().initial->energy();
    settings_.running = false;
    simulation_.set(settings_);

    simulation_.go_to_step(1);
    ASSERT_TRUE(becomes([](const auto& s) { return s.steps == 1; }));
    const SimulationStatus before = simulation_.status();
    EXPECT_FALSE(before.edited_at);
    ASSERT_TRUE(before.initial);
    EXPECT_DOUBLE_EQ(before.initial->energy(), energy);

    simulation_.go_to_step(before.travel.end.step);
    ASSERT_TRUE(becomes([&](const auto& s) { return s.steps == before.travel.end.step; }));
    const SimulationStatus after = simulation_.status();
    EXPECT_TRUE(after.edited_at);
    ASSERT_TRUE(after.initial);
    EXPECT_DOUBLE_EQ(after.initial->energy(), edited_energy);

    simulation_.go_to_step(1);
    ASSERT_TRUE(becomes([](const auto& s) { return s.steps == 1; }));
    settings_.running = true;
    simulation_.set(settings_);
    ASSERT_TRUE(becomes([](const auto& s) { return !s.edited_at && s.latest; }));
    const SimulationStatus again = simulation_.status();
    EXPECT_LT(std::abs(again.latest->energy() / energy - 1), 1e-2);
    EXPECT_DOUBLE_EQ(again.initial->energy(), energy);
}

TEST_F(EditedThread, ComparesWithTheValuesOfTheBeginningWhereAResetIsUndone) {
    load(true);
    ASSERT_TRUE(becomes([](const auto& s) { return s.latest && s.steps > 10; }));
    const double energy = simulation_.status().initial->energy();
    settings_.seed += 1;
    simulation_.set(settings_);
    ASSERT_TRUE(becomes(
        [&](const auto& s) { return s.latest && s.initial && s.initial->energy() != energy; }));
    settings_.seed -= 1;
    const std::vector<Replaced> replaced = simulation_.take_replaced();
    ASSERT_FALSE(replaced.empty());
    simulation_.restore(replaced.back().timeline, settings_);
    ASSERT_TRUE(becomes([](const auto& s) { return s.latest && s.steps > 10; }));
    EXPECT_EQ(simulation_.status().initial->energy(), energy);
    simulation_.reset();
    ASSERT_TRUE(becomes([](const auto& s) { return s.latest && s.steps < 10; }));
    ASSERT_TRUE(simulation_.status().initial);
    EXPECT_NEAR(simulation_.status().initial->energy() / energy, 1, 1e-6) << "made anew";
}

TEST_F(EditedThread, TellsOfABodyThatIsNotThereAndGoesOn) {
    load(true);
    simulation_.edit({RemovedBody{9999}, ""});
    ASSERT_TRUE(becomes([](const auto& s) { return s.notice_serial == 1; }));
    const SimulationStatus status = simulation_.status();
    EXPECT_NE(status.notice.find("body 10000"), std::string::npos) << status.notice;
    EXPECT_FALSE(status.error);
    EXPECT_TRUE(becomes([&](const auto& s) { return s.steps > status.steps; }));
}

TEST(PredictedPath, GoesAroundAHeavyBodyAndComesBack) {
    PullingField field{Bodies<double>(1), false};
    field.bodies.mass[0] = 1;
    const double turn = 2 * std::numbers::pi;
    const auto path = predicted_path(field, {1, 0}, {1, 0, 0}, {0, 1, 0}, 0, turn, 128);
    ASSERT_EQ(path.size(), 129U);
    EXPECT_NEAR(length(path[64] - Vector3{-1, 0, 0}), 0, 0.02);
    EXPECT_NEAR(length(path[128] - Vector3{1, 0, 0}), 0, 0.03);
}

TEST(PredictedPath, IsWhatTheSimulationThenDoesWithFewBodies) {
    System system = make_scene(find_scene("figure_eight"), 0, 1);
    const PullingField field{system.bodies, true};
    const Vector3 at{2.5, 0.4, 0}, velocity{-0.1, 0.9, 0.1};
    const EditForces forces{system.units.gravity, system.softening};
    Simulation simulation;
    simulation.load(std::move(system), direct());
    simulation.edit(thrown(0.05, at, velocity));
    while (simulation.time() < 2) {
        ASSERT_EQ(simulation.step(), Outcome::complete);
    }
    const auto path = predicted_path(field, forces, at, velocity, 0.05, simulation.time(), 64);
    EXPECT_LT(length(path.back() - place(simulation.snapshot().bodies, 3)), 0.02);
}

} // namespace
} // namespace orrery
