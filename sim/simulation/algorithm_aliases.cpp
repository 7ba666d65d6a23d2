#include "sim/simulation/algorithm_aliases.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace orrery {
namespace {

constexpr std::string_view prefix = "multigpu.";

// In the order in which files of older versions number them.
constexpr std::array kernels{"symmetric", "register", "shared", "naive",
                             "const",     "shuffle",  "texture"};
constexpr std::array tree_modes{Sharing::threads, Sharing::single_thread, Sharing::peer,
                                Sharing::nccl};
constexpr Sharing default_tree_mode = Sharing::peer;

// Takes an option away and gives its value.
std::optional<OptionValue> extract(OptionValues& options, const char* id) {
    auto node = options.extract(id);
    return node.empty() ? std::nullopt : std::optional(std::move(node.mapped()));
}

std::optional<Sharing> mode_of(std::string_view id) {
    const auto modes = sharing_modes().subspan(1); // without "none"
    const auto found = std::find_if(modes.begin(), modes.end(),
                                    [&](const SharingMode& mode) { return mode.id == id; });
    return found == modes.end() ? std::nullopt : std::optional(found->sharing);
}

template <class Choice, std::size_t count>
std::optional<Choice> numbered(const std::array<Choice, count>& choices, double number) {
    const bool among = number >= 0 && number < double{count};
    return among ? std::optional(choices[static_cast<std::size_t>(number)]) : std::nullopt;
}

std::string kernel_name(const std::optional<OptionValue>& kernel) {
    if (!kernel) {
        return kernels.front();
    }
    return kernel->is_number() ? numbered(kernels, kernel->number()).value_or(kernels.front())
                               : kernel->choice();
}

Sharing tree_mode(const std::optional<OptionValue>& mode) {
    if (!mode) {
        return default_tree_mode;
    }
    const std::optional<Sharing> known =
        mode->is_number() ? numbered(tree_modes, mode->number()) : mode_of(mode->choice());
    return known.value_or(default_tree_mode);
}

} // namespace

bool resolve_alias(Settings& settings) {
    if (!settings.algorithm.starts_with(prefix)) {
        return false;
    }
    const std::string way = settings.algorithm.substr(prefix.size());
    const std::optional<Sharing> mode = mode_of(way);
    if (way != "tree" && !mode) {
        return false;
    }
    OptionValues options;
    if (auto own = settings.solver_options.extract(settings.algorithm); !own.empty()) {
        options = std::move(own.mapped());
    }
    if (mode) {
        settings.algorithm = "gpu." + kernel_name(extract(options, "kernel"));
        settings.sharing = *mode;
    } else {
        settings.algorithm = "gpu.tree";
        settings.sharing = tree_mode(extract(options, "mode"));
    }
    if (!options.empty()) {
        options.merge(settings.solver_options[settings.algorithm]);
        settings.solver_options[settings.algorithm] = std::move(options);
    }
    return true;
}

} // namespace orrery
