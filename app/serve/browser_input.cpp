#include "app/serve/browser_input.hpp"

#include <imgui.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace orrery {
namespace {

using Json = nlohmann::json;

constexpr int smallest_side = 64, largest_side = 8192;

struct NamedKey {
    std::string_view code;
    ImGuiKey key;
};
constexpr auto named_keys = std::to_array<NamedKey>({
    {"Tab", ImGuiKey_Tab},
    {"ArrowLeft", ImGuiKey_LeftArrow},
    {"ArrowRight", ImGuiKey_RightArrow},
    {"ArrowUp", ImGuiKey_UpArrow},
    {"ArrowDown", ImGuiKey_DownArrow},
    {"PageUp", ImGuiKey_PageUp},
    {"PageDown", ImGuiKey_PageDown},
    {"Home", ImGuiKey_Home},
    {"End", ImGuiKey_End},
    {"Insert", ImGuiKey_Insert},
    {"Delete", ImGuiKey_Delete},
    {"Backspace", ImGuiKey_Backspace},
    {"Space", ImGuiKey_Space},
    {"Enter", ImGuiKey_Enter},
    {"Escape", ImGuiKey_Escape},
    {"Quote", ImGuiKey_Apostrophe},
    {"Comma", ImGuiKey_Comma},
    {"Minus", ImGuiKey_Minus},
    {"Period", ImGuiKey_Period},
    {"Slash", ImGuiKey_Slash},
    {"Semicolon", ImGuiKey_Semicolon},
    {"Equal", ImGuiKey_Equal},
    {"BracketLeft", ImGuiKey_LeftBracket},
    {"Backslash", ImGuiKey_Backslash},
    {"BracketRight", ImGuiKey_RightBracket},
    {"Backquote", ImGuiKey_GraveAccent},
    {"NumpadDecimal", ImGuiKey_KeypadDecimal},
    {"NumpadDivide", ImGuiKey_KeypadDivide},
    {"NumpadMultiply", ImGuiKey_KeypadMultiply},
    {"NumpadSubtract", ImGuiKey_KeypadSubtract},
    {"NumpadAdd", ImGuiKey_KeypadAdd},
    {"NumpadEnter", ImGuiKey_KeypadEnter},
    {"ShiftLeft", ImGuiKey_LeftShift},
    {"ShiftRight", ImGuiKey_RightShift},
    {"ControlLeft", ImGuiKey_LeftCtrl},
    {"ControlRight", ImGuiKey_RightCtrl},
    {"AltLeft", ImGuiKey_LeftAlt},
    {"AltRight", ImGuiKey_RightAlt},
    {"MetaLeft", ImGuiKey_LeftSuper},
    {"MetaRight", ImGuiKey_RightSuper},
});

// The number behind a word: "F12" with "F" is 12; -1: it is something else.
int number_behind(std::string_view code, std::string_view word) {
    const std::string_view rest =
        code.substr(0, word.size()) == word ? code.substr(word.size()) : "";
    const bool digits = !rest.empty() && rest.size() <= 2 &&
                        std::ranges::all_of(rest, [](char c) { return c >= '0' && c <= '9'; });
    return digits ? std::stoi(std::string(rest)) : -1;
}

double long_number(const Json& json, const char* name) {
    const auto found = json.find(name);
    const double value = found != json.end() && found->is_number() ? found->get<double>() : 0;
    return std::isfinite(value) ? value : 0;
}

float number(const Json& json, const char* name) {
    constexpr double most = 1e9; // a cast of more would be none
    return static_cast<float>(std::clamp(long_number(json, name), -most, most));
}

bool flag(const Json& json, const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_boolean() && found->get<bool>();
}

std::string text(const Json& json, const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

void take_modifiers(ImGuiIO& io, const Json& json) {
    io.AddKeyEvent(ImGuiMod_Ctrl, flag(json, "ctrl"));
    io.AddKeyEvent(ImGuiMod_Shift, flag(json, "shift"));
    io.AddKeyEvent(ImGuiMod_Alt, flag(json, "alt"));
    io.AddKeyEvent(ImGuiMod_Super, flag(json, "meta"));
}

void take_position(ImGuiIO& io, const Json& json) {
    io.AddMousePosEvent(number(json, "x"), number(json, "y"));
}

// Browsers count left, middle, right; ImGui left, right, middle.
int imgui_button(int button) {
    constexpr std::array order{0, 2, 1, 3, 4};
    return button >= 0 && button < static_cast<int>(order.size())
               ? order[static_cast<std::size_t>(button)]
               : -1;
}

void take_button(ImGuiIO& io, const Json& json) {
    take_modifiers(io, json);
    take_position(io, json);
    if (const int button = imgui_button(static_cast<int>(number(json, "button"))); button >= 0) {
        io.AddMouseButtonEvent(button, flag(json, "down"));
    }
}

void take_key(ImGuiIO& io, const Json& json) {
    take_modifiers(io, json);
    if (const int key = imgui_key(text(json, "code")); key != 0) {
        io.AddKeyEvent(static_cast<ImGuiKey>(key), flag(json, "down"));
    }
}

// The viewer has gone: nothing stays pressed.
void release_all(ImGuiIO& io) {
    io.AddFocusEvent(false);
    for (int button = 0; button < ImGuiMouseButton_COUNT; ++button) {
        io.AddMouseButtonEvent(button, false);
    }
    io.AddFocusEvent(true);
}

BrowserEvent size_of(const Json& json) {
    const auto side = [&json](const char* name) {
        const auto pixels = static_cast<int>(number(json, name));
        return std::clamp(pixels, smallest_side, largest_side);
    };
    return {.size = Extent{side("width"), side("height")},
            .pixels_per_coordinate = std::clamp(number(json, "ratio"), 0.5F, 4.0F)};
}

} // namespace

int imgui_key(std::string_view code) {
    if (code.size() == 4 && code.starts_with("Key") && code[3] >= 'A' && code[3] <= 'Z') {
        return ImGuiKey_A + (code[3] - 'A');
    }
    if (const int digit = number_behind(code, "Digit"); digit >= 0 && digit <= 9) {
        return ImGuiKey_0 + digit;
    }
    if (const int digit = number_behind(code, "Numpad"); digit >= 0 && digit <= 9) {
        return ImGuiKey_Keypad0 + digit;
    }
    if (const int function = number_behind(code, "F"); function >= 1 && function <= 24) {
        return ImGuiKey_F1 + function - 1;
    }
    const auto found = std::ranges::find(named_keys, code, &NamedKey::code);
    return found != named_keys.end() ? found->key : ImGuiKey_None;
}

BrowserEvent take_browser_message(std::string_view message) {
    const Json json = Json::parse(message, nullptr, false);
    if (!json.is_object()) {
        return {};
    }
    ImGuiIO& io = ImGui::GetIO();
    const std::string kind = text(json, "e");
    if (kind == "size") {
        return size_of(json);
    }
    if (kind == "bodies") {
        return {.bodies = static_cast<std::size_t>(std::max(number(json, "count"), 0.0F))};
    }
    if (kind == "gone") {
        release_all(io);
        return {};
    }
    if (kind == "move") {
        take_position(io, json);
    } else if (kind == "button") {
        take_button(io, json);
    } else if (kind == "wheel") {
        take_position(io, json);
        io.AddMouseWheelEvent(number(json, "dx"), number(json, "dy"));
    } else if (kind == "key") {
        take_key(io, json);
    } else if (kind == "text") {
        io.AddInputCharactersUTF8(text(json, "text").c_str());
    } else if (kind == "paste") {
        ImGui::SetClipboardText(text(json, "text").c_str());
    } else if (kind == "blur") {
        release_all(io);
    } else {
        return {};
    }
    return {.time = long_number(json, "t")};
}

const char* wanted_cursor() {
    switch (ImGui::GetMouseCursor()) {
    case ImGuiMouseCursor_None:
        return "none";
    case ImGuiMouseCursor_TextInput:
        return "text";
    case ImGuiMouseCursor_ResizeAll:
        return "move";
    case ImGuiMouseCursor_ResizeNS:
        return "ns-resize";
    case ImGuiMouseCursor_ResizeEW:
        return "ew-resize";
    case ImGuiMouseCursor_ResizeNESW:
        return "nesw-resize";
    case ImGuiMouseCursor_ResizeNWSE:
        return "nwse-resize";
    case ImGuiMouseCursor_Hand:
        return "pointer";
    case ImGuiMouseCursor_NotAllowed:
        return "not-allowed";
    default:
        return "default";
    }
}

} // namespace orrery
