#pragma once

#include "app/state/feature.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <type_traits>
#include <vector>

namespace orrery {

// A line of the list: how a feature's actions are declared, which is asked for without a window,
// too, and how the feature is made.
struct FeatureEntry {
    void (*declare)(AppState& app);
    std::unique_ptr<Feature> (*make)(const FeatureContext& context);
};

// Of a class that may have `static void declare(AppState&)`, and a constructor from a context.
template <class Kind>
constexpr FeatureEntry feature() {
    return {.declare =
                []([[maybe_unused]] AppState& app) {
                    if constexpr (requires { Kind::declare(app); }) {
                        Kind::declare(app);
                    }
                },
            .make = [](const FeatureContext& context) -> std::unique_ptr<Feature> {
                if constexpr (std::is_constructible_v<Kind, const FeatureContext&>) {
                    return std::make_unique<Kind>(context);
                } else {
                    return std::make_unique<Kind>();
                }
            }};
}

// Adds all that a user can do to the actions of the app.
void declare_actions(AppState& app);

// All that a window can do besides drawing and sending settings to its simulation.
class Features {
public:
    explicit Features(FeatureContext context);

    // Asks each of them in turn: `all(&Feature::update, frame)`.
    void all(void (Feature::*part)(Frame&), Frame& frame) const {
        for (const auto& each : features_) {
            (each.get()->*part)(frame);
        }
    }
    // The most that one of them demands.
    FrameDemand demand(const AppState& app) const {
        FrameDemand most = FrameDemand::nothing;
        for (const auto& each : features_) {
            most = std::min(most, each->demand(app));
        }
        return most;
    }
    // Whether one of them lacks something.
    bool lack(const AppState& app) const {
        return std::ranges::any_of(features_, [&](const auto& each) { return each->lacks(app); });
    }
    void close() { features_.clear(); }

    // The one of that kind.
    template <class Kind>
    Kind& get() const {
        for (const auto& each : features_) {
            if (Kind* const found = dynamic_cast<Kind*>(each.get())) {
                return *found;
            }
        }
        std::abort(); // it has no line in features.cpp
    }

private:
    std::vector<std::unique_ptr<Feature>> features_;
};

} // namespace orrery
