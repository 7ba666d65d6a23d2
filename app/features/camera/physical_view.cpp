// The physical view of an expanding box: bodies stay at their comoving places, and the camera comes
// closer as space grows, so that the box grows in the picture as it does in length.
#include "app/features/features.hpp"
#include "app/state/scene_space.hpp"

#include <optional>

namespace orrery {
namespace {

class PhysicalView : public Feature {
public:
    void see_bodies(Frame& frame) override {
        AppState& app = frame.app;
        const SceneSpace& space = app.get<SceneSpace>();
        const bool other = app.status.load_serial != load_;
        load_ = app.status.load_serial;
        if (!app.view.physical_view || !space.cosmology || !(app.written.time > 0)) {
            shown_.reset();
            return;
        }
        const double now = space.cosmology->scale_factor(app.written.time);
        if (shown_ && !other) {
            const auto& edges = space.box.lengths;
            app.camera.magnify({edges[0] / 2, edges[1] / 2, edges[2] / 2}, now / *shown_);
        }
        shown_ = now;
    }

private:
    std::optional<double> shown_; // the scale factor that the camera has followed
    std::uint64_t load_ = 0;
};

} // namespace

extern const FeatureEntry physical_view_feature = feature<PhysicalView>();

} // namespace orrery
