#pragma once

#include <string_view>

namespace orrery {

// How much a command says beside its result. All of it goes to standard error: standard output is
// for results, which may be on their way into a pipe.
struct Console {
    enum class Words { few, usual, many };
    enum class Progress { automatic, always, never };

    Words words = Words::usual;
    Progress progress = Progress::automatic;

    // What the user should know: "orrery: …", a line; not with --quiet.
    void note(std::string_view sentence) const;
    // What was decided, and why; with --verbose only.
    void detail(std::string_view sentence) const;
};

} // namespace orrery
