#include "sim/base/words.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace orrery {

std::string_view trimmed(std::string_view text, std::string_view front, std::string_view back) {
    text.remove_prefix(std::min(text.find_first_not_of(front), text.size()));
    text.remove_suffix(text.size() - (text.find_last_not_of(back) + 1));
    return text;
}

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size(); begin += parts.back().size() + 1) {
        parts.push_back(text.substr(begin, text.find(at, begin) - begin));
    }
    return parts;
}

std::vector<std::string> words_in(std::string_view text) {
    std::istringstream in{std::string(text)};
    return {std::istream_iterator<std::string>(in), {}};
}

bool same_letters(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 4;
    const std::size_t shown = names.size() > most ? most - 1 : names.size();
    std::string list;
    for (std::size_t i = 0; i < shown; ++i) {
        const bool last = i + 1 == names.size();
        list += (i == 0 ? "" : last ? " and " : ", ") + names[i];
    }
    return shown < names.size() ? list + " and " + std::to_string(names.size() - shown) + " more"
                                : list;
}

} // namespace orrery
