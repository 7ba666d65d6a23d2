// Measures the machine's peaks, beside a window that goes on drawing, and remembers them.
#include "app/choice/machine_memory.hpp"
#include "app/features/features.hpp"
#include "app/features/measuring/rested_job.hpp"
#include "app/language/tr.hpp"
#include "app/state/measurement_status.hpp"
#include "sim/base/error.hpp"
#include "sim/probe/probe.hpp"

#include <new>
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
            start_or_stop(app);
        }
        if (job_.finished(app)) {
            take_result(app);
        }
        app.get<MeasurementStatus>() =
            job_.begun()
                ? progress_.told()
                : MeasurementStatus{job_.under_way(), 0, tr("waiting for the step to end")};
    }

    FrameDemand demand(const AppState&) const override { return background_if(job_.under_way()); }

private:
    void start_or_stop(AppState& app) {
        job_.start_or_stop(app, [this](const std::stop_token& stop) {
            const auto tell = [this](double fraction, std::string_view doing) {
                progress_.change([&](MeasurementStatus& told) {
                    told = {true, fraction, std::string(doing)};
                });
            };
            tell(0, "");
            return probe_machine({}, tell, stop);
        });
    }

    void take_result(AppState& app) {
        try {
            std::optional<MachinePeaks> peaks = job_.take(app);
            if (!peaks) {
                return; // stopped
            }
            if (!peaks->trusted()) {
                app.say(why_not_kept(*peaks), true);
                return;
            }
            app.peaks = std::move(peaks);
            if (remembers_) {
                remember_peaks(*app.peaks);
            }
        } catch (const Error& error) {
            app.say(error.what(), true);
        } catch (const std::bad_alloc&) {
            app.say("Not enough memory to measure the machine.", true);
        }
    }

    const bool remembers_;
    bool recalls_; // what was remembered, in the first frame
    Progress<MeasurementStatus> progress_;
    // Last: uses the progress.
    RestedJob<std::optional<MachinePeaks>> job_{Workers::Priority::normal};
};

} // namespace

FeatureEntry measurement_feature() {
    return feature<Measurement>();
}

} // namespace orrery
