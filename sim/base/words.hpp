#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// Words as all that reads and writes text takes them.

// Without these characters at its front and its back.
std::string_view trimmed(std::string_view text, std::string_view front = " \t",
                         std::string_view back = " \t");

// What stands between them: at least one part, which may be empty.
std::vector<std::string_view> split(std::string_view text, char at = ',');

// Capitals and small letters alike.
bool same_letters(std::string_view a, std::string_view b);

// "a, b, c"; `name` tells what an element is called.
template <class List, class Name = std::identity>
std::string joined(const List& list, const Name& name = {}) {
    std::string text;
    for (const auto& element : list) {
        text += (text.empty() ? "" : ", ") + std::string(std::invoke(name, element));
    }
    return text;
}

// "a, b and c"; of more than four the first three, and how many more.
std::string listed(const std::vector<std::string>& names);

} // namespace orrery
