#pragma once

#include "render/capture.hpp"
#include "render/record/frame_output.hpp"
#include "sim/base/error.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace orrery {

// Frames on their way into an output, which is opened, fed and finished on a thread of its own:
// whoever draws hands them over and goes on. A few frames wait at most; where encoding cannot keep
// up, either the frame waits (`add`) or whoever asks first (`has_room`) leaves it out, and the one
// before it is seen for longer.
class Recording {
public:
    using Open = std::function<std::unique_ptr<FrameOutput>()>;

    // `frame` is the size of all of them.
    Recording(Open open, Extent frame);
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;
    // Finishes what was added.
    ~Recording();

    // The frame that comes next; the one before it is repeated so many times first.
    void add(RawPixels frame, std::size_t repeats = 0);
    // False where there is no room for it now.
    bool has_room() const;
    // No more frames come: what was added is finished, beside the caller.
    void close(std::size_t repeats = 0);
    // Waits until it is.
    void wait();

    struct State {
        std::size_t frames = 0;  // that were added, repetitions included
        std::size_t written = 0; // of those, the ones that are in the output
        bool ended = false;      // nothing more will happen, after `close` or because of an error
        // Why it ended early; frames that are added then are dropped.
        std::optional<Error> error = {};
        // Where the frames went, once it has ended, and whether that is where they should be.
        std::string name = {};
        bool as_wanted = true;
    };
    State state() const;

private:
    struct Frame {
        RawPixels pixels; // none: the repetitions alone
        std::size_t repeats = 0;
    };

    void run(const Open& open);
    void encode(FrameOutput& output);
    std::optional<Frame> next_frame();

    const std::size_t max_waiting_;
    mutable std::mutex mutex_; // guards everything down to `closed_`
    mutable std::condition_variable changed_;
    std::deque<Frame> waiting_;
    State state_;
    bool closed_ = false;

    std::thread thread_; // last: it uses all of the above
};

// The same of what OpenGL draws, read back without waiting for it.
class FilmStrip {
public:
    FilmStrip(Recording::Open open, Extent frame)
        : readback_(frame), recording_(std::move(open), frame) {}

    // The framebuffer object's picture is the next frame; the one before it is repeated so many
    // times first. Waits where there is no room for it.
    void add(unsigned int framebuffer, std::size_t repeats = 0);
    bool has_room() const { return !readback_.full() && recording_.has_room(); }
    // Hands over what was read back: all of it, or what there is room and time for.
    void deliver(PixelReadback::Wait wait);
    // No more frames come, but the last one is repeated so many times.
    void close(std::size_t repeats = 0) { closes_with_ = repeats; }
    // Once it is closed: until all is written.
    void finish();

    Recording::State state() const { return recording_.state(); }

private:
    bool deliver_oldest(PixelReadback::Wait wait);

    PixelReadback readback_;
    std::deque<std::size_t> repeats_; // before each frame that is being read back
    std::optional<std::size_t> closes_with_;
    Recording recording_;
};

} // namespace orrery
