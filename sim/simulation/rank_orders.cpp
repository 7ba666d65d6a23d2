// The orders of the first rank, on their way as words: settings by the names of their properties,
// with an end behind each word.

#include "sim/simulation/rank_orders.hpp"

#include "sim/base/words.hpp"
#include "sim/domain/travel.hpp"
#include "sim/simulation/properties.hpp"

#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace orrery {
namespace {

class Words {
public:
    explicit Words(std::string text = {}) : text_(std::move(text)) {}

    void add(std::string_view word) {
        text_ += word;
        text_ += '\0';
    }
    void add(std::uint64_t number) { add(std::to_string(number)); }

    bool empty() const { return at_ >= text_.size(); }
    std::string next() {
        std::string word(text_.c_str() + at_);
        at_ += word.size() + 1;
        return word;
    }
    std::uint64_t next_number() { return std::stoull(next()); }

    const std::string& text() const { return text_; }

private:
    std::string text_;
    std::size_t at_ = 0;
};

void add_value(const SettingValue& value, Words& words) {
    words.add(value.index());
    std::visit(
        [&](const auto& given) {
            using Given = std::remove_cvref_t<decltype(given)>;
            if constexpr (std::is_same_v<Given, std::string>) {
                words.add(given);
            } else if constexpr (std::is_floating_point_v<Given>) {
                words.add(shortest(given));
            } else if constexpr (!std::is_same_v<Given, std::monostate>) {
                words.add(std::uint64_t{given});
            }
        },
        value);
}

// The value of the kind that stands at this place among those that there are.
template <std::size_t kind = 0>
SettingValue value_of_kind(std::size_t wanted, Words& words) {
    if constexpr (kind == std::variant_size_v<SettingValue>) {
        return {};
    } else if (kind != wanted) {
        return value_of_kind<kind + 1>(wanted, words);
    } else {
        using Given = std::variant_alternative_t<kind, SettingValue>;
        if constexpr (std::is_same_v<Given, std::string>) {
            return words.next();
        } else if constexpr (std::is_floating_point_v<Given>) {
            return static_cast<Given>(std::strtod(words.next().c_str(), nullptr));
        } else if constexpr (!std::is_same_v<Given, std::monostate>) {
            return static_cast<Given>(words.next_number());
        } else {
            return {};
        }
    }
}

SettingValue next_value(Words& words) {
    const std::uint64_t kind = words.next_number();
    return value_of_kind(kind, words);
}

void add_settings(const Settings& settings, Words& words) {
    words.add(settings.count_interactions ? 1 : 0);
    for (const Property& row : properties()) {
        add_value(row.member.get(settings), words);
    }
    for (const auto& [algorithm, options] : settings.solver_options) {
        for (const auto& [id, value] : options) {
            words.add(algorithm);
            words.add(id);
            words.add(value.is_number() ? 1 : 0);
            words.add(value.text());
        }
    }
}

Settings next_settings(Words& words) {
    Settings settings;
    settings.count_interactions = words.next_number() != 0;
    for (const Property& row : properties()) {
        row.member.set(settings, next_value(words));
    }
    while (!words.empty()) {
        const std::string algorithm = words.next(), id = words.next();
        const bool is_number = words.next_number() != 0;
        const std::string text = words.next();
        settings.solver_options[algorithm][id] =
            is_number ? OptionValue(std::strtod(text.c_str(), nullptr)) : OptionValue(text);
    }
    return settings;
}

} // namespace

RankOrder told_order(Communicator& ranks, const RankOrder& own) {
    Words words;
    if (ranks.rank() == 0) {
        words.add(static_cast<std::uint64_t>(own.kind));
        words.add(own.backwards ? 1 : 0);
        words.add(own.measured ? 1 : 0);
        words.add(own.samples);
        words.add(own.seed);
        words.add(own.file);
        add_settings(own.settings, words);
    }
    words = Words(told_by_first(ranks, words.text()));
    if (ranks.rank() == 0) {
        return own;
    }
    RankOrder order;
    order.kind = static_cast<RankOrder::Kind>(words.next_number());
    order.backwards = words.next_number() != 0;
    order.measured = words.next_number() != 0;
    order.samples = words.next_number();
    order.seed = words.next_number();
    order.file = words.next();
    order.settings = next_settings(words);
    return order;
}

} // namespace orrery
