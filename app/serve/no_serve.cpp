// A build without libwebsockets or libjpeg-turbo.

#include "app/serve/serve.hpp"

#include "sim/base/error.hpp"

namespace orrery {

std::string serving_unavailable() {
    return "this build has no libwebsockets and libjpeg-turbo";
}

std::optional<EncodedBy> parse_encoded_by(const std::string&, const std::string&) {
    return std::nullopt;
}

WindowResult serve(LaunchOptions /*window*/, const ServeOptions& /*options*/) {
    throw failure(serving_unavailable(), "serve",
                  "install them (Debian: libwebsockets-dev libturbojpeg0-dev) and build anew");
}

} // namespace orrery
