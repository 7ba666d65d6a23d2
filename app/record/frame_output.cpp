#include "app/record/frame_output.hpp"

#include "render/png_file.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
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

fs::path numbered(const fs::path& pattern, std::size_t number) {
    static const std::regex place("%(?:0([1-9]))?d");
    const std::string name = pattern.string();
    std::smatch found;
    const bool has_place = std::regex_search(name, found, place);
    if (std::ranges::count(name, '%') != (has_place ? 1 : 0)) {
        throw bad_input("the place for the number is not valid", name,
                        "write it once, like out-%05d.png");
    }
    const int width = has_place && found[1].matched ? std::stoi(found[1]) : 0;
    return has_place
               ? found.prefix().str() + fmt::format("{:0{}}", number, width) + found.suffix().str()
               : name;
}

bool has_number(const fs::path& pattern) {
    return numbered(pattern, 0) != pattern;
}

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
