#include "app/serve/admission.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace orrery {

bool is_loopback_host(const std::string& host) {
    for (const std::string_view name : {"localhost", "127.0.0.1", "[::1]"}) {
        if (host == name) {
            return true;
        }
        if (host.starts_with(name) && host[name.size()] == ':') {
            const std::string_view port = std::string_view(host).substr(name.size() + 1);
            return std::ranges::all_of(port, [](char c) { return c >= '0' && c <= '9'; });
        }
    }
    return false;
}

bool is_own_origin(const std::string& origin, const std::string& host) {
    return origin.empty() || origin == "http://" + host;
}

bool same_secret(const std::string& given, const std::string& secret) {
    unsigned difference = given.size() == secret.size() ? 0 : 1;
    for (std::size_t i = 0; i < given.size() && !secret.empty(); ++i) {
        difference |= static_cast<unsigned>(given[i] ^ secret[i % secret.size()]);
    }
    return difference == 0 && !secret.empty();
}

} // namespace orrery
