#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace orrery {

// A text file that appears whole or not at all: written under a temporary name and renamed by
// `finish`. The name "-" is standard output. Every failure throws, naming the file.
class OutputFile {
public:
    explicit OutputFile(std::filesystem::path file);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile(); // removes what was not finished

    void write(std::string_view text);
    void finish();

private:
    struct Close {
        void operator()(std::FILE* stream) const noexcept { std::fclose(stream); }
    };

    bool to_standard_output() const { return file_ == "-"; }
    [[noreturn]] void fail() const;

    std::filesystem::path file_, temporary_;
    std::unique_ptr<std::FILE, Close> stream_; // null: standard output, or finished
};

// Throws bad_input unless the folder that `file` is to be written to exists; to be asked before
// hours of work.
void require_folder(const std::filesystem::path& file);

// All of a text file at once.
void write_text(const std::filesystem::path& file, std::string_view text);

} // namespace orrery
