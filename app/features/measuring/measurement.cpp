// Measures the machine's peaks, beside a window that goes on drawing, and remembers them.
#include "app/choice/machine_memory.hpp"
#include "app/features/features.hpp"
#include "app/features/measuring/rested_job.hpp"
#include "app/language/tr.hpp"
#include "app/state/measurement_status.hpp"
#include "sim/probe/probe.hpp"

#include <utility>

namespace orrery {
namespace {

class Measurement : public Feature {
public:
    explicit Measurement(const FeatureContext& context)
        : remembers_(context.remembers), recalls_(context.remembers) {}

    void update(Frame& frame) override {
        if (!std::exchange(recalls_, false)) {
            return;
        }
        RememberedPeaks remembered = read_remembered_peaks();
        frame.app.peaks = std::move(remembered.peaks);
        if (!remembered.complaint.empty()) {
            frame.app.say(remembered.complaint);
        }
    }

    void act(Frame& frame) override {
        AppState& app = frame.app;
        if (app.requests.take<MeasureMachine>()) {
            job_.start_or_stop(
                app, [](Progress<MeasurementStatus>& progress, const std::stop_token& stop) {
                    const auto tell = [&](double fraction, std::string_view doing) {
                        progress.change([&](MeasurementStatus& told) {
                            told = {true, fraction, std::string(doing)};
                        });
                    };
                    tell(0, "");
                    return probe_machine({}, tell, stop);
                });
        }
        // Nothing: it was stopped.
        if (auto peaks = job_.poll(app, tr_noop("Not enough memory to measure the machine."));
            peaks && *peaks) {
            attempt(app, [&] { take(app, **peaks); });
        }
        app.get<MeasurementStatus>() =
            job_.begun()
                ? job_.told()
                : MeasurementStatus{job_.under_way(), 0, tr("waiting for the step to end")};
    }

    FrameDemand demand(const AppState&) const override { return background_if(job_.under_way()); }

private:
    void take(AppState& app, const MachinePeaks& peaks) const {
        if (!peaks.trusted()) {
            app.say(why_not_kept(peaks), true);
            return;
        }
        app.peaks = peaks;
        if (remembers_) {
            remember_peaks(peaks);
        }
    }

    const bool remembers_;
    bool recalls_; // what was remembered, in the first frame
    RestedJob<std::optional<MachinePeaks>, MeasurementStatus> job_{Workers::Priority::normal};
};

} // namespace

FeatureEntry measurement_feature() {
    return feature<Measurement>();
}

} // namespace orrery
