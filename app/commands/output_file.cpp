#include "app/commands/output_file.hpp"

#include "sim/error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>
#include <unistd.h>

namespace orrery {

OutputFile::OutputFile(std::filesystem::path file) : file_(std::move(file)), temporary_(file_) {
    if (to_standard_output()) {
        return;
    }
    temporary_ += fmt::format(".{}.orrery-tmp", getpid());
    stream_.reset(std::fopen(temporary_.c_str(), "wb"));
    if (!stream_) {
        fail();
    }
}

OutputFile::~OutputFile() {
    if (stream_) {
        std::error_code ignored;
        std::filesystem::remove(temporary_, ignored);
    }
}

void OutputFile::write(std::string_view text) {
    std::FILE* stream = to_standard_output() ? stdout : stream_.get();
    if (std::fwrite(text.data(), 1, text.size(), stream) != text.size()) {
        fail();
    }
}

void OutputFile::finish() {
    if (to_standard_output()) {
        if (std::fflush(stdout) != 0) {
            fail();
        }
        return;
    }
    const bool flushed = std::fflush(stream_.get()) == 0 && fsync(fileno(stream_.get())) == 0;
    if (!flushed || std::rename(temporary_.c_str(), file_.c_str()) != 0) {
        fail();
    }
    stream_.reset();
}

void OutputFile::fail() const {
    const std::string reason = std::generic_category().message(errno);
    throw failure("could not be written: " + reason,
                  to_standard_output() ? "standard output" : file_.string(), "");
}

void require_folder(const std::filesystem::path& file) {
    std::error_code ignored;
    const std::filesystem::path folder = file.parent_path();
    if (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
        throw bad_input("there is no such folder", folder.string(), "");
    }
}

void write_text(const std::filesystem::path& file, std::string_view text) {
    OutputFile output(file);
    output.write(text);
    output.finish();
}

} // namespace orrery
