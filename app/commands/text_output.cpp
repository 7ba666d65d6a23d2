#include "app/commands/text_output.hpp"

#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"

#include <nlohmann/json.hpp>

namespace orrery {

void write_text(const std::filesystem::path& file, std::string_view text) {
    AtomicFile output(file);
    output.write(text);
    output.commit();
}

std::string json_text(const nlohmann::ordered_json& document) {
    return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void require_place(const std::filesystem::path& file, std::uintmax_t bytes) {
    if (file.empty()) {
        return;
    }
    try {
        require_writable_place(file, bytes);
    } catch (const Error& error) { // a name somebody typed
        throw bad_input(error.problem(), error.where(), error.hint());
    }
}

} // namespace orrery
