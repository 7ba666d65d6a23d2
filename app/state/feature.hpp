#pragma once

#include "app/state/app_state.hpp"
#include "sim/base/error.hpp"

#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <vector>

namespace orrery {

class BodyBuffer;

// How much a frame has to show, and so how soon the next one is due.
enum class FrameDemand {
    input,      // the user is at it, or the bodies moved: as soon as the display takes it
    background, // something may come at any time: some tens of times a second, or with the next
                // input
    nothing,    // paused and left alone: a few times a second, or with the next input
};

// What a frame tells features, and what they tell of its picture.
struct Frame {
    AppState& app;
    double seconds = 0;                 // since the one before
    std::vector<StepReport> steps = {}; // the newest of the window's own simulation
    const BodyBuffer* bodies = nullptr; // of it, on screen
    // Of a film, by a clock of fixed steps: its picture waits for all that is to be in it.
    bool in_film = false;
    bool is_seen = true; // by somebody, in a window

    // Bodies that are lit up, where they are other ones than in the frame before.
    std::optional<std::span<const std::uint8_t>> marks = {};
};

// One thing that the window can do. All are asked in each frame, in the order of their list
// (app/features/features.cpp), and go before the simulation does. What panels or others may know of
// it is a state by its type, `app.get<State>()`; its actions, which are declared without a window
// as well (`static void declare(AppState&)`), change that state or ask for something by
// app.requests.
class Feature {
public:
    Feature() = default;
    Feature(const Feature&) = delete;
    Feature& operator=(const Feature&) = delete;
    virtual ~Feature() = default;

    // When app.status is refreshed, and before keys and mouse are read.
    virtual void update(Frame&) {}
    // When the newest bodies are on screen, before what is over the picture is laid out; not while
    // there are none.
    virtual void see_bodies(Frame&) {}
    // After the panels, before settings are sent to the simulation.
    virtual void act(Frame&) {}
    // Its panels, where panels are seen; within an ImGui frame.
    virtual void panels(Frame&) {}
    // Messages and dialogs, wherever panels would be; likewise.
    virtual void messages(Frame&) {}
    // What it draws over the picture, on the layers of panels and stage; likewise.
    virtual void over_picture(Frame&) {}
    // Before the picture is drawn.
    virtual void prepare_picture(Frame&) {}
    virtual FrameDemand demand(const AppState&) const { return FrameDemand::nothing; }
    // Whether something that the view asks for has not been made yet: a screenshot waits for it.
    // Of bodies that move what is made once is enough, since the newest is always a little late.
    virtual bool lacks(const AppState&) const { return false; }
};

// What features are made with.
struct FeatureContext {
    std::filesystem::path tours = {}; // the folder of those that come with the program
    std::optional<std::filesystem::path> autosaves = {}; // the folder for them; unset: none
    bool remembers = false;               // what was measured of this machine, for other runs
    void (*declare)(AppState&) = nullptr; // adds all actions
};

// Does what may fail. Why it did is said, and told; of too little memory in words of its own.
template <class Action>
std::optional<Error> attempt(AppState& app, const Action& action,
                             const char* no_memory = "Not enough memory") {
    try {
        action();
        return std::nullopt;
    } catch (const Error& error) {
        app.say(error.what(), true);
        return error;
    } catch (const std::bad_alloc&) {
        app.say(no_memory, true);
        return failure(no_memory, "", "");
    }
}

// What a feature that computes something asks for.
constexpr FrameDemand background_if(bool computes) {
    return computes ? FrameDemand::background : FrameDemand::nothing;
}

} // namespace orrery
