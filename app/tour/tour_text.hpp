#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace orrery {

// A tour's file as text, changed in one place: all else stays as somebody wrote it, comments and
// steps that do not run here included. A step is known by the line of its header, `[[step]]`; one
// that was written in another way cannot be changed so, which is bad_input.

// With that value of the key: title, words or notes.
std::string with_text_of_step(const std::string& text, const std::filesystem::path& file,
                              std::size_t line, std::string_view key, std::string_view value);

// With two steps in each other's place, each with the comment right above it.
std::string with_steps_exchanged(const std::string& text, const std::filesystem::path& file,
                                 std::size_t line, std::size_t other);

std::string without_step(const std::string& text, const std::filesystem::path& file,
                         std::size_t line);

} // namespace orrery
