#include "app/panels/look_rows.hpp"

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/number_control.hpp"
#include "app/state/look_properties.hpp"

#include <imgui.h>

#include <string>
#include <vector>

namespace orrery {
namespace {

double number_of(const LookProperty& property, const Look& look) {
    return double{std::get<float>(property.member.get(look))};
}

} // namespace

void look_number(AppState& app, const char* id, const char* name) {
    const LookProperty& property = *find_look_property(id);
    double value = number_of(property, app.view);
    if (number_control(
            app, name, value,
            {.low = property.slider.low,
             .high = property.slider.high,
             .logarithmic = property.slider.logarithmic,
             .beyond = Limits{property.range.minimum, property.range.maximum, "more shows nothing"},
             .noun = property.title,
             .usual = number_of(property, Look{})})) {
        property.member.set(app.view, value);
    }
}

void look_number_row(AppState& app, const char* id) {
    const LookProperty& property = *find_look_property(id);
    row(property.label, property.tooltip);
    look_number(app, id, property.title);
}

void look_choice_row(AppState& app, const char* id) {
    const LookProperty& property = *find_look_property(id);
    row(property.label, property.tooltip);
    const std::vector<PropertyChoice> choices = property.choices();
    std::vector<const char*> names;
    int chosen = 0;
    for (const PropertyChoice& choice : choices) {
        if (choice.name == property.words(app.view)) {
            chosen = static_cast<int>(names.size());
        }
        names.push_back(choice.brief.empty() ? choice.name.c_str() : choice.brief.c_str());
    }
    if (segments(id, names, chosen)) {
        property.member.set(app.view, choices[static_cast<std::size_t>(chosen)].name);
    }
}

void look_flag(AppState& app, const char* id, const char* name) {
    const LookProperty& property = *find_look_property(id);
    bool on = std::get<bool>(property.member.get(app.view));
    if (toggle((std::string("##") + id).c_str(), on)) {
        property.member.set(app.view, on);
    }
    if (*name != '\0') {
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(tr(name));
    }
}

} // namespace orrery
