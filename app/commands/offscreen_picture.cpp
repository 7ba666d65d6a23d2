#include "app/commands/offscreen_picture.hpp"

#include "app/resources.hpp"
#include "app/state/guide_lines.hpp"
#include "app/window/body_publisher.hpp"
#include "app/window/sized_picture.hpp"

#include <algorithm>
#include <utility>

namespace orrery {

OffscreenPicture::OffscreenPicture(const PictureStyle& style)
    : style_(style), picture_(resource_folder() / "shaders"), words_(resource_folder() / "fonts") {
    static_cast<Look&>(app_.view) = style_.look;
    app_.view.layer = Layer::nothing;
    app_.framebuffer = style_.size;
}

Simulation::Written OffscreenPicture::publish(const Simulation& simulation) {
    const std::optional<int> device = simulation.state_device();
    const std::vector<std::size_t> named = named_bodies(app_);
    buffer_.resize(std::max<std::size_t>(1, simulation.count()), device);
    for (;;) {
        BodyWriting writing(buffer_, device);
        Simulation::Written written =
            simulation.write_latest(writing.target(), style_.look.scalar, named);
        if (writing.keep(written.count)) {
            return written;
        } // else CUDA refused, once and for all: through host memory, then
    }
}

void OffscreenPicture::remember(const Simulation& simulation) {
    if (!std::exchange(paths_begun_, true)) {
        app_.paths.begin(simulation.catalogue(), simulation.count(), simulation.units(),
                         simulation.suggested().time_step);
    }
    const ReadRequest wanted = app_.paths.wanted(app_.view);
    if (!wanted.bodies.empty()) {
        app_.paths.add(simulation.read(wanted));
    }
}

void OffscreenPicture::bring(const Simulation& simulation) {
    app_.catalogue = simulation.catalogue();
    app_.units = simulation.units();
    app_.status.count = simulation.count();
    app_.status.load_serial = 1;
    app_.written = publish(simulation);
    app_.view.style.scalar_low = app_.written.scalar_low;
    app_.view.style.scalar_high = app_.written.scalar_high;
    app_.label_positions.clear();
    const VectorArray<double>& named = app_.written.named;
    for (std::size_t k = 0; k < named.size(); ++k) {
        app_.label_positions.emplace_back(named.x[k], named.y[k], named.z[k]);
    }
    if (!std::exchange(camera_is_set_, true)) {
        Viewpoint wanted = simulation.viewpoint();
        wanted.distance = style_.distance.value_or(wanted.distance);
        wanted.azimuth = style_.azimuth.value_or(wanted.azimuth);
        wanted.elevation = style_.elevation.value_or(wanted.elevation);
        app_.camera.jump_to(home_pose(app_, wanted, buffer_));
    }
    remember(simulation);
    GuideLines& arrows = app_.get<GuideLines>();
    const ReadRequest wanted = arrows.wanted(app_.view, simulation.count());
    if (!wanted.bodies.empty()) {
        arrows.add(simulation.read(wanted), wanted);
    }
}

Image OffscreenPicture::draw(const Simulation& simulation) {
    const auto timer = timed("draw", timings_);
    if (!framebuffer_) {
        framebuffer_.emplace(style_.size);
    }
    bring(simulation);
    const BodyBuffer* const bodies = &buffer_;
    picture_.draw({&bodies, 1}, picture_scale(style_.size), app_, framebuffer_->gl_framebuffer());
    words_.draw(app_, false, style_.size, framebuffer_->gl_framebuffer());
    return read_pixels(framebuffer_->gl_framebuffer(), style_.size);
}

LightPicture OffscreenPicture::draw_light(const Simulation& simulation) {
    const auto timer = timed("draw", timings_);
    if (!beyond_white_) {
        beyond_white_.emplace(style_.size, resource_folder() / "shaders");
    }
    bring(simulation);
    BeyondWhite& beyond = *beyond_white_;
    const unsigned int target = beyond.target.gl_framebuffer();
    const BodyLook look = look_of(app_, picture_scale(style_.size));
    beyond.bodies.draw(buffer_, look.camera, look.style, look.size, target);
    beyond.over.bring(app_, 1);
    beyond.over.bring_lines(app_, 0, true);
    beyond.over.draw(0, look, look.size, target);
    return beyond.target.read();
}

std::vector<std::vector<PassTime>> OffscreenPicture::time_passes(const Simulation& simulation,
                                                                 PassDetail detail, int repeats) {
    constexpr int first_ones = 5; // not counted: memory is taken, shaders are made ready
    bring(simulation);
    const BodyLook look = look_of(app_, picture_scale(style_.size));
    BodyRenderer renderer(resource_folder() / "shaders");
    renderer.watch_passes(detail);
    const Framebuffer target(look.size);
    std::vector<std::vector<PassTime>> pictures;
    for (int i = -first_ones; i < repeats; ++i) {
        renderer.draw(buffer_, look.camera, look.style, look.size, target.gl_framebuffer());
        std::vector<PassTime> passes = renderer.pass_times();
        if (i >= 0) {
            pictures.push_back(std::move(passes));
        }
    }
    return pictures;
}

void OffscreenPicture::draw_in_parts(const Simulation& simulation,
                                     const std::filesystem::path& file) {
    const auto timer = timed("draw", timings_);
    bring(simulation);
    const BodyBuffer* const bodies = &buffer_;
    LargePicture picture(file, {}, resource_folder(), style_.size, {&bodies, 1}, app_);
    while (!picture.done()) {
        picture.advance(LargePicture::Wait::yes);
    }
}

} // namespace orrery
