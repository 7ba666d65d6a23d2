#include "render/record/recording.hpp"

#include "sim/machine/workers.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace orrery {
namespace {

constexpr std::size_t waiting_bytes = std::size_t{256} << 20;

// Enough to bridge a hiccup of the encoder, within reason for large pictures.
std::size_t max_waiting(Extent frame) {
    const std::size_t bytes =
        4 * static_cast<std::size_t>(frame.width) * static_cast<std::size_t>(frame.height);
    return std::clamp<std::size_t>(waiting_bytes / std::max<std::size_t>(bytes, 1), 2, 16);
}

} // namespace

Recording::Recording(Open open, Extent frame)
    : max_waiting_(max_waiting(frame)), thread_([this, open = std::move(open)] { run(open); }) {}

Recording::~Recording() {
    close();
    wait();
}

void Recording::add(RawPixels frame, std::size_t repeats) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.size() < max_waiting_ || state_.ended; });
    if (closed_ || state_.ended) {
        return;
    }
    state_.frames += 1 + repeats;
    waiting_.push_back({std::move(frame), repeats});
    changed_.notify_all();
}

bool Recording::has_room() const {
    const std::lock_guard lock(mutex_);
    return waiting_.size() < max_waiting_;
}

void Recording::close(std::size_t repeats) {
    const std::lock_guard lock(mutex_);
    if (!closed_ && repeats > 0 && state_.frames > 0) {
        state_.frames += repeats;
        waiting_.push_back({{}, repeats});
    }
    closed_ = true;
    changed_.notify_all();
}

void Recording::wait() {
    if (thread_.joinable()) {
        thread_.join();
    }
}

Recording::State Recording::state() const {
    const std::lock_guard lock(mutex_);
    return state_;
}

// A program that encodes inherits the priority: after the drawing, before the simulation, as
// pictures wait for it.
void Recording::run(const Open& open) {
    constexpr int nice = 5;
    lower_thread_priority(nice);
    std::optional<Error> error;
    try {
        const std::unique_ptr<FrameOutput> output = open();
        encode(*output);
        const std::lock_guard lock(mutex_);
        state_.name = output->name();
        state_.as_wanted = output->as_wanted();
    } catch (const Error& problem) {
        error = problem;
    } catch (const std::bad_alloc&) {
        error =
            failure("not enough memory for its frames", "the video", "record a smaller picture");
    } catch (const std::exception& problem) {
        error = failure(problem.what(), "the video", "");
    }
    const std::lock_guard lock(mutex_);
    state_.error = std::move(error);
    state_.ended = true;
    changed_.notify_all();
}

void Recording::encode(FrameOutput& output) {
    const auto count_written = [this] {
        const std::lock_guard lock(mutex_);
        ++state_.written;
    };
    Image image;
    bool begun = false;
    while (std::optional<Frame> frame = next_frame()) {
        for (std::size_t i = 0; i < frame->repeats && begun; ++i) {
            output.repeat(image);
            count_written();
        }
        if (!frame->pixels.rgba.empty()) {
            image = as_image(frame->pixels);
            frame.reset();
            if (!output.add(image)) {
                break;
            }
            begun = true;
            count_written();
        }
    }
    if (begun) {
        output.finish();
    }
}

// Nothing once it is closed and all are taken.
std::optional<Recording::Frame> Recording::next_frame() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_.empty() || closed_; });
    if (waiting_.empty()) {
        return std::nullopt;
    }
    Frame frame = std::move(waiting_.front());
    waiting_.pop_front();
    changed_.notify_all();
    return frame;
}

void FilmStrip::add(unsigned int framebuffer, std::size_t repeats) {
    if (readback_.full()) {
        deliver_oldest(PixelReadback::Wait::yes);
    }
    readback_.begin(framebuffer);
    repeats_.push_back(repeats);
}

bool FilmStrip::deliver_oldest(PixelReadback::Wait wait) {
    std::optional<RawPixels> pixels = readback_.take(wait);
    if (pixels) {
        recording_.add(std::move(*pixels), repeats_.front());
        repeats_.pop_front();
    }
    return pixels.has_value();
}

void FilmStrip::deliver(PixelReadback::Wait wait) {
    while ((wait == PixelReadback::Wait::yes || recording_.has_room()) && deliver_oldest(wait)) {
    }
    if (closes_with_ && repeats_.empty()) {
        recording_.close(*closes_with_);
    }
}

void FilmStrip::finish() {
    deliver(PixelReadback::Wait::yes);
    recording_.wait();
}

} // namespace orrery
