// Damaged requests, frames and messages of every kind, thrown at the server of `orrery serve`: it
// goes on, lets nobody in, and forgets who has gone.
//
//   ORRERY_RANDOM_SECONDS=600 ORRERY_RANDOM_SEED=7 build/asan/bin/serve_attack_test
#include "app/serve/browser_input.hpp"
#include "app/serve/frame_quality.hpp"
#include "app/serve/viewer_server.hpp"
#include "tests/patience.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace orrery {
namespace {

const std::string secret = "0123456789abcdef0123456789abcdef";

double number_of_environment(const char* name, double otherwise) {
    const char* const text = std::getenv(name);
    return text != nullptr ? std::atof(text) : otherwise;
}

// So many tries, or as many as the time that was asked for allows.
class Tries {
public:
    explicit Tries(int usual) : left_(usual) {}
    bool another() {
        return seconds_ > 0 ? std::chrono::steady_clock::now() < until_ : left_-- > 0;
    }

private:
    int left_;
    double seconds_ = number_of_environment("ORRERY_RANDOM_SECONDS", 0) / 2; // of two tests
    std::chrono::steady_clock::time_point until_ =
        std::chrono::steady_clock::now() +
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(
            std::chrono::duration<double>(seconds_));
};

class Damage {
public:
    std::mt19937_64& random() { return random_; }
    std::size_t below(std::size_t count) {
        return count == 0 ? 0 : std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
    }
    std::string done_to(std::string bytes) {
        for (std::size_t times = below(4); times-- > 0;) {
            once(bytes);
        }
        return bytes;
    }

private:
    void once(std::string& bytes) {
        const std::size_t at = below(bytes.size());
        const std::size_t some = std::min(1 + below(16), bytes.size() - at);
        switch (below(6)) {
        case 0:
            bytes.resize(at);
            break;
        case 1:
            bytes.erase(at, some);
            break;
        case 2:
            bytes.insert(at, bytes.substr(at, some));
            break;
        case 3:
            bytes.insert(at, 1 + below(3000), static_cast<char>(below(256)));
            break;
        default:
            if (!bytes.empty()) {
                bytes[at] = static_cast<char>(below(2) == 0 ? bytes[at] ^ (1 << below(8))
                                                            : static_cast<int>(below(256)));
            }
        }
    }

    std::mt19937_64 random_{
        static_cast<std::uint64_t>(number_of_environment("ORRERY_RANDOM_SEED", 1))};
};

// A connection as strangers make it.
class Connection {
public:
    explicit Connection(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const timeval longest{.tv_sec = static_cast<time_t>(patience), .tv_usec = 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof(longest));
        connected_ =
            ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() { ::close(socket_); }

    bool connected() const { return connected_; }
    void send(const std::string& bytes) const {
        for (std::size_t sent = 0; sent < bytes.size();) {
            const ssize_t part =
                ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
            if (part <= 0) {
                return; // it was shown out
            }
            sent += static_cast<std::size_t>(part);
        }
    }
    void no_more() const { ::shutdown(socket_, SHUT_WR); }
    // Until `end` is in it, or the server has no more to say.
    std::string answer(const std::string& end) const {
        std::string all;
        std::array<char, 4096> part{};
        while (end.empty() || all.find(end) == std::string::npos) {
            const ssize_t count = ::recv(socket_, part.data(), part.size(), 0);
            if (count <= 0) {
                break;
            }
            all.append(part.data(), static_cast<std::size_t>(count));
        }
        return all;
    }

private:
    int socket_;
    bool connected_ = false;
};

std::string get(const std::string& token) {
    return "GET /?token=" + token + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
}

std::string handshake(const std::string& token) {
    return "GET /?token=" + token +
           " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Protocol: orrery\r\n\r\n";
}

// A frame of RFC 6455 with the mask 0.
std::string frame(unsigned first_byte, const std::string& words) {
    std::string bytes(1, static_cast<char>(first_byte));
    if (words.size() < 126) {
        bytes += static_cast<char>(0x80U | words.size());
    } else {
        bytes += static_cast<char>(0xFE);
        bytes += static_cast<char>(words.size() >> 8U);
        bytes += static_cast<char>(words.size() & 0xFFU);
    }
    return bytes + std::string(4, '\0') + words;
}

constexpr unsigned text_frame = 0x81, begun_text = 0x01, more = 0x00, last = 0x80, binary = 0x82,
                   closing = 0x88, ping = 0x89, pong = 0x8A;

const std::vector<std::string>& messages() {
    static const std::vector<std::string> all = {
        R"({"e":"size","width":640,"height":480,"ratio":2})",
        R"({"e":"move","t":12.5,"ctrl":false,"shift":true,"alt":false,"meta":false,"x":10,"y":-3})",
        R"({"e":"button","t":1e3,"button":0,"down":true,"x":10,"y":20})",
        R"({"e":"wheel","t":9,"dx":0.5,"dy":-1,"x":1,"y":2})",
        R"({"e":"key","t":4,"code":"KeyA","down":true})",
        R"({"e":"text","t":4,"text":"\u00e4b"})",
        R"({"e":"paste","text":"words"})",
        R"({"e":"shown","id":1,"delay":3.25})",
        R"({"e":"drawn","id":1})",
        R"({"e":"bodies","count":16384})",
        R"({"e":"echo"})",
        R"({"e":"blur"})"};
    return all;
}

// That a frame has been displayed, in times that may be none.
std::string acknowledged(Damage& damage, int frame_number) {
    constexpr std::array numbers{"0", "3.5", "-7", "1e300", "-1e300", "null", "\"12\"", "1e999"};
    const auto number = [&] { return std::string(numbers.at(damage.below(numbers.size()))); };
    return R"({"e":"shown","id":)" + std::to_string(frame_number) + R"(,"delay":)" + number() +
           R"(,"took":)" + number() + "}";
}

// `newest`: the frame that there is to acknowledge.
std::string frames(Damage& damage, int newest) {
    const auto some = [&damage] { return messages()[damage.below(messages().size())]; };
    std::string bytes;
    for (std::size_t count = 1 + damage.below(5); count-- > 0;) {
        const std::string words = damage.done_to(some());
        switch (damage.below(8)) {
        case 0:
            bytes += frame(begun_text, words) + frame(more, some()) + frame(last, words);
            break;
        case 1:
            bytes += frame(binary, words);
            break;
        case 2:
            bytes += frame(damage.below(2) == 0 ? ping : pong, words.substr(0, 200));
            break;
        case 3:
            bytes += frame(closing, std::string("\x03\xE8") + words.substr(0, 100));
            break;
        case 4:
        case 5:
            bytes += frame(text_frame, acknowledged(damage, newest));
            break;
        default:
            bytes += frame(text_frame, words);
        }
    }
    return damage.done_to(bytes);
}

// With the page that is served; gone when it goes out of scope.
class PageFolder {
public:
    PageFolder() {
        std::string name = std::filesystem::temp_directory_path() / "orrery-attack-XXXXXX";
        folder_ = ::mkdtemp(name.data()) != nullptr ? name : "";
        std::ofstream(page()) << "<!DOCTYPE html>the page";
    }
    PageFolder(const PageFolder&) = delete;
    PageFolder& operator=(const PageFolder&) = delete;
    ~PageFolder() { std::filesystem::remove_all(folder_); }
    std::filesystem::path page() const { return folder_ / "index.html"; }

private:
    std::filesystem::path folder_;
};

class Attacked : public testing::Test {
protected:
    Attacked() {
        server_ = std::make_unique<ViewerServer>(
            ViewerServerOptions{.port = 0, .secret = secret, .page = folder_.page()});
        run_on(1);
    }

    // What the program does meanwhile.
    void run_on(int frame_number) {
        const FrameMessage picture{.id = static_cast<std::uint64_t>(frame_number),
                                   .lossless = false,
                                   .bytes = std::string(20'000, 'p')};
        server_->publish(std::make_shared<const FrameMessage>(picture));
        server_->tell(R"({"clipboard":"words"})", frame_number % 2 == 0);
        server_->give_bodies(std::make_shared<const std::string>(6000, 'b'));
        static_cast<void>(server_->take_input({}));
        const ViewerCounts counts = server_->counts();
        quality_.observe(counts.displayed_after_ms, counts.way_ms, counts.page_ms);
        const int quality = quality_.grade().quality;
        EXPECT_TRUE(quality >= FrameQuality::least && quality <= FrameQuality::best) << quality;
        EXPECT_GE(counts.page_ms, 0);
    }

    // Who is honest is served.
    void expect_well() {
        const Connection reader(server_->port());
        reader.send(get(secret));
        EXPECT_NE(reader.answer("the page").find("200"), std::string::npos);
        const Connection viewer(server_->port());
        viewer.send(handshake(secret));
        EXPECT_NE(viewer.answer("\"steers\"").find("101"), std::string::npos);
    }

    PageFolder folder_;
    std::unique_ptr<ViewerServer> server_;
    Damage damage_;
    FrameQuality quality_;
};

TEST_F(Attacked, ServerGoesOnAndLetsNobodyIn) {
    Tries tries(4000);
    for (int number = 0; tries.another(); ++number) {
        SCOPED_TRACE("try " + std::to_string(number));
        const Connection stranger(server_->port());
        ASSERT_TRUE(stranger.connected());
        switch (damage_.below(4)) {
        case 0:
            stranger.send(damage_.done_to(get(secret)));
            break;
        case 1:
            stranger.send(damage_.done_to(handshake(secret)));
            break;
        case 2: { // who does not know the secret gets neither page nor picture
            std::string other = secret;
            other[damage_.below(other.size())] ^= 1;
            stranger.send(damage_.below(2) == 0 ? get(other) : handshake(other));
            stranger.no_more();
            const std::string told = stranger.answer("");
            ASSERT_EQ(told.find("the page"), std::string::npos);
            ASSERT_EQ(told.find("101 "), std::string::npos);
            break;
        }
        default:
            stranger.send(handshake(secret));
            ASSERT_NE(stranger.answer("\r\n\r\n").find("101 "), std::string::npos);
            stranger.send(frames(damage_, number + 1));
        }
        stranger.no_more();
        static_cast<void>(stranger.answer("")); // the end, whatever it was
        run_on(number + 2);
        if (number % 200 == 0) {
            expect_well();
        }
    }
    expect_well();
    EXPECT_TRUE(wait_for([this] { return server_->counts().viewers == 0; })) << "some are left";
}

TEST_F(Attacked, WindowTakesNoHarmFromMessages) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {640, 480};
    io.IniFilename = nullptr;                                 // leaves nothing behind
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures; // nothing is drawn
    Tries tries(20'000);
    for (int number = 0; tries.another(); ++number) {
        const std::string words = damage_.done_to(messages()[damage_.below(messages().size())]);
        const BrowserEvent event = take_browser_message(words);
        if (event.size) {
            EXPECT_TRUE(event.size->width >= 64 && event.size->width <= 8192) << words;
            EXPECT_TRUE(event.size->height >= 64 && event.size->height <= 8192) << words;
        }
        EXPECT_TRUE(event.pixels_per_coordinate >= 0.5F && event.pixels_per_coordinate <= 4)
            << words;
        if (number % 50 == 0) {
            ImGui::NewFrame();
            ImGui::EndFrame();
        }
    }
    ImGui::DestroyContext();
}

} // namespace
} // namespace orrery
