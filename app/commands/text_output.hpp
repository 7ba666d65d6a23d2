#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace orrery {

// Writes the text to a file, which appears whole or not at all, or to standard output, which is
// called "-". Throws failure, naming the file.
void write_text(const std::filesystem::path& file, std::string_view text);

// A document as its file holds it. Bytes of names that are no UTF-8 are replaced: JSON has no place
// for them.
std::string json_text(const nlohmann::ordered_json& document);

// Throws bad_input unless a file of this name, of about so many bytes, can be written now; an empty
// name is no file and fine. To be asked before hours of work.
void require_place(const std::filesystem::path& file, std::uintmax_t bytes = 0);

} // namespace orrery
