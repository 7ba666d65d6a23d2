#include "app/panels/fuzzy_fit.hpp"

#include <cctype>
#include <cstddef>

namespace orrery {
namespace {

constexpr int reward_of_word_begin = 3;

int lower(char c) {
    return std::tolower(static_cast<unsigned char>(c));
}

bool begins_word(std::string_view label, std::size_t at) {
    return at == 0 || std::isalnum(static_cast<unsigned char>(label[at - 1])) == 0;
}

} // namespace

std::optional<int> fuzzy_fit(std::string_view typed, std::string_view label) {
    int score = 0;
    std::size_t at = 0;
    std::size_t last = 0;
    for (const char c : typed) {
        const std::size_t from = at;
        while (at < label.size() && lower(label[at]) != lower(c)) {
            ++at;
        }
        if (at == label.size()) {
            return std::nullopt;
        }
        score += static_cast<int>(at - from) - (begins_word(label, at) ? reward_of_word_begin : 0);
        last = at++;
    }
    return score + static_cast<int>(last) / 4;
}

} // namespace orrery
