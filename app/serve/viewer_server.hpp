#pragma once

// HTTP and WebSocket for those who look at a run, on a thread of its own, by libwebsockets. The
// program gives it frames and takes input; it never waits for a viewer. One frame is under way to
// each, and the newest is sent when that has been drawn: who is slow sees fewer.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace orrery {

// A frame as it travels: the length of a JSON header (four bytes, the lowest first), the header,
// and the picture as a file.
struct FrameMessage {
    std::uint64_t id = 0;
    bool lossless = false;
    std::string bytes;
};

struct ViewerServerOptions {
    std::string listen = "127.0.0.1";
    int port = 0;               // 0: any that is free
    std::string secret;         // that an address has to have in it
    std::filesystem::path page; // that is served, and nothing else
};

// What viewers came to.
struct ViewerCounts {
    std::size_t viewers = 0;
    std::size_t refused = 0;        // connections: without the secret, from another page, too many
    std::uint64_t frames_shown = 0; // by the viewer who steers
    double displayed_after_ms = 0;  // from sending a frame until it was displayed, there
    double page_ms = 0;             // of that, the page's own work
    double input_to_display_ms = 0; // from an input, by that viewer's clock
    double way_ms = 0;              // a short message there and back, as a rule
};

class ViewerServer {
public:
    static constexpr std::size_t most_viewers = 32;
    static constexpr std::size_t longest_message = 16 * 1024; // from a viewer, in bytes

    // Throws failure where the address is taken or not this machine's.
    explicit ViewerServer(const ViewerServerOptions& options);
    ViewerServer(const ViewerServer&) = delete;
    ViewerServer& operator=(const ViewerServer&) = delete;
    ~ViewerServer(); // tells the viewers that the run has ended

    int port() const;
    ViewerCounts counts() const;
    // Whether a viewer could be sent a newer frame at once.
    bool wants_frame() const;
    void publish(std::shared_ptr<const FrameMessage> frame);
    // To the viewer who steers (JSON); to all where `all` is set.
    void tell(const std::string& json, bool all = false);
    // To the viewer who steers, as soon as it takes something; a newer one takes its place.
    void give_bodies(std::shared_ptr<const std::string> message);
    // What the viewer who steers has sent, the oldest first (JSON). Waits up to `longest` for the
    // first.
    std::vector<std::string> take_input(std::chrono::duration<double> longest);
    // Whether there is something to take.
    bool has_input() const;

private:
    class Service;
    std::unique_ptr<Service> service_;
};

} // namespace orrery
