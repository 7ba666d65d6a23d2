#pragma once

#include <filesystem>
#include <string>

struct lws;

namespace orrery {

// Bytes to be sent, with the room that libwebsockets wants in front of them.
std::string with_room(const std::string& bytes);

// The page, the one file that is served: read once.
class ServedPage {
public:
    // Throws failure where it cannot be read.
    explicit ServedPage(const std::filesystem::path& file);

    // Its headers, and what follows when the connection takes more; as libwebsockets' callbacks
    // return: below 0 the connection ends.
    int begin(lws* connection) const;
    int finish(lws* connection) const;

private:
    std::string text_;
};

} // namespace orrery
