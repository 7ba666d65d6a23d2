#include "render/body_style.hpp"
#include "render/colour_maps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace orrery {
namespace {

constexpr std::size_t entries = 256;

struct Lab {
    double l, a, b;
};

// OKLab (Ottosson 2020) of an entry.
Lab lab(const ColourMap& map, std::size_t entry) {
    const auto r = double{map.rgb[3 * entry]};
    const auto g = double{map.rgb[3 * entry + 1]};
    const auto b = double{map.rgb[3 * entry + 2]};
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

TEST(ColourMaps, AreAtLeastFiveWithNamesOfTheirOwn) {
    std::set<std::string> ids;
    for (const ColourMap& map : colour_maps()) {
        EXPECT_TRUE(ids.insert(map.id).second) << map.id;
        EXPECT_FALSE(std::string(map.title).empty());
        ASSERT_EQ(map.rgb.size(), 3 * entries) << map.id;
        EXPECT_TRUE(std::all_of(map.rgb.begin(), map.rgb.end(), [](float x) {
            return x >= 0 && x <= 1;
        })) << map.id;
    }
    EXPECT_GE(ids.size(), 5U);
    EXPECT_TRUE(ids.contains(BodyStyle{}.colour_map)) << "the standard one";
    for (const char* id : {"inferno", "viridis", "ice", "ember"}) {
        EXPECT_TRUE(ids.contains(id)) << id;
    }
}

TEST(ColourMaps, ChangeEvenlySoThatNoStepStandsOut) {
    for (const ColourMap& map : colour_maps()) {
        double longest = 0;
        double whole = 0;
        for (std::size_t i = 1; i < entries; ++i) {
            const Lab a = lab(map, i - 1);
            const Lab b = lab(map, i);
            const double step = std::hypot(a.l - b.l, a.a - b.a, a.b - b.b);
            longest = std::max(longest, step);
            whole += step;
        }
        EXPECT_LT(longest, 2.5 * whole / (entries - 1)) << map.id;
    }
}

TEST(ColourMaps, NeverLetABodyDisappearInTheDark) {
    for (const ColourMap& map : colour_maps()) {
        for (std::size_t i = 0; i < entries; ++i) {
            EXPECT_GT(lab(map, i).l, 0.42) << map.id << ' ' << i;
        }
    }
}

TEST(ColourMaps, GrowLighterFromEndToEndWhereTheySayAScale) {
    for (const ColourMap& map : colour_maps()) {
        if (std::string(map.id) == "starlight") {
            continue; // of cool and hot stars: it diverges, with white in the middle
        }
        for (std::size_t i = 8; i < entries; i += 8) {
            EXPECT_GT(lab(map, i).l, lab(map, i - 8).l) << map.id << ' ' << i;
        }
    }
}

} // namespace
} // namespace orrery
