#include "sim/simulation/simulation_thread.hpp"

#include "sim/base/error.hpp"
#include "sim/simulation/load_source.hpp"

#include <chrono>

namespace orrery {

namespace {

// The interval at which waiting threads check whether they are asked to stop.
constexpr auto between_looks = std::chrono::milliseconds(20);

} // namespace

void SimulationThread::set(const Settings& settings) {
    interrupt_and_wake([&] {
        if ((mailbox_.restored || mailbox_.first) && !same_system(*mailbox_.settings, settings)) {
            mailbox_.restored.reset();
            mailbox_.first.reset();
        }
        if (!mailbox_.settings) {
            mailbox_.settings_sent = Clock::now();
        }
        mailbox_.settings = settings;
    });
}

bool SimulationThread::wait_until_idle(const std::stop_token& stop) const {
    std::unique_lock lock(mutex_);
    while (!rested_.wait_for(lock, between_looks, [this] { return resting_ && idle(); })) {
        if (stop.stop_requested()) {
            return false;
        }
    }
    return true;
}

std::optional<StepInFlight> SimulationThread::step_in_flight() const {
    const auto began = locked([this] { return step_began_; });
    return began ? std::optional(
                       StepInFlight{milliseconds_since(*began) / 1000, simulation_.step_share()})
                 : std::nullopt;
}

void SimulationThread::run_errand(const std::function<void()>& work) const {
    if (simulation_.ranks().size() == 1) {
        work();
        return;
    }
    std::packaged_task<void()> errand(work);
    auto answer = errand.get_future();
    wake([&] { mailbox_.errands.push_back(std::move(errand)); });
    try {
        answer.get();
    } catch (const std::future_error&) { // the thread ended without an answer
        throw failure("the simulation did not get to it", "", "try again");
    }
}

System SimulationThread::snapshot() const {
    System now;
    run_errand([&] { now = simulation_.snapshot(); });
    return now;
}

void SimulationThread::save(const std::filesystem::path& file, const Settings& settings,
                            const std::string& look) const {
    run_errand([&] { simulation_.save(file, settings, look); });
}

std::unique_ptr<InspectionReading> SimulationThread::inspect(const InspectRequest& request,
                                                             const std::stop_token& stop) const {
    InspectOrder order{request, {}};
    auto answer = order.answer.get_future();
    wake([&] { mailbox_.inspections.push_back(std::move(order)); });
    while (answer.wait_for(between_looks) != std::future_status::ready) {
        if (stop.stop_requested()) {
            return nullptr;
        }
    }
    try {
        return answer.get();
    } catch (const std::future_error&) { // the thread ended without an answer
        return nullptr;
    }
}

} // namespace orrery
