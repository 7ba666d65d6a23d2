#include "app/state/action_table.hpp"

#include "app/language/tr.hpp"

#include <fmt/format.h>

#include <cctype>

namespace orrery {

namespace {

// "Go to view 1" and "Go to view 2" are of one series.
bool same_series(const Action& one, const Action& other) {
    return one.menu == other.menu && !series_of(one).empty() && series_of(one) == series_of(other);
}

} // namespace

std::string series_of(const Action& action) {
    const std::string& label = action.label;
    const bool numbered = label.size() > 2 && label[label.size() - 2] == ' ' &&
                          std::isdigit(static_cast<unsigned char>(label.back())) != 0;
    return numbered ? label.substr(0, label.size() - 2) : "";
}

std::vector<ActionRow> action_rows(const Actions& actions) {
    const std::span<const Action> all = actions.all();
    std::vector<ActionRow> rows;
    for (std::size_t first = 0; first < all.size();) {
        std::size_t last = first;
        while (last + 1 < all.size() && same_series(all[first], all[last + 1])) {
            ++last;
        }
        ActionRow row{all[first].menu, all[first].label, all[first].tooltip, all[first].shortcut};
        if (last > first) {
            row.label += fmt::format(" … {}", all[last].label.back());
            row.shortcut += fmt::format(" … {}", all[last].shortcut.back());
        }
        rows.push_back(std::move(row));
        first = last + 1;
    }
    return rows;
}

const std::vector<MouseRow>& mouse_rows() {
    static const std::vector<MouseRow> rows{
        {tr_noop("Drag"), tr_noop("orbits the centre; in fly mode, looks around")},
        {tr_noop("Right drag, Shift+drag"), tr_noop("pans the picture")},
        {tr_noop("Wheel"), tr_noop("zooms in and out")},
        {tr_noop("Double click"),
         tr_noop(
             "selects the body under the pointer and follows it; on empty sky, stops following")},
        {tr_noop("Drag, as a hand"), tr_noop("throws a new body, or gives the body under the "
                                             "pointer a new velocity; the wheel sets the mass")},
        {tr_noop("Click, as a hand"),
         tr_noop("holds the body under the pointer; its card changes the mass")},
        {tr_noop("Shift+drag, as a hand"), tr_noop("orbits the centre")},
        {tr_noop("W A S D, Q E"), tr_noop("move the camera in fly mode; Shift is faster")},
        {tr_noop("Drop a file"), tr_noop("opens it")},
    };
    return rows;
}

std::string action_table_markdown(const Actions& actions) {
    std::string text = "# Keys and mouse\n\n"
                       "Made from the program's table of actions; F1 shows it in the window, and "
                       "Ctrl+K finds an action by its name.\n";
    std::string menu;
    for (const ActionRow& row : action_rows(actions)) {
        if (row.menu != menu) {
            menu = row.menu;
            text +=
                fmt::format("\n## {}\n\n| key | action | what it does |\n|---|---|---|\n", menu);
        }
        const std::string key = row.shortcut.empty() ? "" : fmt::format("`{}`", row.shortcut);
        text += fmt::format("| {} | {} | {} |\n", key, row.label, row.tooltip);
    }
    text += "\n## Mouse, in the picture\n\n| gesture | what it does |\n|---|---|\n";
    for (const MouseRow& row : mouse_rows()) {
        text += fmt::format("| {} | {} |\n", row.gesture, row.effect);
    }
    return text;
}

} // namespace orrery
