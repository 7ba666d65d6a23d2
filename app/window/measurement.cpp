#include "app/window/measurement.hpp"

#include "app/language/tr.hpp"
#include "app/peaks/peaks_file.hpp"
#include "sim/base/error.hpp"
#include "sim/probe/probe.hpp"

#include <mutex>
#include <utility>

namespace orrery {

struct Measurement::Shared {
    std::mutex mutex;
    double fraction = 0;
    std::string doing;
    bool finished = false;
    std::optional<MachinePeaks> peaks;
    std::string problem;
};

Measurement::Measurement() = default;
Measurement::~Measurement() = default;

void Measurement::recall(AppState& app, bool remember) {
    remember_ = remember;
    if (!remember) {
        return;
    }
    RememberedPeaks remembered = read_remembered_peaks();
    app.peaks = std::move(remembered.peaks);
    if (!remembered.complaint.empty()) {
        app.say(remembered.complaint);
    }
}

void Measurement::start_or_stop(AppState& app) {
    if (phase_ == Phase::idle) {
        resume_ = std::exchange(app.settings.running, false);
        phase_ = Phase::waiting;
    } else if (phase_ == Phase::waiting) {
        end(app);
    } else {
        thread_.request_stop();
    }
}

void Measurement::begin() {
    shared_ = std::make_unique<Shared>();
    thread_ = std::jthread([shared = shared_.get()](const std::stop_token& stop) {
        const auto tell = [shared](double fraction, std::string_view doing) {
            const std::lock_guard lock(shared->mutex);
            shared->fraction = fraction;
            shared->doing = doing;
        };
        std::optional<MachinePeaks> peaks;
        std::string problem;
        try {
            peaks = probe_machine({}, tell, stop);
        } catch (const Error& error) {
            problem = error.what();
        } catch (const std::bad_alloc&) {
            problem = tr_noop("Not enough memory to measure the machine.");
        }
        const std::lock_guard lock(shared->mutex);
        shared->peaks = std::move(peaks);
        shared->problem = std::move(problem);
        shared->finished = true;
    });
    phase_ = Phase::measuring;
}

void Measurement::end(AppState& app) {
    phase_ = Phase::idle;
    app.settings.running = app.settings.running || resume_;
}

void Measurement::take_result(AppState& app) {
    thread_.join();
    end(app);
    if (!shared_->problem.empty()) {
        app.say(shared_->problem, true);
        return;
    }
    if (!shared_->peaks) {
        return; // stopped
    }
    if (!shared_->peaks->trusted()) {
        app.say(why_not_kept(*shared_->peaks), true);
        return;
    }
    app.peaks = std::move(shared_->peaks);
    try {
        if (remember_) {
            remember_peaks(*app.peaks);
        }
    } catch (const Error& error) {
        app.say(error.what(), true);
    }
}

void Measurement::poll(AppState& app) {
    const SimulationStatus& status = app.status;
    if (phase_ == Phase::waiting && !status.stepping && !status.loading &&
        !status.settings.running) {
        begin();
    }
    app.measurement = {under_way(), 0, tr("waiting for the step to end")};
    if (phase_ != Phase::measuring) {
        return;
    }
    bool finished = false;
    {
        const std::lock_guard lock(shared_->mutex);
        app.measurement.fraction = shared_->fraction;
        app.measurement.doing = shared_->doing;
        finished = shared_->finished;
    }
    if (finished) {
        take_result(app);
        app.measurement.under_way = false;
    }
}

} // namespace orrery
