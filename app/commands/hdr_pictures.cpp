#include "app/commands/hdr_pictures.hpp"

namespace orrery {

bool HdrPictures::add(const LightPicture& frame) {
    const auto write = [&frame](const std::filesystem::path& file) {
        write_hdr_png(file, frame, {});
    };
    const auto written = results_.write(path_.at(added_), ".png", write);
    if (!written) {
        return false;
    }
    last_ = written->string();
    if (added_++ == 0) {
        first_ = last_;
    }
    return true;
}

std::string HdrPictures::name() const {
    return first_ == last_ ? first_ : first_ + " … " + last_;
}

} // namespace orrery
