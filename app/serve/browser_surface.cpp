#include "app/serve/browser_surface.hpp"

#include "app/serve/browser_input.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace orrery {
namespace {

// While frames are on their way from the GPU nothing else is waited for longer.
constexpr std::chrono::duration<double> between_looks(0.002);

// Between two steps of a slow simulation a picture stands still, too.
constexpr std::chrono::milliseconds rest_before_lossless(300);

} // namespace

void FrameEncoder::give(ReadFrame frame, FrameOrigin origin) {
    const std::lock_guard lock(mutex_);
    waiting_ = Waiting{std::move(frame), std::move(origin)};
    came_.notify_one();
}

void FrameEncoder::encode(const std::stop_token& stop) {
    while (true) {
        std::optional<Waiting> frame;
        {
            std::unique_lock lock(mutex_);
            if (!came_.wait(lock, stop, [this] { return waiting_.has_value(); })) {
                return;
            }
            frame = std::exchange(waiting_, std::nullopt);
        }
        adapt();
        if (std::optional<FrameMessage> message = message_of(*std::move(frame))) {
            server_.publish(std::make_shared<const FrameMessage>(*std::move(message)));
        }
    }
}

std::optional<FrameMessage> FrameEncoder::message_of(Waiting frame) {
    ReadFrame& read = frame.read;
    const bool still = same_picture(read, last_);
    if (!still) {
        changed_at_ = Clock::now();
    }
    const bool knows_more = frame.origin.input_time != answered_;
    answered_ = frame.origin.input_time;
    const bool to_be_lossless =
        still && !last_was_lossless_ && Clock::now() - changed_at_ >= rest_before_lossless;
    wants_pixels_ = to_be_lossless && read.pixels.rgba.empty();
    if (still && (!to_be_lossless || wants_pixels_)) {
        if (knows_more) { // the page waits for no frame then
            server_.tell(nlohmann::json{{"answered", frame.origin.input_time}}.dump());
        }
        return std::nullopt;
    }
    last_was_lossless_ = still;
    const std::uint64_t id = next_id_++;
    if (still) {
        FrameMessage message = png_message(id, read.pixels, frame.origin);
        last_ = std::move(read);
        return message;
    }
    const bool made = !read.jpeg.empty();
    const JpegGrade grade = made ? read.grade : quality_.grade();
    FrameMessage message =
        jpeg_message(id, read.size, grade.quality, made ? read.jpeg : jpeg_file(read.pixels, grade),
                     frame.origin);
    last_ = std::move(read);
    return message;
}

void FrameEncoder::adapt() {
    const ViewerCounts counts = server_.counts();
    if (counts.frames_shown == quality_told_by_) {
        return;
    }
    quality_told_by_ = counts.frames_shown;
    quality_.observe(counts.displayed_after_ms, counts.way_ms, counts.page_ms);
    grade_ = quality_.grade();
}

BrowserSurface::BrowserSurface(ViewerServer& server, Extent size, FrameRoute route)
    : server_(server), route_(std::move(route)), jpeg_shaders_(route_.shaders), encoder_(server) {
    adopt(size, 1);
}

void BrowserSurface::adopt(Extent size, float pixels_per_coordinate) {
    pixels_per_coordinate_ = pixels_per_coordinate;
    if (framebuffer_ && framebuffer_->size() == size) {
        return;
    }
    reader_.reset();
    under_way_.clear();
    framebuffer_.emplace(size);
}

Monitor BrowserSurface::monitor() const {
    return {.pixels = framebuffer_size(), .content_scale = pixels_per_coordinate_};
}

void BrowserSurface::set_title(const std::string& title) {
    title_ = title;
    server_.tell(nlohmann::json{{"title", title}}.dump(), true);
}

void BrowserSurface::set_fullscreen(bool fullscreen) {
    fullscreen_ = fullscreen;
    server_.tell(nlohmann::json{{"fullscreen", fullscreen}}.dump());
}

std::unique_ptr<Surface> BrowserSurface::open_another(const Rectangle& /*place*/,
                                                      const std::string& /*title*/) {
    throw failure("a browser shows one window", "the speaker's window",
                  "open the address a second time: every viewer sees the same");
}

void BrowserSurface::hand_over_frames() {
    while (!under_way_.empty()) {
        std::optional<ReadFrame> frame = reader_->take();
        if (!frame) {
            return;
        }
        encoder_.give(*std::move(frame), std::move(under_way_.front()));
        under_way_.pop_front();
    }
}

void BrowserSurface::begin_reading() {
    if (!route_.encoded_by && drawn_by() == DrawnBy::processor) {
        route_.encoded_by = EncodedBy::processor; // shaders on it take fifteen times as long
    }
    if (!route_.encoded_by) {
        const EncodingTimes times = measure_encoding(jpeg_shaders_, *framebuffer_);
        route_.encoded_by = times.faster();
        route_.measured(times);
        if (!times.gpu_ms) {
            tell_why_not_gpu(times.why_not_gpu);
        }
    }
    if (!reader_) {
        reader_.emplace(jpeg_shaders_, *framebuffer_, *route_.encoded_by);
    }
    if (!reader_->full()) {
        reader_->begin(encoder_.grade(), encoder_.wants_pixels());
        under_way_.push_back({input_time_, describe_ ? describe_() : ""});
        say_who_encodes();
    }
}

void BrowserSurface::say_who_encodes() {
    const std::string& why = reader_->why_not_gpu();
    if (why.empty() || why_not_gpu_ == why) {
        return;
    }
    route_.fell_back(why);
    tell_why_not_gpu(why);
}

void BrowserSurface::tell_why_not_gpu(const std::string& why) {
    why_not_gpu_ = why;
    server_.tell(nlohmann::json{{"not_by_gpu", why}}.dump(), true);
}

void BrowserSurface::finish_frame() {
    hand_over_frames();
    // A GPU encodes a frame in half a millisecond: the newest is ready when a viewer can take it.
    const bool by_gpu = reader_ && reader_->by() == EncodedBy::gpu;
    if (server_.wants_frame() || (by_gpu && shown_)) {
        begin_reading();
    }
}

void BrowserSurface::swap_buffers() {
    const char* const cursor = wanted_cursor();
    if (cursor_ != cursor) {
        cursor_ = cursor;
        server_.tell(nlohmann::json{{"cursor", cursor_}}.dump());
    }
}

void BrowserSurface::rest_until(Clock::time_point due) {
    constexpr std::chrono::microseconds soon(250);
    const bool in_step = shown_ && drawn_by() == DrawnBy::gpu;
    const Clock::time_point end = in_step ? latest_frame(due) : due;
    while (Clock::now() < end && !(in_step && is_time_for_frame(Clock::now(), due, page_news()))) {
        hand_over_frames();
        std::this_thread::sleep_until(
            under_way_.empty() && !in_step ? end : std::min(end, Clock::now() + soon));
    }
    frames_shown_ = server_.counts().frames_shown;
}

PageNews BrowserSurface::page_news() const {
    return {server_.has_input(), server_.counts().frames_shown != frames_shown_};
}

void BrowserSurface::wait_events(double seconds) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    do {
        hand_over_frames();
        const std::chrono::duration<double> left = until - std::chrono::steady_clock::now();
        const auto longest = !under_way_.empty() ? std::min(left, between_looks) : left;
        std::vector<std::string> came =
            server_.take_input(std::max(longest, std::chrono::duration<double>(0)));
        messages_.insert(messages_.end(), std::make_move_iterator(came.begin()),
                         std::make_move_iterator(came.end()));
    } while (messages_.empty() && std::chrono::steady_clock::now() < until);
    const ViewerCounts counts = server_.counts();
    shown_ = counts.viewers > 0;
    if (counts.viewers != std::exchange(viewers_told_, counts.viewers)) {
        server_.tell(nlohmann::json{{"viewers", counts.viewers},
                                    {"title", title_},
                                    {"cursor", cursor_},
                                    {"not_by_gpu", why_not_gpu_}}
                         .dump(),
                     true);
    }
}

void BrowserSurface::take_messages() {
    for (const std::string& message : std::exchange(messages_, {})) {
        const BrowserEvent event = take_browser_message(message);
        if (event.size) {
            adopt(*event.size, event.pixels_per_coordinate);
        }
        input_time_ = event.time > 0 ? event.time : input_time_;
        bodies_asked_ = event.bodies > 0 ? event.bodies : bodies_asked_;
    }
}

} // namespace orrery
