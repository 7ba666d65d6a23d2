#pragma once

#include "app/record/frame_output.hpp"
#include "render/capture.hpp"
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

namespace orrery {

// Frames on their way into an output, which is opened, fed and finished on a thread of its own:
// whoever draws hands them over and goes on. A few frames wait at most; where encoding cannot keep
// up, either the frame waits (`add`) or it is left out (`offer`), and the one before it is seen for
// longer.
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

    // Frames that were added, repetitions included.
    std::size_t frames() const;
    // Of those, the ones that are in the output.
    std::size_t written() const;
    // Nothing more will happen, after `close` or because of an error.
    bool ended() const;
    // Why it ended early; frames that are added then are dropped.
    std::optional<Error> error() const;
    // Where the frames went; once it has ended.
    std::string name() const;
    bool as_wanted() const;

private:
    struct Frame {
        RawPixels pixels; // none: the repetitions alone
        std::size_t repeats = 0;
    };

    void run(const Open& open);
    void encode(FrameOutput& output);
    void count_written();
    std::optional<Frame> next_frame();

    const std::size_t max_waiting_;
    mutable std::mutex mutex_; // guards everything down to `error_`
    mutable std::condition_variable changed_;
    std::deque<Frame> waiting_;
    std::size_t frames_ = 0, written_ = 0;
    bool closed_ = false, ended_ = false, as_wanted_ = true;
    std::string name_;
    std::optional<Error> error_;

    std::thread thread_; // last: it uses all of the above
};

} // namespace orrery
