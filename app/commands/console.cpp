#include "app/commands/console.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace orrery {

void Console::note(std::string_view sentence) const {
    if (words != Words::few) {
        fmt::print(stderr, "orrery: {}\n", sentence);
    }
}

void Console::detail(std::string_view sentence) const {
    if (words == Words::many) {
        fmt::print(stderr, "orrery: {}\n", sentence);
    }
}

} // namespace orrery
