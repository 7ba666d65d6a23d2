#include "render/record/frame_output.hpp"

#include "render/png_file.hpp"
#include "render/record/numbered_path.hpp"

#include <system_error>
#include <utility>

namespace orrery {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> write_as_wanted(const fs::path& wanted, const Image& frame) {
    write_png(wanted, frame);
    return wanted;
}

} // namespace

NumberedPictures::NumberedPictures(const fs::path& pattern, Write write)
    : path_(pattern), write_(write ? std::move(write) : write_as_wanted) {}

bool NumberedPictures::add(const Image& frame) {
    const std::optional<fs::path> place = write_(numbered(path_, added_), frame);
    if (!place) {
        return false;
    }
    last_ = place->string();
    first_ = added_ == 0 ? last_ : first_;
    ++added_;
    return true;
}

bool NumberedPictures::repeat(const Image& frame) {
    const fs::path next = numbered(path_, added_);
    std::error_code error;
    fs::remove(next, error);
    fs::create_hard_link(last_, next, error);
    if (error) {
        return add(frame);
    }
    last_ = next.string();
    ++added_;
    return true;
}

std::string NumberedPictures::name() const {
    return added_ <= 1 ? first_ : first_ + " … " + last_;
}

} // namespace orrery
