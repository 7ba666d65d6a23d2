#include "render/record/video_file.hpp"

#include "render/record/programs.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string_view>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace orrery {
namespace {

namespace fs = std::filesystem;

// How a kind of file is encoded: ffmpeg's arguments between input and output. Stars on black want
// more than the usual quality: at ffmpeg's own setting the faint ones go first.
struct Encoding {
    std::string_view ending;
    std::string_view arguments;
    std::string_view quicker = {}; // the same with little effort
};

// Every player takes 4:2:0, which needs even sides.
constexpr std::string_view h264 =
    "-vf pad=ceil(iw/2)*2:ceil(ih/2)*2 -c:v libx264 -crf 17 -pix_fmt yuv420p";

constexpr std::string_view h264_quicker = "-preset veryfast";

// In pieces of a second, each complete in itself: what ffmpeg had written when it died can be seen.
constexpr std::string_view in_pieces =
    "-force_key_frames expr:gte(t,n_forced) -movflags frag_keyframe+empty_moov -flush_packets 1";

constexpr std::array<Encoding, 6> encodings{{
    {".mp4", h264, h264_quicker},
    {".mov", h264, h264_quicker},
    {".mkv", h264, h264_quicker},
    {".webm", "-c:v libvpx-vp9 -crf 24 -b:v 0 -row-mt 1 -pix_fmt yuv420p"},
    {".webp", "-c:v libwebp_anim -quality 80 -loop 0", "-compression_level 2"},
    // The colours that all its frames need, found first.
    {".gif", "-vf split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=bayer:bayer_scale=4"},
}};

const Encoding* find_encoding(const fs::path& file) {
    const std::string ending = file.extension().string();
    const auto found = std::find_if(encodings.begin(), encodings.end(),
                                    [&](const Encoding& one) { return one.ending == ending; });
    return found == encodings.end() ? nullptr : &*found;
}

std::string system_words(int error) {
    return std::generic_category().message(error);
}

// Whether it has a whole piece with pictures, behind its head.
bool has_a_piece(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::array<unsigned char, 8> head{};
    std::uint64_t at = 0;
    bool piece = false;
    std::error_code unknown;
    const std::uintmax_t end = fs::file_size(file, unknown);
    while (!unknown && in.seekg(static_cast<std::streamoff>(at)) &&
           in.read(reinterpret_cast<char*>(head.data()), head.size())) {
        const std::uint64_t size = std::uint64_t{head[0]} << 24 | std::uint64_t{head[1]} << 16 |
                                   std::uint64_t{head[2]} << 8 | std::uint64_t{head[3]};
        const std::string_view kind(reinterpret_cast<const char*>(head.data()) + 4, 4);
        if (size < head.size()) {
            return false;
        }
        if (piece && kind == "mdat") {
            return at + size <= end;
        }
        piece = kind == "moof";
        at += size;
    }
    return false;
}

std::vector<std::string> encoder_arguments(const Encoding& encoding, const fs::path& output,
                                           Extent size, double frames_per_second, bool little,
                                           bool pieces, const std::string& comment) {
    std::istringstream words(fmt::format(
        "ffmpeg -hide_banner -nostats -loglevel error -y -f rawvideo -pix_fmt rgb24 -s {}x{} -r {} "
        "-i pipe:0 {} {} {}",
        size.width, size.height, frames_per_second, encoding.arguments,
        little ? encoding.quicker : "", pieces ? in_pieces : ""));
    std::vector<std::string> arguments;
    for (std::string word; words >> word;) {
        arguments.push_back(word);
    }
    if (!comment.empty()) {
        arguments.insert(arguments.end(), {"-metadata", "comment=" + comment});
    }
    arguments.push_back("file:" + output.string()); // whatever its name begins with
    return arguments;
}

} // namespace

bool VideoFile::has_ending(const fs::path& file) {
    return find_encoding(file) != nullptr;
}

std::vector<std::string> VideoFile::endings() {
    std::vector<std::string> all;
    for (const Encoding& encoding : encodings) {
        all.emplace_back(encoding.ending);
    }
    return all;
}

std::string VideoFile::unavailable() {
    return find_program("ffmpeg").empty() ? "the program ffmpeg is not installed" : "";
}

VideoFile::VideoFile(const fs::path& file, Extent size, double frames_per_second, Effort effort,
                     const std::string& comment)
    : file_(file), size_(size),
      in_pieces_(effort == Effort::little &&
                 (file.extension() == ".mp4" || file.extension() == ".mov")),
      messages_(std::tmpfile()) {
    // Of the same ending: it tells ffmpeg the format.
    temporary_ =
        file.parent_path() / fmt::format(".orrery-{}{}", getpid(), file.extension().string());
    // Sockets, so that writing to an encoder that has died is an error and no signal.
    int ends[2] = {-1, -1};
    if (!messages_ || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        throw failure("ffmpeg cannot be started (" + system_words(errno) + ")", file_.string(), "");
    }
    pipe_ = ends[0];
    const int messages = fileno(messages_.get());
    const int error =
        start_program(encoder_,
                      encoder_arguments(*find_encoding(file_), temporary_, size, frames_per_second,
                                        effort == Effort::little, in_pieces_, comment),
                      {ends[1], messages, messages});
    close(ends[1]);
    if (error != 0) {
        throw failure("ffmpeg cannot be started (" + system_words(error) + ")", file_.string(), "");
    }
}

VideoFile::~VideoFile() {
    close_pipe();
    if (encoder_ > 0) {
        kill(encoder_, SIGTERM);
        wait();
    }
    if (!temporary_.empty()) {
        unlink(temporary_.c_str());
    }
}

bool VideoFile::add(const Image& frame) {
    if (frame.size != size_) {
        throw failure("a frame is of another size", file_.string(), "");
    }
    const std::uint8_t* next = frame.rgb.data();
    std::size_t left = frame.rgb.size();
    while (left > 0) {
        const ssize_t sent = send(pipe_, next, left, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent < 0) { // it has died, and says why
            close_pipe();
            give_up(wait());
        }
        next += sent;
        left -= static_cast<std::size_t>(sent);
    }
    return true;
}

void VideoFile::finish() {
    close_pipe();
    // ffmpeg ends well where the file may not grow any more, too.
    if (const int status = wait(); status != 0 || complaints() > 0) {
        give_up(status);
    }
    if (in_pieces_) {
        join_pieces();
    }
    std::error_code error;
    fs::rename(temporary_, file_, error);
    if (error) {
        throw failure("cannot be written (" + error.message() + ")", file_.string(), "");
    }
    temporary_.clear();
}

int VideoFile::wait() {
    return wait_for_program(std::exchange(encoder_, -1));
}

void VideoFile::give_up(int status) {
    std::error_code error;
    const bool kept =
        in_pieces_ && has_a_piece(temporary_) && (fs::rename(temporary_, file_, error), !error);
    if (kept) {
        temporary_.clear();
    }
    throw failure("ffmpeg failed (" + complaint(status) + ")", file_.string(),
                  kept ? "the video is kept up to that point" : "");
}

// Into a file as every program for videos takes it. Where that fails, the pieces do as well.
void VideoFile::join_pieces() {
    const fs::path joined = temporary_.parent_path() / (temporary_.stem().string() + "-joined" +
                                                        temporary_.extension().string());
    const int messages = fileno(messages_.get());
    pid_t joiner = -1;
    if (start_program(joiner,
                      {"ffmpeg", "-hide_banner", "-nostats", "-loglevel", "error", "-nostdin", "-y",
                       "-i", "file:" + temporary_.string(), "-c", "copy",
                       "file:" + joined.string()},
                      {messages, messages, messages}) != 0) {
        return;
    }
    std::error_code error;
    if (wait_for_program(joiner) == 0 && complaints() == 0) {
        fs::rename(joined, temporary_, error);
    } else {
        fs::remove(joined, error);
    }
}

// How long what ffmpeg has said is, which is asked for errors alone.
long VideoFile::complaints() {
    return std::fseek(messages_.get(), 0, SEEK_END) == 0 ? std::ftell(messages_.get()) : 0;
}

std::string VideoFile::complaint(int status) {
    std::rewind(messages_.get());
    std::array<char, 1024> line{};
    // The first line is the cause; what follows are its consequences.
    if (std::fgets(line.data(), static_cast<int>(line.size()), messages_.get()) == nullptr) {
        return WIFSIGNALED(status) ? "it was ended by signal " + std::to_string(WTERMSIG(status))
                                   : "it does not say why";
    }
    const std::string_view text(line.data());
    return std::string(text.substr(0, text.find_last_not_of(" \r\n") + 1));
}

void VideoFile::close_pipe() noexcept {
    if (pipe_ >= 0) {
        close(std::exchange(pipe_, -1));
    }
}

} // namespace orrery
