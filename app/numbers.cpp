#include "app/numbers.hpp"

#include "app/language/tr.hpp"
#include "render/graphics_context.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace orrery {
namespace {

int decimals_of_three(double number) {
    const double magnitude = std::abs(number);
    return magnitude < 9.995 ? 2 : magnitude < 99.95 ? 1 : 0;
}

std::string three_digits(double number) {
    return with_decimal_mark(fmt::format("{:.{}f}", number, decimals_of_three(number)));
}

} // namespace

std::string with_thousands(std::size_t number) {
    std::string text = std::to_string(number);
    for (std::size_t end = text.size(); end > 3; end -= 3) {
        text.insert(end - 3, thousands_mark());
    }
    return text;
}

std::string counted(std::size_t number, std::string_view one, std::string_view several) {
    return fmt::format("{} {}", with_thousands(number),
                       tr(std::string(number == 1 ? one : several)));
}

std::string with_prefix(double number, const char* unit) {
    constexpr std::array symbols{"P", "T", "G", "M", "k", "", "m", "µ", "n"};
    const std::string_view unit_text = unit;
    const auto join = [&](const std::string& digits, std::string_view symbol) {
        const bool space = !symbol.empty() || !(unit_text.empty() || unit_text.front() == ' ');
        return fmt::format("{}{}{}{}", digits, space ? " " : "", symbol, unit_text);
    };
    if (number == 0) {
        return join("0", "");
    }
    if (!std::isfinite(number)) {
        return "–";
    }
    double factor = 1e15;
    for (const char* const symbol : symbols) {
        // 999.5 k reads 1.00 M.
        if (std::abs(number) >= factor * 0.9995) {
            return join(three_digits(number / factor), symbol);
        }
        factor /= 1000;
    }
    return join(with_decimal_mark(fmt::format("{:.2e}", number)), "");
}

namespace {

// "1.94e-3", of a number that is finite and not 0.
std::string short_exponent(double number) {
    const std::string text = fmt::format("{:.2e}", number);
    const std::size_t e = text.find('e');
    return fmt::format("{}e{}", text.substr(0, e), std::stoi(text.substr(e + 1)));
}

} // namespace

std::string with_exponent(double number) {
    if (!std::isfinite(number)) {
        return "–";
    }
    return number == 0 ? "0" : with_decimal_mark(short_exponent(number));
}

std::string briefly(double number) {
    if (!std::isfinite(number) || number == 0) {
        return with_exponent(number);
    }
    const std::string text = short_exponent(number);
    const std::size_t e = text.find('e');
    const int power = std::stoi(text.substr(e + 1));
    if (power >= -2 && power < 4) {
        // Of the rounded number, which has no digits below the last one shown.
        return with_decimal_mark(fmt::format("{:g}", parse_number(text, "")));
    }
    const std::size_t last = text.find_last_not_of('0', e - 1);
    return with_decimal_mark(text.substr(0, text[last] == '.' ? last : last + 1) + text.substr(e));
}

std::string superscript(int number) {
    static constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = number < 0 ? "⁻" : "";
    for (const char digit : std::to_string(std::abs(number))) {
        text += digits[static_cast<std::size_t>(digit - '0')];
    }
    return text;
}

namespace {

std::string as_power(double number, bool trimmed) {
    if (!std::isfinite(number) || number == 0) {
        return with_exponent(number);
    }
    const std::string text = fmt::format("{:.1e}", number); // "6.7e-04"
    const std::size_t e = text.find('e');
    const int power = std::stoi(text.substr(e + 1));
    std::string digits = text.substr(0, e);
    if (trimmed && digits.ends_with(".0")) {
        digits.resize(e - 2);
    }
    const std::string ten = power == 0 ? "" : "10" + superscript(power);
    return trimmed && digits == "1" && power != 0
               ? ten
               : with_decimal_mark(digits) + (power == 0 ? "" : "·") + ten;
}

} // namespace

std::string error_text(double error) {
    return as_power(error, false);
}

std::string bound_text(double error) {
    return as_power(error, true);
}

std::string plainly(double number) {
    if (!std::isfinite(number)) {
        return "–";
    }
    if (number >= 999.5) {
        return with_thousands(static_cast<std::size_t>(std::lround(number)));
    }
    const double magnitude = std::abs(number);
    const int decimals =
        magnitude > 0 ? 2 - static_cast<int>(std::floor(std::log10(magnitude))) : 0;
    return with_decimal_mark(fmt::format("{:.{}f}", number, std::clamp(decimals, 0, 9)));
}

namespace {

// A time in the unit that suits, and how many milliseconds that has.
struct SuitedTime {
    double number, unit;
    const char* name;
};

SuitedTime suited(double milliseconds) {
    constexpr double second = 1e3, minute = 60 * second, hour = 60 * minute;
    const auto in = [milliseconds](double unit, const char* name) {
        return SuitedTime{milliseconds / unit, unit, name};
    };
    return milliseconds < 0.9995        ? in(1e-3, "µs")
           : milliseconds < 999.5       ? in(1, "ms")
           : milliseconds < 10 * minute ? in(second, "s")
           : milliseconds < 90 * minute ? in(minute, "min")
                                        : in(hour, "h");
}

} // namespace

std::string as_milliseconds(double milliseconds) {
    if (!std::isfinite(milliseconds)) {
        return "–";
    }
    if (milliseconds == 0) {
        return "0 s";
    }
    const SuitedTime time = suited(milliseconds);
    return three_digits(time.number) + " " + time.name;
}

double shown_milliseconds(double milliseconds) {
    const SuitedTime time = suited(milliseconds);
    const std::string text = fmt::format("{:.{}f}", time.number, decimals_of_three(time.number));
    return std::isfinite(milliseconds) ? parse_number(text, "") * time.unit : milliseconds;
}

double round_step(double least) {
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (least <= factor * power * (1 + 1e-9)) {
            return factor * power;
        }
    }
    return 10 * power;
}

std::string KnownTime::text() const {
    return milliseconds > 0 ? (certain ? "" : "≈ ") + as_milliseconds(milliseconds) : "";
}

double TimeRatio::factor() const {
    return is_known() ? reference.milliseconds / own.milliseconds : 0;
}

std::string TimeRatio::text() const {
    const double shown = shown_milliseconds(own.milliseconds);
    if (!is_known() || shown <= 0) {
        return "";
    }
    const bool same = own.milliseconds == reference.milliseconds;
    const double factor = shown_milliseconds(reference.milliseconds) / shown;
    return (own.certain && reference.certain ? "" : "≈ ") + (same ? "1 ×" : factor_text(factor));
}

std::string factor_text(double factor) {
    if (factor >= 999.5) {
        const double unit = std::pow(10, std::floor(std::log10(factor)) - 2);
        return with_thousands(static_cast<std::size_t>(std::round(factor / unit) * unit)) + " ×";
    }
    return with_decimal_mark(factor >= 9.95   ? fmt::format("{:.0f} ×", factor)
                             : factor >= 0.95 ? fmt::format("{:.1f} ×", factor)
                                              : fmt::format("{:.2g} ×", factor));
}

Extent parse_extent(std::string_view text, std::string_view where) {
    constexpr int most = 65'535;
    const std::vector<std::string_view> sides = split(text, 'x');
    const auto pixels = [&](std::size_t side) { return whole_text<int>(sides[side]).value_or(0); };
    const Extent extent = sides.size() == 2 ? Extent{pixels(0), pixels(1)} : Extent{};
    if (std::min(extent.width, extent.height) < 1 || std::max(extent.width, extent.height) > most) {
        throw bad_input(fmt::format("'{}' is not a picture's size", text), std::string(where),
                        "write WIDTHxHEIGHT in pixels, like 1920x1080");
    }
    return extent;
}

std::size_t text_width(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

namespace {

// As much of a word as fits, up to the last bar or comma in it; all of it where there is none.
std::string_view first_piece(std::string_view word, std::size_t width) {
    std::size_t end = word.size();
    while (end != 0 && text_width(word.substr(0, end)) > width) {
        const std::size_t bar = end < 2 ? std::string_view::npos : word.find_last_of("|,", end - 2);
        if (bar == std::string_view::npos) {
            return word;
        }
        end = bar + 1;
    }
    return word.substr(0, end);
}

void append_paragraph(std::vector<std::string>& lines, std::string_view paragraph,
                      std::size_t width) {
    lines.emplace_back();
    for (const std::string& word : words_in(paragraph)) {
        const std::size_t used = lines.back().empty() ? 0 : text_width(lines.back()) + 1;
        const std::size_t room = width - std::min(used, width);
        const std::string_view begun = text_width(word) > width ? first_piece(word, room) : word;
        if (used != 0 && text_width(begun) > room) {
            lines.emplace_back();
        } else if (used != 0) {
            lines.back() += ' ';
        }
        for (std::string_view rest = word;; lines.emplace_back()) {
            const std::string_view piece =
                first_piece(rest, width - std::min(text_width(lines.back()), width));
            lines.back() += piece;
            rest.remove_prefix(piece.size());
            if (rest.empty()) {
                break;
            }
        }
    }
}

} // namespace

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
    std::vector<std::string> lines;
    for (const std::string_view paragraph : split(text, '\n')) {
        append_paragraph(lines, paragraph, width);
    }
    return fmt::format("{}", fmt::join(lines, "\n" + std::string(indent, ' ')));
}

} // namespace orrery
