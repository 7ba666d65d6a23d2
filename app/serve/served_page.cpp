#include "app/serve/served_page.hpp"

#include "sim/base/error.hpp"

#include <libwebsockets.h>

#include <array>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

namespace orrery {
namespace {

std::string read_text(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (text.empty()) {
        throw failure("the page could not be read", file.string(), "install Orrery anew");
    }
    return text;
}

// With the scripts beside it in their places: one file is all that is served.
std::string read_page(const std::filesystem::path& file) {
    std::string page = read_text(file);
    for (const std::string script : {"strips.js", "bodies.js"}) {
        const std::string place = " src=\"" + script + "\"";
        if (const std::size_t at = page.find(place); at != std::string::npos) {
            page.replace(at, place.size() + 1, ">" + read_text(file.parent_path() / script));
        }
    }
    return page;
}

// The page's own scripts run, and it reaches this server alone. Its address, which has the secret
// in it, is told to nobody and kept by no cache.
int add_headers(lws* connection, unsigned char** at, unsigned char* end) {
    constexpr auto headers = std::to_array<std::pair<const char*, std::string_view>>({
        {"content-security-policy:",
         "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
         "img-src blob:; connect-src 'self' ws:"},
        {"referrer-policy:", "no-referrer"},
        {"x-content-type-options:", "nosniff"},
        {"cache-control:", "no-store"},
    });
    for (const auto& [name, value] : headers) {
        if (lws_add_http_header_by_name(connection, reinterpret_cast<const unsigned char*>(name),
                                        reinterpret_cast<const unsigned char*>(value.data()),
                                        static_cast<int>(value.size()), at, end) != 0) {
            return -1;
        }
    }
    return 0;
}

} // namespace

std::string with_room(const std::string& bytes) {
    return std::string(LWS_PRE, '\0') + bytes;
}

ServedPage::ServedPage(const std::filesystem::path& file) : text_(read_page(file)) {}

int ServedPage::begin(lws* connection) const {
    std::array<unsigned char, LWS_PRE + 2048> headers{};
    unsigned char* at = headers.data() + LWS_PRE;
    unsigned char* const start = at;
    unsigned char* const end = headers.data() + headers.size() - 1;
    if (lws_add_http_common_headers(connection, HTTP_STATUS_OK, "text/html; charset=utf-8",
                                    text_.size(), &at, end) != 0 ||
        add_headers(connection, &at, end) != 0 ||
        lws_finalize_write_http_header(connection, start, &at, end) != 0) {
        return -1;
    }
    lws_callback_on_writable(connection);
    return 0;
}

int ServedPage::finish(lws* connection) const {
    std::string bytes = with_room(text_);
    if (lws_write(connection, reinterpret_cast<unsigned char*>(bytes.data()) + LWS_PRE,
                  text_.size(), LWS_WRITE_HTTP_FINAL) < 0) {
        return -1;
    }
    return lws_http_transaction_completed(connection) != 0 ? -1 : 0;
}

} // namespace orrery
