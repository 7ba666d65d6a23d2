#pragma once

#include <imgui.h>

#include <string>

namespace orrery {

// A row of a panel: the name at the left, its control in the rest of the width. Call before the
// control; `tooltip` is shown over the name.
void row(const char* name, const char* tooltip = nullptr);

// A tooltip for the last item, wrapped; also where the item is disabled.
void tip(const std::string& text);

// Text in the number font.
void number_text(const std::string& text);
void number_text(const ImVec4& colour, const std::string& text);

// A quiet heading between parts of a panel.
void heading(const char* text);

// A slider of doubles on a logarithmic scale. True when changed.
bool logarithmic_slider(const char* id, double& value, double low, double high, const char* format);

// Greys out everything until the end of its scope, if there is a reason.
class DisabledBecause {
public:
    explicit DisabledBecause(const std::string& reason);
    DisabledBecause(const DisabledBecause&) = delete;
    DisabledBecause& operator=(const DisabledBecause&) = delete;
    ~DisabledBecause();

private:
    bool disabled_;
};

} // namespace orrery
