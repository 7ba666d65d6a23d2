#include "app/commands/offscreen_picture.hpp"

#include "app/resources.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/scene_space.hpp"
#include "app/window/body_publisher.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/simulation/live_density.hpp"
#include "sim/structure/spread_over.hpp"

#include <algorithm>
#include <utility>

namespace orrery {

OffscreenPicture::OffscreenPicture(const PictureStyle& style) : style_(style) {
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
        app_.paths.set_backwards(simulation.settings().reversed);
        app_.paths.add(simulation.read(wanted));
    }
}

// Densities for colours, as the window has them.
void OffscreenPicture::bring_densities(const Simulation& simulation) {
    if (style_.look.style.colour_by != ColourBy::values || simulation.count() == 0) {
        return;
    }
    Workers workers;
    const BodyValues bodies = simulation.read({.position = true, .mass = true});
    const VectorArray<double>& at = bodies.position;
    const PeriodicBox& box = app_.get<SceneSpace>().box;
    if (box.is_periodic()) {
        sigma_ = suggested_sigma_in(box, simulation.count());
    } else if (sigma_ <= 0) {
        sigma_ = suggested_sigma({at.x, at.y, at.z}, workers);
    }
    if (sigma_ <= 0) {
        return; // all in one place: coloured by how crowded the picture is
    }
    auto density = std::make_shared<SceneDensity>();
    density->sigma = sigma_ * double{style_.look.density.width};
    density->at_bodies =
        body_densities(bodies, box, density->sigma, double{style_.look.density.error}, workers);
    const ScalarRange range = range_of(density->at_bodies);
    app_.view.style.scalar_low = range.low;
    app_.view.style.scalar_high = range.high;
    app_.density = std::move(density);
}

void OffscreenPicture::bring(const Simulation& simulation) {
    app_.catalogue = simulation.catalogue();
    app_.units = simulation.units();
    app_.get<SceneSpace>() = {simulation.system()->box, simulation.system()->cosmology};
    app_.status.count = simulation.count();
    app_.status.load_serial = 1;
    app_.written = publish(simulation);
    app_.view.style.scalar_low = app_.written.scalar_low;
    app_.view.style.scalar_high = app_.written.scalar_high;
    bring_densities(simulation);
    place_named(app_);
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

void OffscreenPicture::make_ready(VideoOf of, int channel_bits) {
    if (!picture_) {
        picture_.emplace(resource_folder(), style_.size, of, channel_bits);
        picture_->make_ready();
        app_.channel_bits = channel_bits;
    }
}

const Framebuffer& OffscreenPicture::drawn(const Simulation& simulation) {
    bring(simulation);
    const BodyBuffer* const bodies = &buffer_;
    return picture_->draw({&bodies, 1}, nullptr, app_);
}

Image OffscreenPicture::draw(const Simulation& simulation) {
    make_ready(VideoOf::shown, 8);
    const auto timer = timed("draw", timings_);
    return read_pixels(drawn(simulation).gl_framebuffer(), style_.size);
}

LightPicture OffscreenPicture::draw_light(const Simulation& simulation) {
    make_ready(VideoOf::picture, 32);
    const auto timer = timed("draw", timings_);
    return drawn(simulation).read();
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
