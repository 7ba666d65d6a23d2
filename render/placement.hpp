#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace orrery {

// On the desktop, in screen coordinates: y grows downwards.
struct Rectangle {
    int left = 0, top = 0, width = 0, height = 0;
    bool operator==(const Rectangle&) const = default;
};

// Which of these most of the window is on; unset: it is on none.
std::optional<std::size_t> most_on(const Rectangle& window, std::span<const Rectangle> screens);

// The window on the screen that most of it is on, else on the first: moved so that all of it is
// there, and made smaller where that is not enough.
Rectangle brought_onto(std::span<const Rectangle> screens, const Rectangle& window);

// Places for the two windows of a talk.
struct TwoPlaces {
    Rectangle speaker;               // a normal window always
    Rectangle audience;              // as a normal window
    std::optional<Rectangle> filled; // the screen that the audience's fills, if there is another
    bool operator==(const TwoPlaces&) const = default;
};

// With a screen that the speaker's window is not on, the audience's fills it. With one alone both
// are normal windows on it.
TwoPlaces places_for_two(std::span<const Rectangle> screens, const Rectangle& speaker,
                         const Rectangle& audience);

// The place of a speaker's window that opens later: on the first screen, in the other's place if
// that one can move to another screen; else beside it, or over it and a little further down.
Rectangle speaker_place(std::span<const Rectangle> screens, const Rectangle& first);

} // namespace orrery
