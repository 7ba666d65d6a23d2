// A build without libwebsockets or libjpeg-turbo.

#include "app/serve/serve.hpp"

#include "sim/base/error.hpp"

namespace orrery {

std::string serving_unavailable() {
    return "this build has no libwebsockets and libjpeg-turbo";
}

WindowResult serve(LaunchOptions /*window*/, const ServeOptions& /*options*/) {
    throw failure(serving_unavailable(), "serve",
                  "install them (Debian: libwebsockets-dev libturbojpeg0-dev) and build anew");
}

} // namespace orrery
