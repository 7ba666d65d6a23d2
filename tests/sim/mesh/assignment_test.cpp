#include "sim/mesh/assignment.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

// Calls test.template operator()<points>() for each scheme.
template <class Test>
void for_each_scheme(const Test& test) {
    test.template operator()<1>();
    test.template operator()<2>();
    test.template operator()<3>();
    test.template operator()<4>();
}

TEST(Assignment, ConservesMassAndTheCentreOfMass) {
    for_each_scheme([]<int points>() {
        for (double place = -3.2; place < 4; place += 0.0625) {
            const auto axis = axis_weights<points>(place);
            double mass = 0;
            double moment = 0;
            for (int i = 0; i < points; ++i) {
                EXPECT_GE(axis.weight[i], 0);
                mass += axis.weight[i];
                moment += axis.weight[i] * (axis.first + i);
            }
            EXPECT_NEAR(mass, 1, 1e-15) << points << " points at " << place;
            if (points > 1) { // the nearest point alone is elsewhere
                EXPECT_NEAR(moment, place, 1e-14) << points << " points at " << place;
            }
        }
    });
}

TEST(Assignment, IsContinuousWhereTheNearestPointsChange) {
    for (const double border : {0.5, 1.0}) {
        const auto below = axis_weights<3>(border - 1e-9);
        const auto above = axis_weights<3>(border + 1e-9);
        const int shift = above.first - below.first;
        for (int i = 0; i + shift < 3; ++i) {
            EXPECT_NEAR(above.weight[i], below.weight[i + shift], 1e-8);
        }
    }
}

// The transform of the weights over all places of a body is the window.
TEST(Assignment, HasTheWindowOfItsCloud) {
    for_each_scheme([]<int points>() {
        constexpr int places = 4096;
        for (const double k : {0.0, 0.3, 1.7, std::numbers::pi, 5.0}) {
            double transform = 0;
            for (int p = 0; p < places; ++p) {
                const double place = (p + 0.5) / places;
                const auto axis = axis_weights<points>(place);
                for (int i = 0; i < points; ++i) {
                    transform += axis.weight[i] * std::cos(k * (axis.first + i - place)) / places;
                }
            }
            EXPECT_NEAR(transform, assignment_window(points, k), 1e-6) << points << " at " << k;
        }
    });
}

} // namespace
} // namespace orrery
