#include "tests/render/scenery.hpp"
#include "render/capture.hpp"

#include "tests/test_data.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numbers>
#include <numeric>
#include <stdexcept>

namespace orrery {
namespace {

constexpr double full_turn = 2 * std::numbers::pi;

// The same numbers on every machine (SplitMix64; Steele, Lea, Flood 2014).
class Dice {
public:
    double next() { // 0 … 1, both excluded
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        z ^= z >> 31U;
        return (static_cast<double>(z >> 12U) + 0.5) * 0x1p-52;
    }

private:
    std::uint64_t state_ = 1;
};

void add(Bodies4& bodies, double x, double y, double z, double scalar) {
    for (const double value : {x, y, z, scalar}) {
        bodies.push_back(static_cast<float>(value));
    }
}

void add_on_sphere(Bodies4& bodies, Dice& dice, double radius, double scalar) {
    const double z = 2 * dice.next() - 1;
    const double angle = full_turn * dice.next();
    const double across = radius * std::sqrt(1 - z * z);
    add(bodies, across * std::cos(angle), across * std::sin(angle), radius * z, scalar);
}

} // namespace

Bodies4 three_bodies() {
    return {-2, 0.5F, 0, 0.1F, 2, -0.5F, 0, 0.4F, 0, 0, 0, 0.9F};
}

Bodies4 star_cluster(std::size_t count) {
    Dice dice;
    Bodies4 bodies;
    bodies.reserve(4 * count);
    for (std::size_t i = 0; i < count; ++i) {
        const double mass = 0.98 * dice.next(); // within the radius
        const double radius = 1 / std::sqrt(std::pow(mass, -2.0 / 3.0) - 1);
        add_on_sphere(bodies, dice, radius, std::pow(1 + radius * radius, -0.25));
    }
    return bodies;
}

Bodies4 spiral_galaxy(std::size_t count) {
    Dice dice;
    Bodies4 bodies;
    bodies.reserve(4 * count);
    for (std::size_t i = 0; i < count; ++i) {
        if (i % 5 == 0) {
            const double radius = 0.3 / (std::pow(0.95 * dice.next(), -0.5) - 1);
            add_on_sphere(bodies, dice, std::min(radius, 5.0), 1 / std::sqrt(radius + 0.3));
            continue;
        }
        const double radius = -std::log(dice.next() * dice.next());
        double angle = full_turn * dice.next();
        angle += 0.45 * std::sin(2 * (angle - 2.2 * std::log(radius + 0.2)));
        add(bodies, radius * std::cos(angle), radius * std::sin(angle), 0.2 * (dice.next() - 0.5),
            std::sqrt(radius / (radius * radius + 0.3)));
    }
    return bodies;
}

std::filesystem::path shader_source_folder() {
    return source_folder() / "shaders";
}

void fill(BodyBuffer& buffer, const Bodies4& bodies) {
    buffer.resize(std::max<std::size_t>(bodies.size() / 4, 1));
    const BodyTarget target = buffer.map();
    std::copy(bodies.begin(), bodies.end(), target.xyzs);
    buffer.unmap(bodies.size() / 4);
}

Bodies4 as_gl_sees_it(const BodyBuffer& buffer) {
    Bodies4 bodies(4 * buffer.count());
    glGetNamedBufferSubData(buffer.gl_buffer(), 0,
                            static_cast<GLsizeiptr>(bodies.size() * sizeof(float)), bodies.data());
    return bodies;
}

Bodies4 numbered(std::size_t count, float first) {
    Bodies4 bodies(4 * count);
    std::iota(bodies.begin(), bodies.end(), first);
    return bodies;
}

Camera camera_of(const Shot& shot) {
    Camera camera;
    camera.jump_to(pose_from_angles({0, 0, 0}, shot.distance, shot.azimuth, shot.elevation));
    return camera;
}

Image take_newest(BodyRenderer& renderer, const BodyBuffer& bodies, const Shot& shot) {
    const Framebuffer framebuffer(shot.size);
    renderer.draw(bodies, camera_of(shot), shot.style, shot.size, framebuffer.gl_framebuffer());
    return read_pixels(framebuffer.gl_framebuffer(), shot.size);
}

Image take(BodyRenderer& renderer, const Bodies4& bodies, const Shot& shot) {
    BodyBuffer buffer;
    fill(buffer, bodies);
    return take_newest(renderer, buffer, shot);
}

Image take(const Bodies4& bodies, const Shot& shot) {
    BodyRenderer renderer(shader_source_folder());
    return take(renderer, bodies, shot);
}

double mean_luminance(const Image& image) {
    double sum = 0;
    for (std::size_t i = 0; i < image.rgb.size(); i += 3) {
        sum += 0.2126 * image.rgb[i] + 0.7152 * image.rgb[i + 1] + 0.0722 * image.rgb[i + 2];
    }
    return 3 * sum / static_cast<double>(image.rgb.size());
}

int brightest(const Image& image) {
    return *std::max_element(image.rgb.begin(), image.rgb.end());
}

Pixel pixel_at(const Image& image, int x, int y) {
    const auto at = 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.size.width) +
                         static_cast<std::size_t>(x));
    return {image.rgb.at(at), image.rgb.at(at + 1), image.rgb.at(at + 2)};
}

Difference difference(const Image& a, const Image& b) {
    if (a.size != b.size) {
        throw std::invalid_argument("pictures of different sizes");
    }
    std::array<std::size_t, 256> histogram{};
    double sum = 0;
    for (std::size_t i = 0; i < a.rgb.size(); ++i) {
        const int apart = std::abs(a.rgb[i] - b.rgb[i]);
        ++histogram[static_cast<std::size_t>(apart)];
        sum += apart;
    }
    auto left = static_cast<std::size_t>(0.001 * static_cast<double>(a.rgb.size()));
    int usual = 255;
    while (usual > 0 && histogram[static_cast<std::size_t>(usual)] <= left) {
        left -= histogram[static_cast<std::size_t>(usual)];
        --usual;
    }
    return {sum / static_cast<double>(a.rgb.size()), usual};
}

} // namespace orrery
