#pragma once

#include <string>

namespace orrery {

// Whether a request's Host is a name of this machine's loopback ("localhost:8686"), and so no
// stranger's name that leads here; and whether its Origin, "" where there is none, is the page that
// the host serves.
bool is_loopback_host(const std::string& host);
bool is_own_origin(const std::string& origin, const std::string& host);

// Takes as long wherever the two differ.
bool same_secret(const std::string& given, const std::string& secret);

} // namespace orrery
