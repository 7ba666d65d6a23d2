#include "app/window/picture_files.hpp"

#include "render/png_file.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

namespace orrery {

void PictureFiles::save(std::filesystem::path file, Image image, PngText text) {
    const auto is_written = [this](const std::filesystem::path& name) {
        return std::any_of(saving_.begin(), saving_.end(),
                           [&](const Saving& one) { return one.file == name; });
    };
    const std::filesystem::path wanted = file;
    for (int number = 2; is_written(file); ++number) {
        file.replace_filename(wanted.stem().string() + "-" + std::to_string(number) +
                              wanted.extension().string());
    }
    saving_.push_back({file, {}});
    saving_.back().result.start([file, image = std::move(image), text = std::move(text)] {
        try {
            write_png(file, image, text);
            return Saved{file, std::nullopt};
        } catch (const Error& error) {
            return Saved{file, error};
        } catch (const std::bad_alloc&) {
            return Saved{file, failure("not enough memory to save the picture", file.string(),
                                       "save a smaller one")};
        }
    });
}

std::optional<PictureFiles::Saved> PictureFiles::poll() {
    return !saving_.empty() && saving_.front().result.finished() ? finish_one() : std::nullopt;
}

std::optional<PictureFiles::Saved> PictureFiles::finish_one() {
    if (saving_.empty()) {
        return std::nullopt;
    }
    Saved saved = saving_.front().result.take();
    saving_.pop_front();
    return saved;
}

} // namespace orrery
