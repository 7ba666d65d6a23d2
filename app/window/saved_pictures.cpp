#include "app/window/saved_pictures.hpp"

#include "app/language/tr.hpp"
#include "app/state/feature.hpp"
#include "app/state/recording_status.hpp"
#include "app/window/sized_picture.hpp"
#include "app/window/state_sharing.hpp"
#include "app/window/user_files.hpp"
#include "render/capture.hpp"

#include <algorithm>

namespace orrery {

namespace {

constexpr const char* drawing_subject = "large picture";
constexpr const char* no_memory =
    tr_noop("Not enough memory to save the picture: save a smaller one");

} // namespace

void SavedPictures::save(std::filesystem::path file, Image image, PngText text) {
    const std::filesystem::path wanted = file;
    for (int number = 2; std::ranges::find(saving_, file, &Saving::file) != saving_.end();
         ++number) {
        file.replace_filename(wanted.stem().string() + "-" + std::to_string(number) +
                              wanted.extension().string());
    }
    saving_.push_back({file, {}});
    saving_.back().writing.start(
        [file, image = std::move(image), text = std::move(text)] { write_png(file, image, text); });
}

void SavedPictures::draw(Extent size, std::span<const BodyBuffer* const> bodies,
                         const Picture& window, AppState& app) {
    if (app.view.frozen) { // its bodies have gone on
        app.say("A frozen picture is saved only as large as the window is: press F12, or Shift+B "
                "first",
                true);
        return;
    }
    const bool in_parts = LargePicture::wanted_for(size);
    if (in_parts && large_) {
        app.say("A picture of this size is still being drawn; try again when it is saved", true);
        return;
    }
    attempt(
        app,
        [&] {
            const std::filesystem::path file = new_picture_file();
            if (in_parts) {
                large_.emplace(LargePicture::Place{file, picture_text(app), resources_}, size,
                               bodies, app);
                return;
            }
            SizedPicture picture(resources_ / "shaders", size, app.get<RecordingWish>().of);
            picture.draw(bodies, window, app);
            save(file, read_pixels(picture.gl_framebuffer(), size), picture_text(app));
        },
        no_memory);
}

std::optional<Error> SavedPictures::advance(AppState& app, Wait wait) {
    std::optional<Error> wrong;
    const bool waits = wait == Wait::yes;
    if (large_) {
        wrong = attempt(
            app,
            [&] {
                do {
                    large_->advance(wait);
                } while (waits && !large_->done());
            },
            no_memory);
        std::erase_if(app.toasts,
                      [](const Toast& toast) { return toast.subject == drawing_subject; });
        if (!wrong && !large_->done()) {
            app.announce(drawing_subject,
                         tr_format("Drawing the picture: {:.0f} %", 100 * large_->share()));
        } else {
            if (!wrong) {
                tell(app, large_->file());
            }
            large_.reset();
        }
    }
    while (!saving_.empty() && (waits || saving_.front().writing.finished())) {
        const std::optional<Error> error = attempt(
            app,
            [&] {
                saving_.front().writing.take();
                tell(app, saving_.front().file);
            },
            no_memory);
        wrong = wrong ? wrong : error;
        saving_.pop_front();
    }
    return wrong;
}

void SavedPictures::tell(AppState& app, const std::filesystem::path& file) {
    last_ = file.string();
    app.say(tr_format("Saved {}", last_));
}

} // namespace orrery
