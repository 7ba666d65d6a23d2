// Questions about the bodies on screen, answered by looking at their positions where they were
// written: for clicks and keys, not for every frame.

#include "render/picking.hpp"
#include "render/body_buffer.hpp"

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

namespace orrery {
namespace {

glm::dvec3 position(std::span<const float> xyzs, std::size_t body) {
    return {xyzs[4 * body], xyzs[4 * body + 1], xyzs[4 * body + 2]};
}

bool finite(const glm::dvec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

// Evenly spread over the buffer.
std::vector<glm::dvec3> sample(std::span<const float> xyzs, std::size_t most) {
    const std::size_t count = xyzs.size() / 4;
    const std::size_t samples = std::min(count, most);
    std::vector<glm::dvec3> positions;
    positions.reserve(samples);
    for (std::size_t i = 0; i < samples; ++i) {
        const glm::dvec3 at = position(xyzs, i * count / samples);
        if (finite(at)) {
            positions.push_back(at);
        }
    }
    return positions;
}

// The mean of the first `count` positions.
glm::dvec3 mean(const std::vector<glm::dvec3>& positions, std::size_t count) {
    const auto end = positions.begin() + static_cast<std::ptrdiff_t>(count);
    return std::accumulate(positions.begin(), end, glm::dvec3(0)) / static_cast<double>(count);
}

} // namespace

std::optional<std::size_t> pick_body(const BodyBuffer& bodies, const Camera& camera, Extent size,
                                     glm::dvec2 pixel, double pixels) {
    if (size.width <= 0 || size.height <= 0) {
        return std::nullopt;
    }
    const std::span<const float> xyzs = bodies.newest();
    const glm::dvec2 extent(size.width, size.height);
    const glm::dmat4 to_clip = camera.projection(extent.x / extent.y) * camera.view();
    std::optional<std::size_t> nearest;
    double least = pixels;
    double min_depth = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < bodies.count(); ++i) {
        const glm::dvec4 clip = to_clip * glm::dvec4(position(xyzs, i), 1);
        if (!(clip.w > 0)) {
            continue; // behind the eye, or not a number
        }
        const glm::dvec2 at{(clip.x / clip.w + 1) / 2 * extent.x,
                            (1 - clip.y / clip.w) / 2 * extent.y};
        const double distance = glm::distance(at, pixel);
        // If two are equally near the pixel, the one in front.
        if (distance < least || (distance == least && clip.w < min_depth)) {
            least = distance;
            min_depth = clip.w;
            nearest = i;
        }
    }
    return nearest;
}

glm::dvec3 body_position(const BodyBuffer& bodies, std::size_t body) {
    assert(body < bodies.count());
    return position(bodies.newest(), body);
}

std::optional<Sphere> bounding_sphere(const BodyBuffer& bodies, double share) {
    constexpr std::size_t max_samples = 10'000;
    std::vector<glm::dvec3> positions = sample(bodies.newest(), max_samples);
    if (positions.empty()) {
        return std::nullopt;
    }
    // The mean of those that are held, which are the nearest to it: a few bodies flung far away
    // are left out after a round or two.
    const auto held =
        static_cast<std::size_t>(std::ceil(share * static_cast<double>(positions.size())));
    Sphere sphere{mean(positions, positions.size()), 0};
    for (int round = 0; round < 4; ++round) {
        const auto nearer = [&](const glm::dvec3& a, const glm::dvec3& b) {
            return glm::distance(a, sphere.centre) < glm::distance(b, sphere.centre);
        };
        const auto last = positions.begin() + static_cast<std::ptrdiff_t>(held - 1);
        std::nth_element(positions.begin(), last, positions.end(), nearer);
        sphere.radius = glm::distance(*last, sphere.centre);
        if (round < 3) {
            sphere.centre = mean(positions, held);
        }
    }
    if (sphere.radius == 0) {
        sphere.radius = 1; // one body, or all in one place
    }
    return sphere;
}

} // namespace orrery
