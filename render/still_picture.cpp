#include "render/still_picture.hpp"

#include "render/scene_measure.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr int least_samples = 16;
constexpr int most_samples = 64;
constexpr int steps_of_fading = 8;

// A sequence that fills the square evenly however far it goes (Roberts 2018), about 0.
glm::dvec2 shift(int number) {
    const auto place = [number](double step) {
        const double turned = 0.5 + step * number;
        return turned - std::floor(turned) - 0.5;
    };
    return {place(0.7548776662466927), place(0.5698402909980532)};
}

void blend(const ColourTarget& light, const ColourTarget& into, float share,
           const FullscreenPass& copy) {
    glBindTextureUnit(0, light.texture());
    if (share < 1) { // else what was there may be no number at all
        copy.blend(into, share);
    } else {
        copy.fill(into, 0, 0, into.size());
    }
}

} // namespace

bool StillPicture::finished() const {
    return samples_ >= std::clamp(every_, least_samples, most_samples);
}

Camera StillPicture::next_camera(const Camera& camera, Extent size) const {
    Camera shifted = camera;
    shifted.open.centre += 2.0 * shift(samples_) / glm::dvec2(size.width, size.height);
    return shifted;
}

void StillPicture::add(const ColourTarget& light, int every, const FullscreenPass& copy) {
    if (!mean_ || mean_->size() != light.size()) {
        mean_.emplace(light.size(), GLenum{GL_RGBA32F});
        first_.emplace(light.size(), light.format());
        samples_ = 0;
    }
    ++samples_;
    every_ = every;
    if (samples_ == 1) {
        blend(light, *first_, 1, copy);
    }
    blend(light, *mean_, 1.0F / static_cast<float>(samples_), copy);
}

const ColourTarget& StillPicture::shown(const ColourTarget& scratch,
                                        const FullscreenPass& copy) const {
    if (samples_ > steps_of_fading) {
        return *mean_;
    }
    blend(*first_, scratch, 1, copy);
    blend(*mean_, scratch, static_cast<float>(samples_ - 1) / steps_of_fading, copy);
    return scratch;
}

void StillPicture::keep_measured(const GlBuffer& measured) {
    measured_.reserve(SceneMeasure::measured_bytes, "allocating memory for measurements");
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glCopyNamedBufferSubData(measured.name(), measured_.name(), 0, 0, SceneMeasure::measured_bytes);
}

void StillPicture::restore_measured(const GlBuffer& measured) const {
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glCopyNamedBufferSubData(measured_.name(), measured.name(), 0, 0, SceneMeasure::measured_bytes);
}

} // namespace orrery
