#pragma once

#include "render/body_buffer.hpp"
#include "render/body_renderer.hpp"
#include "render/body_style.hpp"
#include "render/image.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace orrery {

// x y z and scalar of each body.
using Bodies4 = std::vector<float>;

Bodies4 three_bodies();
// Plummer spheres of scale radius 1; the scalar is the local escape speed.
Bodies4 star_cluster(std::size_t count);
// A bulge and a disc with two spiral arms in the x-y plane, radius about 5.
Bodies4 spiral_galaxy(std::size_t count);

std::filesystem::path shader_source_folder();
void fill(BodyBuffer& buffer, const Bodies4& bodies);
// The newest bodies as a draw would read them.
Bodies4 as_gl_sees_it(const BodyBuffer& buffer);
// 4 * count numbers in a row.
Bodies4 numbered(std::size_t count, float first);

struct Shot {
    Extent size{320, 180};
    double distance = 10; // of the eye from the origin
    double azimuth = 30, elevation = 40;
    BodyStyle style = {.scalar_low = 0.3F, .scalar_high = 1.3F};
};

Camera camera_of(const Shot& shot);
Image take_newest(BodyRenderer& renderer, const BodyBuffer& bodies, const Shot& shot);
Image take(BodyRenderer& renderer, const Bodies4& bodies, const Shot& shot);
Image take(const Bodies4& bodies, const Shot& shot); // with a renderer of its own

// Mean of the luminance of all pixels, 0 … 255.
double mean_luminance(const Image& image);
int brightest(const Image& image); // of all channels of all pixels
struct Pixel {
    int red, green, blue;
};
Pixel pixel_at(const Image& image, int x, int y);

// Differences over all channels: the mean, and the one that 99.9 % stay below.
struct Difference {
    double mean;
    int largest_usual;
};
Difference difference(const Image& a, const Image& b);

} // namespace orrery
