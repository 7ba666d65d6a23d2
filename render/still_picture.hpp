#pragma once

#include "render/body_sampling.hpp"
#include "render/camera.hpp"
#include "render/colour_target.hpp"
#include "render/fullscreen_pass.hpp"
#include "render/gl_object.hpp"

#include <optional>

namespace orrery {

// A picture of bodies that stand still: the mean of many drawings of them, each of them shifted by
// a part of a pixel and of other bodies where not all are drawn, as light. So edges become smooth,
// and what was left to chance evens out.
class StillPicture {
public:
    // Begins anew.
    void clear() { samples_ = 0; }
    int samples() const { return samples_; }
    // Whether more drawings would show no difference.
    bool finished() const;

    // As the next drawing sees the bodies; the first one sees them as every other picture does.
    Camera next_camera(const Camera& camera, Extent size) const;
    BodySampling next_sampling(int every) const { return {every, samples_}; }

    // Adds a drawing of one in `every` of something; `copy` is shaders/mean.frag. The current
    // vertex array must be empty.
    void add(const ColourTarget& light, int every, const FullscreenPass& copy);
    Extent size() const { return mean_->size(); }
    // The picture to show: the mean, to which the first drawing fades in some steps, since a sudden
    // change would be seen. `scratch` is of its size, and may become it. As for add.
    const ColourTarget& shown(const ColourTarget& scratch, const FullscreenPass& copy) const;

    // All drawings are shown with the first one's measures, or the picture would flicker. Copies
    // them from that buffer, and back to it.
    void keep_measured(const GlBuffer& measured);
    void restore_measured(const GlBuffer& measured) const;

private:
    int samples_ = 0;
    int every_ = 1;
    std::optional<ColourTarget> mean_, first_;
    GrowingBuffer measured_;
};

} // namespace orrery
