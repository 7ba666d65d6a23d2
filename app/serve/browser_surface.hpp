#pragma once

#include "app/serve/frame_message.hpp"
#include "app/serve/frame_quality.hpp"
#include "app/serve/frame_reader.hpp"
#include "app/serve/page_pace.hpp"
#include "app/serve/viewer_server.hpp"
#include "render/capture.hpp"
#include "render/offscreen.hpp"
#include "render/surface.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace orrery {

// Makes messages of frames on a thread of its own, encodes what is not encoded yet, and gives them
// to the viewers. A frame that comes while another is encoded replaces the one that waits. A
// picture that has not changed is sent once more, without loss. The quality follows how long frames
// take to be displayed.
class FrameEncoder {
public:
    explicit FrameEncoder(ViewerServer& server) : server_(server) {}

    void give(ReadFrame frame, FrameOrigin origin);
    // What the next frame is to be read with: how good a JPEG is to be, and whether pixels are
    // needed of one that the GPU encodes.
    JpegGrade grade() const { return grade_; }
    bool wants_pixels() const { return wants_pixels_; }

private:
    struct Waiting {
        ReadFrame read;
        FrameOrigin origin;
    };

    void encode(const std::stop_token& stop);
    std::optional<FrameMessage> message_of(Waiting frame);
    void adapt();

    ViewerServer& server_;
    std::uint64_t next_id_ = 1;
    FrameQuality quality_;
    std::atomic<JpegGrade> grade_ = quality_.grade();
    std::atomic<bool> wants_pixels_ = false;
    std::uint64_t quality_told_by_ = 0; // the number of displayed frames
    ReadFrame last_;
    Clock::time_point changed_at_; // when that was new
    double answered_ = 0;          // the newest input that a frame knew of
    bool last_was_lossless_ = false;

    std::mutex mutex_;
    std::condition_variable_any came_;
    std::optional<Waiting> waiting_;
    std::jthread thread_{[this](const std::stop_token& stop) { encode(stop); }}; // last
};

// How frames come from the GPU to the encoder.
struct FrameRoute {
    ShaderFolder shaders;
    std::optional<EncodedBy> encoded_by =
        {}; // unset: by the faster one, measured on the first frame
    std::function<void(const EncodingTimes&)> measured = {};
    // Told why, where the GPU was to encode and cannot.
    std::function<void(const std::string& why)> fell_back = {};
};

// Frames drawn off-screen, of the size of the steering viewer's page, and shown in browsers.
class BrowserSurface : public Surface {
public:
    // `server` outlives it. Throws failure when there is no OpenGL 4.5.
    BrowserSurface(ViewerServer& server, Extent size, FrameRoute route);

    Extent framebuffer_size() const override { return framebuffer_->size(); }
    unsigned int gl_framebuffer() const override { return framebuffer_->gl_framebuffer(); }
    Extent size() const override { return framebuffer_->size(); }
    Monitor monitor() const override;
    bool shown() const override { return shown_; }
    void wait_events(double seconds) override;
    void finish_frame() override;
    void swap_buffers() override;
    // Frames that have come from the GPU meanwhile are sent at once. Where a GPU draws, it ends
    // with a beat of the page's display, or with input.
    void rest_until(Clock::time_point due) override;
    void set_title(const std::string& title) override;
    bool fullscreen() const override { return fullscreen_; }
    void set_fullscreen(bool fullscreen) override;
    std::unique_ptr<Surface> open_another(const Rectangle& place,
                                          const std::string& title) override;

    // Gives what has come to ImGui: before a frame's input is taken.
    void take_messages();
    // What goes with every frame, asked for when it has been drawn: FrameOrigin::view.
    void describe_by(std::function<std::string()> describe) { describe_ = std::move(describe); }
    // So many bodies the page has asked for since the last call; 0: for none.
    std::size_t take_bodies_asked() { return std::exchange(bodies_asked_, 0); }

private:
    void adopt(Extent size, float pixels_per_coordinate);
    void begin_reading();
    void hand_over_frames();
    PageNews page_news() const;
    void say_who_encodes();
    void tell_why_not_gpu(const std::string& why);

    ViewerServer& server_;
    FrameRoute route_;
    OffscreenContext context_; // first: the others live in it
    JpegShaders jpeg_shaders_;
    std::string why_not_gpu_; // as the viewers were told
    std::optional<Framebuffer> framebuffer_;
    std::optional<FrameReader> reader_;
    std::deque<FrameOrigin> under_way_; // frames that are read back
    float pixels_per_coordinate_ = 1;
    bool shown_ = false, fullscreen_ = false;
    std::vector<std::string> messages_; // that have not been taken
    double input_time_ = 0;
    std::uint64_t frames_shown_ = 0; // when the last rest ended
    std::string cursor_;
    std::string title_;
    std::size_t viewers_told_ = 0;
    std::size_t bodies_asked_ = 0;
    std::function<std::string()> describe_;
    FrameEncoder encoder_; // last: it uses the server
};

} // namespace orrery
