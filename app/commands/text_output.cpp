#include "app/commands/text_output.hpp"

#include "sim/error.hpp"

#include <cstdio>

namespace orrery {

TextOutput::TextOutput(const std::filesystem::path& file) {
    if (file != "-") {
        file_.emplace(file);
    }
}

void TextOutput::write(std::string_view text) {
    if (file_) {
        file_->write(text);
    } else if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
        throw failure("could not be written", "standard output", "");
    }
}

void TextOutput::finish() {
    if (file_) {
        file_->commit();
    } else if (std::fflush(stdout) != 0) {
        throw failure("could not be written", "standard output", "");
    }
}

void write_text(const std::filesystem::path& file, std::string_view text) {
    TextOutput output(file);
    output.write(text);
    output.finish();
}

void require_folder(const std::filesystem::path& file) {
    std::error_code ignored;
    const std::filesystem::path folder = file.parent_path();
    if (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
        throw bad_input("there is no such folder", folder.string(), "make it first");
    }
}

} // namespace orrery
