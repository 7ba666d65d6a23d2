#include "sim/snapshots/input_file.hpp"

#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/machine/machine.hpp"
#include "sim/snapshots/file_position.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <new>
#include <optional>
#include <poll.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace orrery {
namespace {

Error cannot_open(const std::filesystem::path& file, int error) {
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        return bad_input("no such file", in_words(file), "check its name and folder");
    case EACCES:
    case EPERM:
        return bad_input("no permission to read the file", in_words(file), "check its permissions");
    default:
        return failure("the file cannot be opened (" + std::generic_category().message(error) + ")",
                       in_words(file), "check its name and folder");
    }
}

// The descriptor that such a name stands for.
std::optional<int> open_descriptor(const std::filesystem::path& file) {
    if (file == "-" || file == "/dev/stdin") {
        return STDIN_FILENO;
    }
    std::string_view name = file.native();
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (name.starts_with(folder)) {
            name.remove_prefix(folder.size());
            return whole_text<int>(name);
        }
    }
    return std::nullopt;
}

// All that comes out of a pipe, into a file in memory; 0 or what errno says, EFBIG for more than
// half of the memory, as the bodies made of it need room as well.
int pour(int pipe, int into) {
    std::vector<std::byte> part(std::size_t{1} << 20);
    std::size_t room = physical_memory() / 2;
    for (;;) {
        const ssize_t got = read(pipe, part.data(), part.size());
        if (got == 0) {
            return 0;
        }
        if (got < 0 && errno == EAGAIN) {
            pollfd waiting = {pipe, POLLIN, 0};
            poll(&waiting, 1, -1);
        } else if (got < 0 && errno != EINTR) {
            return errno;
        } else if (got > 0) {
            const auto size = static_cast<std::size_t>(got);
            if (size > room) {
                return EFBIG;
            }
            room -= size;
            if (!write_all(into, std::span(part).first(size))) {
                return errno;
            }
        }
    }
}

} // namespace

InputFile::InputFile(std::filesystem::path file) : file_(std::move(file)) {
    const std::optional<int> already_open = open_descriptor(file_);
    int& descriptor = descriptor_.number;
    do {
        descriptor = already_open ? fcntl(*already_open, F_DUPFD_CLOEXEC, 0)
                                  : open(file_.c_str(), O_RDONLY | O_CLOEXEC);
    } while (descriptor < 0 && errno == EINTR);
    struct stat status = {};
    if (descriptor < 0 || fstat(descriptor, &status) != 0) {
        throw cannot_open(file_, errno);
    }
    if (S_ISDIR(status.st_mode)) {
        throw bad_input("this is a folder, not a file", in_words(file_),
                        "name one of the files in it");
    }
    if (!S_ISREG(status.st_mode)) {
        if (S_ISCHR(status.st_mode) && isatty(descriptor) == 0) {
            throw bad_input("this is a device, not a file of bodies", in_words(file_),
                            file_ == "-" ? "pipe a file into it: < galaxy.csv"
                                         : "name a file, or - for standard input");
        }
        take_out_of_pipe();
        if (fstat(descriptor, &status) != 0) {
            throw cannot_open(file_, errno);
        }
    }
    size_ = static_cast<std::uintmax_t>(status.st_size);
    if (size_ == 0) {
        throw bad_input("the file is empty", at_byte(file_, 0), "was it written completely?");
    }
    head_size_ = static_cast<std::size_t>(std::min<std::uintmax_t>(size_, sizeof head_));
    read(0, {head_, head_size_});
}

// Leaves `descriptor_` at a file in memory with all that the pipe gave.
void InputFile::take_out_of_pipe() {
    const int memory = memfd_create("orrery-input", MFD_CLOEXEC);
    if (memory < 0) {
        throw cannot_open(file_, errno);
    }
    const Descriptor pipe{std::exchange(descriptor_.number, memory)};
    const int error = pour(pipe.number, memory);
    if (error == EFBIG) {
        throw bad_input("the input does not fit this machine's memory", in_words(file_),
                        "save it to a file and open that on a larger machine");
    }
    if (error != 0) {
        throw cannot_open(file_, error);
    }
    if (const std::optional<int> place = open_descriptor(file_)) {
        dup2(memory, *place);
    }
}

InputFile::Descriptor::~Descriptor() {
    if (number >= 0) {
        close(number);
    }
}

void InputFile::for_each_part(const std::function<void(std::span<const std::byte>)>& use) const {
    std::vector<std::byte> part(std::size_t{1} << 20);
    for (std::uintmax_t at = 0; at < size_; at += part.size()) {
        const auto size =
            static_cast<std::size_t>(std::min<std::uintmax_t>(part.size(), size_ - at));
        read(at, std::span(part).first(size));
        use(std::span(part).first(size));
    }
}

void InputFile::require_room(std::uintmax_t bytes) const {
    if (bytes > physical_memory()) {
        throw bad_input("the file's " + std::to_string(bytes) +
                            " bytes do not fit in this machine's memory",
                        in_words(file_), "open it on a larger machine");
    }
}

FileContents InputFile::contents() {
    require_room(size_);
    const auto size = static_cast<std::size_t>(size_);
    if (!bytes_) {
        std::unique_ptr<std::byte[]> bytes;
        try {
            bytes = std::make_unique_for_overwrite<std::byte[]>(size);
        } catch (const std::bad_alloc&) {
            throw failure("not enough memory for the file's " + std::to_string(size) + " bytes",
                          in_words(file_), "close other programs or use a smaller file");
        }
        read(0, {bytes.get(), size});
        bytes_ = std::move(bytes);
    }
    return {file_, {bytes_.get(), size}};
}

void InputFile::read(std::uintmax_t offset, std::span<std::byte> into) const {
    while (!into.empty()) {
        const ssize_t got =
            pread(descriptor_.number, into.data(), into.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            throw failure("reading failed (" + std::generic_category().message(errno) + ")",
                          at_byte(file_, offset), "is the disk or network still there?");
        }
        if (got == 0) {
            throw failure("the file became shorter while it was read", at_byte(file_, offset),
                          "wait until it is written completely");
        }
        offset += static_cast<std::size_t>(got);
        into = into.subspan(static_cast<std::size_t>(got));
    }
}

} // namespace orrery
