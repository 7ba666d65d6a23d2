#include "app/window/measurement.hpp"

#include "app/choice/machine_memory.hpp"
#include "app/language/tr.hpp"
#include "app/state/measurement_status.hpp"
#include "sim/base/error.hpp"
#include "sim/probe/probe.hpp"

#include <utility>

namespace orrery {

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
        job_.cancel();
    }
}

void Measurement::begin() {
    progress_.change([](MeasurementStatus& told) { told = {true, 0, ""}; });
    job_.start([this](const std::stop_token& stop) {
        const auto tell = [this](double fraction, std::string_view doing) {
            progress_.change([&](MeasurementStatus& told) {
                told.fraction = fraction;
                told.doing = doing;
            });
        };
        return probe_machine({}, tell, stop);
    });
    phase_ = Phase::measuring;
}

void Measurement::end(AppState& app) {
    phase_ = Phase::idle;
    app.settings.running = app.settings.running || resume_;
}

void Measurement::take_result(AppState& app) {
    end(app);
    try {
        std::optional<MachinePeaks> peaks = job_.take();
        if (!peaks) {
            return; // stopped
        }
        if (!peaks->trusted()) {
            app.say(why_not_kept(*peaks), true);
            return;
        }
        app.peaks = std::move(peaks);
        if (remember_) {
            remember_peaks(*app.peaks);
        }
    } catch (const Error& error) {
        app.say(error.what(), true);
    } catch (const std::bad_alloc&) {
        app.say("Not enough memory to measure the machine.", true);
    }
}

void Measurement::act(Frame& frame) {
    AppState& app = frame.app;
    if (app.requests.take<MeasureMachine>()) {
        start_or_stop(app);
    }
    const SimulationStatus& status = app.status;
    if (phase_ == Phase::waiting && !status.stepping && !status.loading &&
        !status.settings.running) {
        begin();
    }
    app.get<MeasurementStatus>() = {under_way(), 0, tr("waiting for the step to end")};
    if (phase_ != Phase::measuring) {
        return;
    }
    app.get<MeasurementStatus>() = progress_.told();
    if (job_.finished()) {
        take_result(app);
        app.get<MeasurementStatus>().under_way = false;
    }
}

} // namespace orrery
