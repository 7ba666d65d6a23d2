// Finds out which GPUs there are, for the panels: beside the frames, since the driver takes its
// time, and only once an algorithm in force runs on them, since asking takes some of their memory.
#include "app/features/features.hpp"
#include "app/job.hpp"
#include "sim/base/error.hpp"

#include <utility>

namespace orrery {
namespace {

class GpuSearch : public Feature {
public:
    void update(Frame& frame) override {
        AppState& app = frame.app;
        const bool wanted = find_solver(app.status.settings.algorithm).info.space != Space::host;
        if (wanted && !std::exchange(begun_, true)) {
            found_.start(gpu_devices);
        }
        try {
            if (auto found = found_.poll()) {
                app.gpus = *std::move(found);
            }
        } catch (const Error& error) {
            app.say(error.what(), true);
        }
    }

private:
    Job<std::vector<GpuDevice>> found_;
    bool begun_ = false;
};

} // namespace

FeatureEntry gpu_search_feature() {
    return feature<GpuSearch>();
}

} // namespace orrery
