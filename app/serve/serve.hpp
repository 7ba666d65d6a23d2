#pragma once

#include "app/window/window_app.hpp"

#include <functional>
#include <optional>
#include <string>

namespace orrery {

enum class EncodedBy;

// How the window is given to browsers.
struct ServeOptions {
    std::string listen = "127.0.0.1";         // the address of this machine that is listened on
    int port = 8686;                          // 0: any that is free
    std::optional<EncodedBy> encoded_by = {}; // unset: by whoever is faster here
    std::function<void(const std::string& sentence)> say;
};

// Empty, or why this build cannot.
std::string serving_unavailable();

// "gpu", "processor", or "fastest": unset. Throws bad_input, naming the flag, for another word.
std::optional<EncodedBy> parse_encoded_by(const std::string& word, const std::string& flag);

// The window's application, drawn off-screen and shown in browsers that know the run's secret word,
// which is in the address that is said: it goes on until it is quit there or `window.stop` is
// requested. Throws failure where that port cannot be listened on, and bad_input where the address
// is not this machine's.
WindowResult serve(LaunchOptions window, const ServeOptions& options);

} // namespace orrery
