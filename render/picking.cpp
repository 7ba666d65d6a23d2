// Questions about the bodies on screen, answered by reading their positions back: for clicks and
// keys, not for every frame.

#include "render/body_renderer.hpp"

#include <GL/glew.h>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace orrery {
namespace {

struct PublishedBody {
    float x, y, z, scalar;
};

std::vector<PublishedBody> read_back(const BodyBuffer& bodies, std::size_t first,
                                     std::size_t count) {
    std::vector<PublishedBody> read(count);
    glGetNamedBufferSubData(bodies.gl_buffer(),
                            static_cast<GLintptr>(first * sizeof(PublishedBody)),
                            static_cast<GLsizeiptr>(count * sizeof(PublishedBody)), read.data());
    return read;
}

double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

std::optional<std::size_t> pick_body(const BodyBuffer& bodies, const Camera& camera, Extent size,
                                     glm::dvec2 pixel, double pixels) {
    if (bodies.count() == 0) {
        return std::nullopt;
    }
    const double aspect = static_cast<double>(size.width) / size.height;
    const glm::dmat4 to_clip = camera.projection(aspect) * camera.view();
    const auto published = read_back(bodies, 0, bodies.count());
    std::optional<std::size_t> best;
    // Of the bodies within reach, the one in front: what the eye sees is what the hand wants.
    double best_depth = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < published.size(); ++i) {
        const PublishedBody& body = published[i];
        const glm::dvec4 clip = to_clip * glm::dvec4(body.x, body.y, body.z, 1);
        if (clip.w <= 0) {
            continue;
        }
        const glm::dvec2 at{(clip.x / clip.w + 1) / 2 * size.width,
                            (1 - clip.y / clip.w) / 2 * size.height};
        if (glm::distance(at, pixel) <= pixels && clip.w < best_depth) {
            best_depth = clip.w;
            best = i;
        }
    }
    return best;
}

glm::dvec3 body_position(const BodyBuffer& bodies, std::size_t body) {
    const PublishedBody read = read_back(bodies, body, 1).front();
    return {read.x, read.y, read.z};
}

std::optional<Sphere> bounding_sphere(const BodyBuffer& bodies) {
    if (bodies.count() == 0) {
        return std::nullopt;
    }
    constexpr std::size_t samples = 20'000;
    const auto published = read_back(bodies, 0, bodies.count());
    const std::size_t stride = std::max<std::size_t>(1, published.size() / samples);
    std::vector<double> x;
    std::vector<double> y;
    std::vector<double> z;
    for (std::size_t i = 0; i < published.size(); i += stride) {
        x.push_back(published[i].x);
        y.push_back(published[i].y);
        z.push_back(published[i].z);
    }
    // A few bodies flung far away must not decide; with a handful of bodies, each counts.
    Sphere sphere;
    std::vector<double> distances;
    const bool few = x.size() < 50;
    const auto centre = [few](std::vector<double> values) {
        if (!few) {
            return median(values);
        }
        const auto [low, high] = std::minmax_element(values.begin(), values.end());
        return (*low + *high) / 2;
    };
    sphere.centre = {centre(x), centre(y), centre(z)};
    for (std::size_t i = 0; i < x.size(); ++i) {
        distances.push_back(glm::distance(sphere.centre, glm::dvec3(x[i], y[i], z[i])));
    }
    const double share = few ? 1.0 : 0.95;
    const auto rank =
        static_cast<std::ptrdiff_t>(share * static_cast<double>(distances.size() - 1));
    std::nth_element(distances.begin(), distances.begin() + rank, distances.end());
    sphere.radius = std::max(distances[static_cast<std::size_t>(rank)], 1e-12);
    return sphere;
}

} // namespace orrery
