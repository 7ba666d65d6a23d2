#include "app/panels/fuzzy_fit.hpp"

#include "app/language/letters.hpp"

#include <cctype>
#include <cstddef>
#include <string>

namespace orrery {
namespace {

constexpr int reward_of_word_begin = 3;

// Also of a letter that takes several bytes.
bool is_of_word(char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return value >= 0x80 || std::isalnum(value) != 0;
}

bool begins_word(std::string_view label, std::size_t at) {
    return at == 0 || !is_of_word(label[at - 1]);
}

} // namespace

std::optional<int> fuzzy_fit(std::string_view typed, std::string_view label) {
    const std::string wanted = lower_case(typed);
    const std::string small = lower_case(label);
    int score = 0;
    std::size_t at = 0;
    std::size_t last = 0;
    for (const char c : wanted) {
        const std::size_t from = at;
        while (at < small.size() && small[at] != c) {
            ++at;
        }
        if (at == small.size()) {
            return std::nullopt;
        }
        score += static_cast<int>(at - from) - (begins_word(small, at) ? reward_of_word_begin : 0);
        last = at++;
    }
    return score + static_cast<int>(last) / 4;
}

} // namespace orrery
