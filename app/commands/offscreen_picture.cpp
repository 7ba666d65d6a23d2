#include "app/commands/offscreen_picture.hpp"
#include "render/picking.hpp"

#include "app/resources.hpp"
#include "app/state/appearance.hpp"

#include <algorithm>
#include <utility>

namespace orrery {

OffscreenPicture::OffscreenPicture(const PictureStyle& style)
    : style_(style), renderer_(resource_folder() / "shaders"),
      line_renderer_(resource_folder() / "shaders"), framebuffer_(style.size) {}

void OffscreenPicture::set_up_camera(const Viewpoint& viewpoint) {
    if (style_.pose && !style_.distance && !style_.azimuth && !style_.elevation) {
        camera_.jump_to(*style_.pose);
        return;
    }
    const double distance = style_.distance.value_or(viewpoint.distance);
    const glm::dvec3 centre{viewpoint.centre[0], viewpoint.centre[1], viewpoint.centre[2]};
    CameraPose pose = pose_from_angles(centre, distance > 0 ? distance : 1,
                                       style_.azimuth.value_or(viewpoint.azimuth),
                                       style_.elevation.value_or(viewpoint.elevation));
    if (distance <= 0) {
        if (const std::optional<Sphere> sphere = bounding_sphere(buffer_)) {
            const double aspect =
                static_cast<double>(style_.size.width) / static_cast<double>(style_.size.height);
            pose = framing(pose, sphere->centre, sphere->radius, camera_.field_of_view, aspect);
        }
    }
    camera_.jump_to(pose);
}

Simulation::Written OffscreenPicture::publish(const Simulation& simulation) {
    const std::optional<int> device = simulation.state_device();
    buffer_.resize(std::max<std::size_t>(1, simulation.count()), device);
    for (;;) {
        BodyWriting writing(buffer_, device);
        const Simulation::Written written =
            simulation.write_latest(writing.target(), style_.scalar);
        if (writing.keep(written.count)) {
            return written;
        } // else CUDA refused, once and for all: through host memory, then
    }
}

void OffscreenPicture::remember(const Simulation& simulation) {
    if (!std::exchange(paths_begun_, true)) {
        paths_.begin(simulation.catalogue(), simulation.count(), simulation.units(),
                     simulation.suggested().time_step);
    }
    const ReadRequest wanted = paths_.wanted(style_.look);
    if (!wanted.bodies.empty()) {
        paths_.add(simulation.read(wanted));
    }
}

Image OffscreenPicture::draw(const Simulation& simulation) {
    const auto start = Clock::now();
    draw_into(framebuffer_.gl_framebuffer(), simulation);
    Image image = read_pixels(framebuffer_.gl_framebuffer(), style_.size);
    draw_milliseconds_ += milliseconds_since(start);
    return image;
}

LightPicture OffscreenPicture::draw_light(const Simulation& simulation) {
    const auto start = Clock::now();
    if (!light_) {
        light_.emplace(style_.size);
    }
    draw_into(light_->gl_framebuffer(), simulation);
    LightPicture picture = light_->read();
    draw_milliseconds_ += milliseconds_since(start);
    return picture;
}

void OffscreenPicture::draw_into(unsigned int framebuffer, const Simulation& simulation) {
    const Simulation::Written written = publish(simulation);
    if (drawn_ == 0) {
        style_.bodies.lights =
            lights_of(simulation.catalogue(), simulation.units(), style_.look.show_dark);
        set_up_camera(simulation.viewpoint());
    }
    style_.bodies.scalar_low = written.scalar_low;
    style_.bodies.scalar_high = written.scalar_high;
    renderer_.draw(buffer_, camera_, style_.bodies, style_.size, framebuffer);
    remember(simulation);
    line_renderer_.set_points(paths_.lines(style_.look, style_.bodies.lights, written.time));
    line_renderer_.draw(camera_, style_.size, static_cast<float>(style_.size.height) / 900,
                        framebuffer);
    ++drawn_;
}

} // namespace orrery
