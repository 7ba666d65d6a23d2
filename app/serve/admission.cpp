#include "app/serve/admission.hpp"

#include <cstddef>

namespace orrery {

bool is_loopback_host(const std::string& host) {
    const std::size_t colon = host.rfind(':');
    const bool has_port = colon != std::string::npos && host.find(']', colon) == std::string::npos;
    const std::string name = has_port ? host.substr(0, colon) : host;
    return name == "localhost" || name == "127.0.0.1" || name == "[::1]";
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
