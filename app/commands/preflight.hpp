#pragma once

#include <string>
#include <vector>

namespace orrery {

// What of this machine was looked at before a talk.
struct PreflightCheck {
    std::string name; // "window"
    bool works = true;
    bool needed = false; // for the window; all else has something that stands in
    std::string words;   // what there is, or why it does not work
    std::string remedy;  // what to install or do; empty: nothing
};

// Looks at everything that a talk may need, in some seconds. Opens and closes a hidden window.
std::vector<PreflightCheck> preflight();

// Whether all that the window needs works.
bool ready_for_window(const std::vector<PreflightCheck>& checks);

} // namespace orrery
