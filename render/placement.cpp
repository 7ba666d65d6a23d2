#include "render/placement.hpp"

#include <algorithm>

namespace orrery {
namespace {

long overlap(const Rectangle& a, const Rectangle& b) {
    const long width = std::min(a.left + a.width, b.left + b.width) - std::max(a.left, b.left);
    const long height = std::min(a.top + a.height, b.top + b.height) - std::max(a.top, b.top);
    return std::max(width, 0L) * std::max(height, 0L);
}

Rectangle moved_into(const Rectangle& screen, Rectangle window) {
    window.width = std::min(window.width, screen.width);
    window.height = std::min(window.height, screen.height);
    window.left = std::clamp(window.left, screen.left, screen.left + screen.width - window.width);
    window.top = std::clamp(window.top, screen.top, screen.top + screen.height - window.height);
    return window;
}

// A screen that shows something else; one that mirrors it is none of its own. Null: there is none.
const Rectangle* other_than(const Rectangle& screen, std::span<const Rectangle> screens) {
    const auto other = std::find_if(screens.begin(), screens.end(), [&](const Rectangle& each) {
        return overlap(each, screen) == 0;
    });
    return other == screens.end() ? nullptr : &*other;
}

Rectangle beside(const Rectangle& screen, const Rectangle& first) {
    constexpr int step = 48;
    const int width = first.width;
    if (first.left + 2 * width <= screen.left + screen.width) {
        return {first.left + width, first.top, width, first.height};
    }
    if (first.left - width >= screen.left) {
        return {first.left - width, first.top, width, first.height};
    }
    return {first.left + step, first.top + step, width, first.height};
}

} // namespace

std::optional<std::size_t> most_on(const Rectangle& window, std::span<const Rectangle> screens) {
    std::optional<std::size_t> most;
    long best = 0;
    for (std::size_t i = 0; i < screens.size(); ++i) {
        if (const long shared = overlap(window, screens[i]); shared > best) {
            best = shared;
            most = i;
        }
    }
    return most;
}

Rectangle brought_onto(std::span<const Rectangle> screens, const Rectangle& window) {
    if (screens.empty()) {
        return window; // a display without monitors, such as a bare virtual one
    }
    return moved_into(screens[most_on(window, screens).value_or(0)], window);
}

TwoPlaces places_for_two(std::span<const Rectangle> screens, const Rectangle& speaker,
                         const Rectangle& audience) {
    TwoPlaces places{brought_onto(screens, speaker), brought_onto(screens, audience), {}};
    const std::optional<std::size_t> own = most_on(places.speaker, screens);
    if (const Rectangle* const other = own ? other_than(screens[*own], screens) : nullptr) {
        places.filled = *other;
    } else if (own && places.audience.left == places.speaker.left &&
               places.audience.top == places.speaker.top) { // neither hides the other
        places.audience = moved_into(screens[*own], beside(screens[*own], places.audience));
    }
    return places;
}

Rectangle speaker_place(std::span<const Rectangle> screens, const Rectangle& first) {
    if (screens.empty()) {
        return beside(first, first);
    }
    const std::size_t own = most_on(first, screens).value_or(0);
    return other_than(screens[own], screens) == nullptr
               ? moved_into(screens[own], beside(screens[own], first))
               : moved_into(screens[0], first);
}

} // namespace orrery
