#include "sim/base/atomic_file.hpp"

#include "sim/base/error.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <linux/magic.h>
#include <poll.h>
#include <random>
#include <string>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace orrery {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 20;

// "312 B", "1.4 MiB"
std::string size_text(std::uintmax_t bytes) {
    constexpr std::array<const char*, 7> units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    auto size = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; size >= 1024 && unit + 1 < units.size(); ++unit) {
        size /= 1024;
    }
    std::array<char, 32> text = {};
    std::snprintf(text.data(), text.size(), size < 10 && unit > 0 ? "%.1f %s" : "%.0f %s", size,
                  units[unit]);
    return text.data();
}

std::string hint_for(const std::filesystem::path& file, int error) {
    std::error_code unknown;
    switch (error) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return "free some space or choose another disk";
    case EACCES:
    case EPERM:
    case EROFS:
        return "choose a folder that you may write to";
    case ENOENT:
    case ENOTDIR:
        return std::filesystem::is_directory(std::filesystem::absolute(file).parent_path(), unknown)
                   ? "choose another folder: this one takes no files"
                   : "create the folder first";
    default:
        return "choose another place";
    }
}

template <class Call>
auto again_when_interrupted(const Call& call) {
    auto result = call();
    while (result < 0 && errno == EINTR) {
        result = call();
    }
    return result;
}

// A rename is only on the disk when its folder is. Some file systems refuse to sync folders; then
// the rename is as safe as they make it.
void sync_folder(const std::filesystem::path& folder) {
    const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        again_when_interrupted([&] { return fsync(descriptor); });
        close(descriptor);
    }
}

// In a folder like /tmp everybody may make files, but only their owner may replace them.
bool belongs_to_another(const struct stat& replaced, const std::filesystem::path& folder) {
    struct stat status = {};
    const uid_t me = geteuid();
    return me != 0 && stat(folder.c_str(), &status) == 0 && (status.st_mode & S_ISVTX) != 0 &&
           replaced.st_uid != me && status.st_uid != me;
}

// Whether the file cannot be replaced by another one: it is open already, a pipe or a device.
bool is_written_straight(const std::filesystem::path& file) {
    const std::string name = file.string();
    if (name == "-" || name == "/dev/stdout" || name == "/dev/stderr" ||
        name.starts_with("/dev/fd/") || name.starts_with("/proc/self/fd/")) {
        return true;
    }
    struct stat status = {};
    if (stat(file.c_str(), &status) != 0) {
        return false;
    }
    if (S_ISDIR(status.st_mode)) {
        throw failure("this is a folder, not a file", name, "name a file in it");
    }
    return !S_ISREG(status.st_mode);
}

} // namespace

Error cannot_write(const std::filesystem::path& file, int error) {
    const bool piped = file == "-";
    const std::string what = piped ? "it cannot be written" : "the file cannot be written";
    return failure(what + " (" + std::generic_category().message(error) + ")",
                   piped ? "standard output" : file.string(), hint_for(file, error));
}

void require_no_folder(const std::filesystem::path& file) {
    std::error_code unknown;
    if (std::filesystem::is_directory(file, unknown)) {
        throw bad_input("this is a folder, not a file", file.string(), "name a file in it");
    }
}

bool write_all(int descriptor, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes = bytes.subspan(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            pollfd full_pipe = {descriptor, POLLOUT, 0}; // that does not wait by itself
            poll(&full_pipe, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

AtomicFile::AtomicFile(const std::filesystem::path& file, Durability durability)
    : file_(file), durability_(durability) {
    if (is_written_straight(file)) {
        open_straight();
    } else {
        open_temporary();
    }
}

AtomicFile::AtomicFile(const std::filesystem::path& file, const std::filesystem::path& temporary)
    : file_(file), durability_(Durability::disk) {
    descriptor_ = again_when_interrupted(
        [&] { return open(temporary.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC); });
    if (descriptor_ < 0) {
        throw cannot_write(file_, errno);
    }
}

AtomicFile::~AtomicFile() {
    close_descriptor();
    if (!temporary_.empty()) {
        unlink(temporary_.c_str());
    }
}

void AtomicFile::open_straight() {
    durability_ = Durability::none; // of pipes, which cannot be synced
    if (file_ == "-") {
        std::fflush(stdout); // what was printed comes first
        descriptor_ = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    } else {
        descriptor_ = again_when_interrupted(
            [&] { return open(file_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC); });
    }
    if (descriptor_ < 0) {
        throw cannot_write(file_, errno);
    }
}

void AtomicFile::open_temporary() {
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::absolute(file_, error);
    if (!error) {
        target_ = std::filesystem::weakly_canonical(whole, error);
    }
    if (error) {
        throw cannot_write(file_, error.value());
    }
    struct stat replaced = {};
    const bool replaces = stat(target_.c_str(), &replaced) == 0;
    if (replaces && access(target_.c_str(), W_OK) != 0) {
        throw failure("the file exists and is read-only", file_.string(), "choose another name");
    }
    if (replaces && belongs_to_another(replaced, target_.parent_path())) {
        throw failure("the file exists and belongs to another user", file_.string(),
                      "choose another name");
    }
    descriptor_ = open(target_.parent_path().c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor_ >= 0 &&
        access(("/proc/self/fd/" + std::to_string(descriptor_)).c_str(), F_OK) != 0) {
        close_descriptor(); // without /proc it could get no name later
    }
    if (descriptor_ < 0) { // not every file system has files without a name
        take_name([this](const char* name) {
            return descriptor_ = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        });
    }
    if (replaces) {
        fchmod(descriptor_, replaced.st_mode & 07777); // who may read it stays the owner's choice
    }
}

// `make` makes the file of that name, or tells by errno why not. No other
// machine has one of the same name on a disk of its own.
void AtomicFile::take_name(const std::function<int(const char*)>& make) {
    std::random_device random;
    for (;;) {
        const std::string number = std::to_string(random()) + "-" + std::to_string(random());
        temporary_ = target_.parent_path() / (".orrery-" + number + ".tmp");
        if (make(temporary_.c_str()) >= 0) {
            return;
        }
        if (errno != EEXIST && errno != EINTR) {
            const int why = errno;
            temporary_.clear();
            throw cannot_write(file_, why);
        }
    }
}

std::filesystem::path AtomicFile::name_for_others() {
    struct statfs disk = {};
    if (fstatfs(descriptor_, &disk) != 0 || disk.f_type == NFS_SUPER_MAGIC) {
        return {};
    }
    name_nameless();
    return temporary_;
}

void AtomicFile::name_nameless() {
    if (!target_.empty() && temporary_.empty()) {
        const std::string nameless = "/proc/self/fd/" + std::to_string(descriptor_);
        take_name([&](const char* name) {
            return linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW);
        });
    }
}

void AtomicFile::seek(std::uint64_t at) {
    flush();
    if (lseek(descriptor_, static_cast<off_t>(at), SEEK_SET) < 0) {
        throw cannot_write(file_, errno);
    }
}

void AtomicFile::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto part = bytes.first(std::min(bytes.size(), buffer_size - buffer_.size()));
        buffer_.insert(buffer_.end(), part.begin(), part.end());
        bytes = bytes.subspan(part.size());
        if (buffer_.size() == buffer_size) {
            flush();
        }
    }
}

void AtomicFile::write(std::string_view text) {
    write(std::as_bytes(std::span(text.data(), text.size())));
}

void AtomicFile::commit() {
    flush();
    sync();
    name_nameless();
    const int descriptor = std::exchange(descriptor_, -1);
    if (close(descriptor) != 0 && errno != EINTR) { // interrupted, it is closed all the same
        throw cannot_write(file_, errno);
    }
    if (target_.empty()) {
        return;
    }
    if (rename(temporary_.c_str(), target_.c_str()) != 0) {
        throw cannot_write(file_, errno);
    }
    temporary_.clear();
    if (durability_ == Durability::disk) {
        sync_folder(target_.parent_path());
    }
}

void AtomicFile::flush() {
    if (!write_all(descriptor_, buffer_)) {
        throw cannot_write(file_, errno);
    }
    buffer_.clear();
}

void AtomicFile::sync() {
    const bool wanted = durability_ == Durability::disk;
    if (wanted && again_when_interrupted([&] { return fsync(descriptor_); }) != 0) {
        throw cannot_write(file_, errno);
    }
}

void AtomicFile::close_descriptor() noexcept {
    if (descriptor_ >= 0) {
        close(std::exchange(descriptor_, -1));
    }
}

void require_writable_place(const std::filesystem::path& file, std::uintmax_t bytes) {
    if (is_written_straight(file)) {
        // Opening a pipe would already be noticed at its other end.
        if (file != "-" && access(file.c_str(), W_OK) != 0) {
            throw cannot_write(file, errno);
        }
        return;
    }
    AtomicFile trial(file, AtomicFile::Durability::none);
    constexpr std::array<std::byte, 4096> block = {}; // a full disk still takes a name
    trial.write(block);
    trial.flush();
    struct statvfs disk = {};
    if (bytes == 0 || statvfs(std::filesystem::absolute(file).parent_path().c_str(), &disk) != 0) {
        return;
    }
    const auto free = std::uintmax_t{disk.f_bavail} * disk.f_frsize;
    if (free < bytes) {
        throw failure("the file needs about " + size_text(bytes) + ", and the disk has " +
                          size_text(free) + " left",
                      file.string(), hint_for(file, ENOSPC));
    }
}

} // namespace orrery
