#include "tests/render/light_measures.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {

double share_clipped(const Image& image) {
    std::size_t clipped = 0;
    for (std::size_t i = 0; i < image.rgb.size(); i += 3) {
        clipped += std::max({image.rgb[i], image.rgb[i + 1], image.rgb[i + 2]}) == 255 ? 1 : 0;
    }
    return 3 * static_cast<double>(clipped) / static_cast<double>(image.rgb.size());
}

double linear_light(int encoded) {
    const double shown = encoded / 255.0;
    return shown <= 0.04045 ? shown / 12.92 : std::pow((shown + 0.055) / 1.055, 2.4);
}

double luminance_of(const Pixel& pixel) {
    return 0.2126 * linear_light(pixel.red) + 0.7152 * linear_light(pixel.green) +
           0.0722 * linear_light(pixel.blue);
}

double hue_of(const Pixel& pixel) {
    const double red = linear_light(pixel.red);
    const double green = linear_light(pixel.green);
    const double blue = linear_light(pixel.blue);
    return std::atan2(std::sqrt(3.0) * (green - blue), 2 * red - green - blue) * 57.29577951308232;
}

} // namespace orrery
