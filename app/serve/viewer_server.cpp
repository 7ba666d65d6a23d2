#include "app/serve/viewer_server.hpp"

#include "app/serve/admission.hpp"
#include "app/serve/served_page.hpp"
#include "app/serve/way_there.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>
#include <libwebsockets.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace orrery {
namespace {

using SystemClock = std::chrono::steady_clock;

std::string header_of(lws* connection, lws_token_indexes token) {
    std::array<char, 512> text{};
    const int length = lws_hdr_copy(connection, text.data(), static_cast<int>(text.size()), token);
    return length > 0 ? std::string(text.data(), static_cast<std::size_t>(length)) : "";
}

std::string secret_of(lws* connection) {
    std::array<char, 256> text{};
    const char* const value =
        lws_get_urlarg_by_name(connection, "token=", text.data(), static_cast<int>(text.size()));
    return value != nullptr ? value : "";
}

} // namespace

class ViewerServer::Service {
public:
    explicit Service(const ViewerServerOptions& options)
        : options_(options), page_(options.page), local_(options.listen == "127.0.0.1") {
        lws_set_log_level(0, nullptr);
        context_ = listening_on(options_.port);
        if (context_ == nullptr && listening_on(0) == nullptr) {
            throw bad_input("is no address of this machine", "--listen " + options_.listen,
                            "127.0.0.1 is for this machine alone, 0.0.0.0 for every network");
        }
        if (context_ == nullptr) {
            throw failure("cannot be listened on",
                          fmt::format("{}:{}", options_.listen, options_.port),
                          "another program may be there: --port 0 takes a free port");
        }
        port_ = lws_get_vhost_listen_port(lws_get_vhost_by_name(context_.get(), "default"));
        thread_ = std::jthread([this](const std::stop_token& stop) { serve(stop); });
    }

    ~Service() {
        thread_.request_stop();
        lws_cancel_service(context_.get());
        thread_.join();
        context_.reset(); // it closes connections, of which the others are told
    }

    int port() const { return port_; }

    ViewerCounts counts() const {
        const std::lock_guard lock(mutex_);
        return counts_;
    }
    bool wants_frame() const { return idle_viewers_ > 0; }

    void publish(std::shared_ptr<const FrameMessage> frame) {
        {
            const std::lock_guard lock(mutex_);
            newest_ = std::move(frame);
        }
        lws_cancel_service(context_.get());
    }

    void tell(const std::string& json, bool all) {
        {
            const std::lock_guard lock(mutex_);
            for (auto& [connection, viewer] : viewers_) {
                if ((all || connection == steering_) && viewer.words.size() < most_words) {
                    viewer.words.push_back(json);
                }
            }
        }
        lws_cancel_service(context_.get());
    }

    void give_bodies(std::shared_ptr<const std::string> message) {
        {
            const std::lock_guard lock(mutex_);
            if (const auto found = viewers_.find(steering_); found != viewers_.end()) {
                found->second.bodies = std::move(message);
            }
        }
        lws_cancel_service(context_.get());
    }

    bool has_input() const {
        const std::lock_guard lock(mutex_);
        return !input_.empty();
    }

    std::vector<std::string> take_input(std::chrono::duration<double> longest) {
        std::unique_lock lock(mutex_);
        input_came_.wait_for(lock, longest, [this] { return !input_.empty(); });
        return std::exchange(input_, {});
    }

private:
    static constexpr std::size_t most_words = 256, most_input = 4096;

    struct Viewer {
        std::uint64_t sent = 0, taken = 0; // frames, by their ids
        struct Way {
            std::uint64_t id = 0;
            SystemClock::time_point began;
        };
        std::array<Way, 2> not_shown; // the older one first
        // A page draws one frame while another is on its way to the display, and no more.
        bool is_free() const { return sent == taken && not_shown[0].id == 0; }
        std::deque<std::string> words;             // to be sent
        std::shared_ptr<const std::string> bodies; // likewise
        std::string message;                       // that is coming in, in parts
    };

    struct Destroy {
        void operator()(lws_context* context) const { lws_context_destroy(context); }
    };

    // Null: that cannot be. An address of IPv4 is one for the library where it knows of no other:
    // else it would listen to all networks.
    std::unique_ptr<lws_context, Destroy> listening_on(int port) {
        lws_context_creation_info info{};
        info.iface = options_.listen.c_str();
        info.port = port;
        info.protocols = protocols_.data();
        info.user = this;
        info.options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_VALIDATE_UTF8;
        if (in_addr parsed{}; inet_pton(AF_INET, info.iface, &parsed) == 1) {
            info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
        }
        info.timeout_secs = 10;
        info.retry_and_idle_policy = &patience_;
        return std::unique_ptr<lws_context, Destroy>(lws_create_context(&info));
    }

    void serve(const std::stop_token& stop) {
        while (!stop.stop_requested() && lws_service(context_.get(), 0) >= 0) {
        }
        // Viewers are told and then hung up on, which reads what they still say: a
        // connection that is dropped with something unread takes along what was on its way to them.
        ended_ = true;
        tell(R"({"ended":true})", true);
        const SystemClock::time_point longest = SystemClock::now() + std::chrono::seconds(2);
        while (counts().viewers > 0 && SystemClock::now() < longest) {
            lws_service(context_.get(), -1);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }

    static int answer(lws* connection, lws_callback_reasons reason, void* of_connection,
                      void* bytes, std::size_t count) {
        auto* const service = static_cast<Service*>(lws_context_user(lws_get_context(connection)));
        if (service == nullptr) { // while the context is being made
            return lws_callback_http_dummy(connection, reason, of_connection, bytes, count);
        }
        return service->answer(connection, reason, of_connection, static_cast<const char*>(bytes),
                               count);
    }

    int answer(lws* connection, lws_callback_reasons reason, void* of_connection, const char* bytes,
               std::size_t count) {
        switch (reason) {
        case LWS_CALLBACK_HTTP:
            return begin_page(connection, bytes);
        case LWS_CALLBACK_HTTP_WRITEABLE:
            return page_.finish(connection);
        case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
            return admits(connection) ? 0 : refuse();
        case LWS_CALLBACK_ESTABLISHED:
            return welcome(connection);
        case LWS_CALLBACK_CLOSED:
            forget(connection);
            return 0;
        case LWS_CALLBACK_RECEIVE:
            return receive(connection, bytes, count);
        case LWS_CALLBACK_SERVER_WRITEABLE:
            return send(connection);
        case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
            lws_callback_on_writable_all_protocol(context_.get(), &protocols_[1]);
            return 0;
        default:
            return lws_callback_http_dummy(connection, reason, of_connection,
                                           const_cast<char*>(bytes), count); // C's signature
        }
    }

    int refuse() {
        const std::lock_guard lock(mutex_);
        ++counts_.refused;
        return -1;
    }

    // A page of another site must not reach in through the user's browser, by any name.
    bool admits(lws* connection) const {
        const std::string host = header_of(connection, WSI_TOKEN_HOST);
        return (!local_ || is_loopback_host(host)) &&
               is_own_origin(header_of(connection, WSI_TOKEN_ORIGIN), host) &&
               same_secret(secret_of(connection), options_.secret);
    }

    int begin_page(lws* connection, const char* path) {
        const bool known = std::string_view(path) == "/";
        if (!known || !admits(connection)) {
            const int refused = known ? refuse() : 0;
            lws_return_http_status(connection, known ? 403U : 404U,
                                   "Use the whole address that orrery serve has printed.");
            return refused != 0 ? refused : -1;
        }
        return page_.begin(connection);
    }

    int welcome(lws* connection) {
        const std::lock_guard lock(mutex_);
        if (viewers_.size() >= most_viewers) {
            ++counts_.refused;
            std::string full =
                fmt::format("{} are watching, which is all there is room for", most_viewers);
            constexpr auto try_again_later = static_cast<lws_close_status>(1013);
            lws_close_reason(connection, try_again_later,
                             reinterpret_cast<unsigned char*>(full.data()), full.size());
            return -1;
        }
        viewers_[connection];
        if (steering_ == nullptr) {
            let_steer(connection);
        } else {
            viewers_[connection].words.emplace_back(R"({"steers":false})");
        }
        count();
        lws_callback_on_writable(connection);
        return 0;
    }

    // With the mutex held, as count.
    void let_steer(lws* connection) {
        steering_ = connection;
        way_ = {};
        viewers_[connection].words.emplace_back(R"({"steers":true})");
        lws_callback_on_writable(connection);
    }
    void count() {
        counts_.viewers = viewers_.size();
        std::size_t idle = 0;
        for (const auto& [connection, viewer] : viewers_) {
            idle += viewer.is_free() ? 1 : 0;
        }
        idle_viewers_ = idle;
    }

    void forget(lws* connection) {
        const std::lock_guard lock(mutex_);
        viewers_.erase(connection);
        if (connection == std::exchange(steering_, connection == steering_ ? nullptr : steering_)) {
            input_.emplace_back(R"({"e":"gone"})");
            input_came_.notify_one();
            if (!viewers_.empty()) {
                let_steer(viewers_.begin()->first);
            }
        }
        count();
    }

    int receive(lws* connection, const char* bytes, std::size_t count) {
        std::string whole;
        {
            const std::lock_guard lock(mutex_);
            const auto found = viewers_.find(connection);
            if (found == viewers_.end()) {
                return -1;
            }
            std::string& message = found->second.message;
            if (message.size() + count > longest_message) {
                return -1; // who sends more is no page of ours
            }
            message.append(bytes, count);
            if (lws_is_final_fragment(connection) == 0 ||
                lws_remaining_packet_payload(connection) != 0) {
                return 0;
            }
            whole = std::exchange(message, {});
        }
        take(connection, std::move(whole));
        return 0;
    }

    void take(lws* connection, std::string message) {
        const auto json = nlohmann::json::parse(message, nullptr, false);
        if (!json.is_object()) {
            return;
        }
        const std::lock_guard lock(mutex_);
        const auto kind = json.value("e", nlohmann::json());
        if (kind == "drawn" || kind == "shown") {
            frame_taken(connection, json, kind == "shown");
            return;
        }
        if (kind == "echo") {
            hear_echo(connection);
            return;
        }
        if (connection == steering_ && input_.size() < most_input) {
            input_.push_back(std::move(message));
            input_came_.notify_one();
        }
    }

    // A page that has drawn a frame is sent the next one while the display takes that; what it does
    // not draw, it does not show either.
    void frame_taken(lws* connection, const nlohmann::json& json, bool is_shown) {
        Viewer& viewer = viewers_[connection];
        const auto& id = json.contains("id") ? json["id"] : nlohmann::json();
        if (!id.is_number_unsigned()) {
            return;
        }
        const auto number = id.get<std::uint64_t>();
        const auto way = std::ranges::find(viewer.not_shown, number, &Viewer::Way::id);
        if (number == 0 || way == viewer.not_shown.end()) {
            return;
        }
        viewer.taken = std::max(viewer.taken, number);
        if (is_shown && connection == steering_) {
            const std::chrono::duration<double, std::milli> passed =
                SystemClock::now() - way->began;
            ++counts_.frames_shown;
            counts_.displayed_after_ms = passed.count();
            const auto told = [&json](const char* name) {
                const auto found = json.find(name);
                return found != json.end() && found->is_number() ? found->get<double>() : 0;
            };
            counts_.input_to_display_ms = told("delay");
            counts_.page_ms = std::clamp(told("took"), 0.0, counts_.displayed_after_ms);
        }
        if (is_shown) {
            *way = {};
        }
        count();
        input_came_.notify_one(); // a frame is wanted
        if (newest_ != nullptr && newest_->id > viewer.sent) {
            lws_callback_on_writable(connection);
        }
    }

    void hear_echo(lws* connection) {
        if (connection == steering_) {
            way_.hear(SystemClock::now());
            counts_.way_ms = way_.milliseconds();
        }
    }

    int send(lws* connection) {
        std::string words;
        std::shared_ptr<const std::string> bodies;
        std::shared_ptr<const FrameMessage> frame;
        {
            const std::lock_guard lock(mutex_);
            const auto found = viewers_.find(connection);
            if (found == viewers_.end()) {
                return -1;
            }
            Viewer& viewer = found->second;
            if (!viewer.words.empty()) {
                words = std::move(viewer.words.front());
                viewer.words.pop_front();
            } else if (ended_) {
                lws_close_reason(connection, LWS_CLOSE_STATUS_GOINGAWAY, nullptr, 0);
                return -1;
            } else if (viewer.bodies != nullptr) {
                bodies = std::exchange(viewer.bodies, nullptr);
            } else if (newest_ != nullptr && viewer.is_free() && newest_->id > viewer.sent &&
                       connection == steering_ && way_.is_to_be_asked(SystemClock::now())) {
                way_.ask(SystemClock::now());
                words = R"({"echo":true})";
            } else if (newest_ != nullptr && viewer.is_free() && newest_->id > viewer.sent) {
                frame = newest_;
                viewer.sent = frame->id;
                viewer.not_shown = {viewer.not_shown[1], {frame->id, SystemClock::now()}};
                count();
            } else {
                return 0;
            }
        }
        const bool binary = frame != nullptr || bodies != nullptr;
        std::string bytes = with_room(frame != nullptr    ? frame->bytes
                                      : bodies != nullptr ? *bodies
                                                          : words);
        const int written =
            lws_write(connection, reinterpret_cast<unsigned char*>(bytes.data()) + LWS_PRE,
                      bytes.size() - LWS_PRE, binary ? LWS_WRITE_BINARY : LWS_WRITE_TEXT);
        lws_callback_on_writable(connection);
        return written < 0 ? -1 : 0;
    }

    const ViewerServerOptions options_;
    const ServedPage page_;
    const bool local_;
    const lws_retry_bo patience_{.retry_ms_table = nullptr,
                                 .retry_ms_table_count = 0,
                                 .conceal_count = 0,
                                 .secs_since_valid_ping = 10,
                                 .secs_since_valid_hangup = 30,
                                 .jitter_percent = 0};
    const std::array<lws_protocols, 3> protocols_{
        {{"http", answer, 0, 0, 0, nullptr, 0},
         {"orrery", answer, 0, longest_message, 0, nullptr, 0},
         {nullptr, nullptr, 0, 0, 0, nullptr, 0}}};
    std::unique_ptr<lws_context, Destroy> context_;
    int port_ = 0;
    bool ended_ = false; // of the thread that serves

    mutable std::mutex mutex_; // guards what follows
    std::map<lws*, Viewer> viewers_;
    lws* steering_ = nullptr;
    std::shared_ptr<const FrameMessage> newest_;
    std::vector<std::string> input_;
    std::condition_variable input_came_;
    ViewerCounts counts_;
    WayThere way_; // to the viewer who steers
    std::atomic<std::size_t> idle_viewers_ = 0;

    std::jthread thread_; // last: it uses the others
};

ViewerServer::ViewerServer(const ViewerServerOptions& options)
    : service_(std::make_unique<Service>(options)) {}
ViewerServer::~ViewerServer() = default;

int ViewerServer::port() const {
    return service_->port();
}
ViewerCounts ViewerServer::counts() const {
    return service_->counts();
}
bool ViewerServer::wants_frame() const {
    return service_->wants_frame();
}
void ViewerServer::give_bodies(std::shared_ptr<const std::string> message) {
    service_->give_bodies(std::move(message));
}
void ViewerServer::publish(std::shared_ptr<const FrameMessage> frame) {
    service_->publish(std::move(frame));
}
void ViewerServer::tell(const std::string& json, bool all) {
    service_->tell(json, all);
}
bool ViewerServer::has_input() const {
    return service_->has_input();
}
std::vector<std::string> ViewerServer::take_input(std::chrono::duration<double> longest) {
    return service_->take_input(longest);
}

} // namespace orrery
