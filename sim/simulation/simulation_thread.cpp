#include "sim/simulation/simulation_thread.hpp"

#include "sim/simulation/load_source.hpp"
#include "sim/simulation/simulation_loop.hpp"

#include <chrono>
#include <future>
#include <utility>

namespace orrery {

SimulationThread::SimulationThread(std::shared_ptr<GpuTurns> turns)
    : loop_(std::make_unique<SimulationLoop>(std::move(turns))) {}
SimulationThread::~SimulationThread() = default;

void SimulationThread::set(const Settings& settings) {
    loop_->interrupt_and_wake([&] {
        auto& mailbox = loop_->mailbox;
        if ((mailbox.restored || mailbox.first) && !same_system(*mailbox.settings, settings)) {
            mailbox.restored.reset();
            mailbox.first.reset();
        }
        if (!mailbox.settings) {
            mailbox.settings_sent = Clock::now();
        }
        mailbox.settings = settings;
    });
}

void SimulationThread::begin_with(std::shared_ptr<const System> system, const Settings& settings) {
    loop_->interrupt_and_wake([&] {
        loop_->mailbox.settings_sent = Clock::now();
        loop_->mailbox.settings = settings;
        loop_->mailbox.drop_moves();
        loop_->mailbox.first = std::move(system);
    });
}

void SimulationThread::restore(std::shared_ptr<const Timeline> timeline, const Settings& settings) {
    loop_->interrupt_and_wake([&] {
        loop_->mailbox.settings_sent = Clock::now();
        loop_->mailbox.settings = settings;
        loop_->mailbox.drop_moves();
        loop_->mailbox.restored = std::move(timeline);
    });
}

std::vector<Replaced> SimulationThread::take_replaced() {
    return loop_->locked([&] { return std::exchange(loop_->board.replaced, {}); });
}

void SimulationThread::go_to_step(std::uint64_t step) {
    loop_->interrupt_and_wake([&] { loop_->mailbox.journey = Journey{.step = step}; });
}

void SimulationThread::go_to_time(double time) {
    loop_->interrupt_and_wake([&] { loop_->mailbox.journey = Journey{.time = time}; });
}

void SimulationThread::run_to(double time) {
    loop_->wake([&] { loop_->mailbox.journey = Journey{.time = time, .new_steps = true}; });
}

void SimulationThread::stop_travel() {
    loop_->interrupt_and_wake([&] { loop_->mailbox.journey = Journey{}; });
}

void SimulationThread::set_loop(std::optional<StepSpan> loop) {
    loop_->interrupt_and_wake([&] { loop_->mailbox.loop = loop; });
}

void SimulationThread::set_checkpoint_budget(std::size_t bytes) {
    loop_->wake([&] { loop_->mailbox.budget = bytes; });
}

std::vector<TimelineMark> SimulationThread::timeline_marks() const {
    return loop_->locked([&] { return loop_->board.marks; });
}

void SimulationThread::reset() {
    loop_->interrupt_and_wake([&] {
        loop_->mailbox.drop_moves();
        loop_->mailbox.reset = true;
    });
}

void SimulationThread::step_once(bool backwards) {
    loop_->wake([&] { loop_->mailbox.single_steps.push_back(backwards); });
}

void SimulationThread::edit(BodyEdit edit) {
    loop_->interrupt_and_wake([&] { loop_->mailbox.edits.push_back(std::move(edit)); });
}

bool SimulationThread::wait_until_idle(const std::stop_token& stop) const {
    constexpr auto between_looks = std::chrono::milliseconds(20);
    std::unique_lock lock(loop_->mutex);
    while (!loop_->rested.wait_for(lock, between_looks,
                                   [this] { return loop_->resting && loop_->idle(); })) {
        if (stop.stop_requested()) {
            return false;
        }
    }
    return true;
}

GpuTurns& SimulationThread::turns() {
    return *loop_->turns;
}

std::shared_ptr<GpuTurns> SimulationThread::shared_turns() const {
    return loop_->turns;
}

void SimulationThread::keep_time_with(std::shared_ptr<TimeGate> gate, std::size_t number) {
    loop_->interrupt_and_wake([&] { loop_->company = {std::move(gate), number}; });
}

void SimulationThread::verify(std::size_t samples) {
    loop_->wake([&] { loop_->mailbox.verify_samples = samples; });
}

void SimulationThread::dismiss_error() {
    loop_->locked([&] { loop_->board.status.error.reset(); });
}

SimulationStatus SimulationThread::status() const {
    return loop_->locked([&] { return loop_->board.status; });
}

std::optional<StepInFlight> SimulationThread::step_in_flight() const {
    const std::lock_guard lock(loop_->mutex);
    if (!loop_->step_began) {
        return std::nullopt;
    }
    return StepInFlight{milliseconds_since(*loop_->step_began) / 1000,
                        loop_->simulation.step_share()};
}

std::vector<StepReport> SimulationThread::take_reports() {
    return loop_->locked([&] { return std::exchange(loop_->board.reports, {}); });
}

std::vector<TracePoint> SimulationThread::take_trace(const std::vector<std::size_t>& bodies,
                                                     std::uint64_t bodies_serial) {
    return loop_->locked([&] { return loop_->trace.take(bodies, bodies_serial); });
}

std::uint64_t SimulationThread::version() const {
    return loop_->simulation.version();
}

Simulation::Written SimulationThread::write_latest(const BodyTarget& target, BodyScalar scalar,
                                                   std::span<const std::size_t> named) const {
    return loop_->simulation.write_latest(target, scalar, named);
}

BodyValues SimulationThread::read(const ReadRequest& request) const {
    return loop_->simulation.read(request);
}

System SimulationThread::snapshot() const {
    return loop_->simulation.snapshot();
}

std::unique_ptr<InspectionReading> SimulationThread::inspect(const InspectRequest& request,
                                                             const std::stop_token& stop) const {
    constexpr auto between_looks = std::chrono::milliseconds(20);
    SimulationLoop::InspectOrder order{request, {}};
    auto answer = order.answer.get_future();
    loop_->wake([&] { loop_->mailbox.inspections.push_back(std::move(order)); });
    while (answer.wait_for(between_looks) != std::future_status::ready) {
        if (stop.stop_requested()) {
            return nullptr;
        }
    }
    try {
        return answer.get();
    } catch (const std::future_error&) { // nobody is there to answer any more
        return nullptr;
    }
}

Catalogue SimulationThread::catalogue() const {
    return loop_->locked([&] { return loop_->board.catalogue; });
}

Units SimulationThread::units() const {
    return loop_->locked([&] { return loop_->board.units; });
}

Viewpoint SimulationThread::viewpoint() const {
    return loop_->locked([&] { return loop_->board.viewpoint; });
}

} // namespace orrery
