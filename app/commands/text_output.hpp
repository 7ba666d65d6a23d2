#pragma once

#include "sim/snapshots/output_file.hpp"

#include <filesystem>
#include <optional>
#include <string_view>

namespace orrery {

// Text on its way to a file, which appears whole or not at all, or to standard output, which is
// called "-". Every failure throws, naming the file.
class TextOutput {
public:
    explicit TextOutput(const std::filesystem::path& file);

    void write(std::string_view text);
    void finish();

private:
    std::optional<OutputFile> file_; // none: standard output
};

// All of it at once.
void write_text(const std::filesystem::path& file, std::string_view text);

// Throws bad_input unless the folder that `file` is to be written to exists; to be asked before
// hours of work.
void require_folder(const std::filesystem::path& file);

} // namespace orrery
