#include "app/window/sized_picture.hpp"

#include "app/features/hand/hand.hpp"
#include "app/features/sharing/sharing.hpp"
#include "app/language/tr.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/plot/plot.hpp"
#include "app/stage/stage_layers.hpp"
#include "app/state/feature.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/temporarily.hpp"
#include "app/state/time_view.hpp"
#include "app/state/window_requests.hpp"
#include "app/window/imgui_session.hpp"
#include "app/window/user_files.hpp"
#include "render/bloom.hpp"
#include "sim/base/error.hpp"

#include <GL/glew.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <implot.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace orrery {

float picture_scale(Extent size) {
    return std::max(static_cast<float>(size.height) / 1080, 0.6F);
}

StageCanvas::StageCanvas(const std::filesystem::path& fonts) : own_(ImGui::CreateContext()) {
    const CurrentSession current(own_, ImPlot::GetCurrentContext());
    ImGui::GetIO().IniFilename = nullptr;
    if (!ImGui_ImplOpenGL3_Init("#version 450 core")) {
        throw failure("the text cannot be drawn", "OpenGL", "update the graphics driver");
    }
    load_fonts(fonts);
}

StageCanvas::~StageCanvas() {
    {
        const CurrentSession current(own_, ImPlot::GetCurrentContext());
        ImGui_ImplOpenGL3_Shutdown();
    }
    ImGui::DestroyContext(own_);
}

void StageCanvas::lay_out(AppState& app, bool with_words, Extent size) {
    constexpr float frame_seconds = 1.0F / 60;
    constexpr float most = 8192; // pixels a side: letters of more fill a GPU's memory
    enlarged_ = std::max(1.0F, static_cast<float>(std::max(size.width, size.height)) / most);
    ImGuiStyle style = ImGui::GetStyle(); // of the window
    style.FontScaleMain = picture_scale(size) / enlarged_;
    const CurrentSession current(own_, ImPlot::GetCurrentContext());
    ImGui::GetStyle() = style;
    ImGui::GetIO().DisplaySize = {static_cast<float>(size.width) / enlarged_,
                                  static_cast<float>(size.height) / enlarged_};
    ImGui::GetIO().DeltaTime = frame_seconds;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    const Temporarily time_bar(app.get<TimeView>().height, 0.0F);
    const Temporarily open(app.camera.open, ClearArea());
    const Temporarily card(app.get<FollowedCard>().place, std::optional<glm::vec4>());
    const Temporarily layer(app.view.layer, with_words ? Layer::stage : Layer::nothing);
    if (app.race.under_way) {
        app.camera.open = below_title(app, app.camera.open);
        race_layer(app);
    } else {
        if (with_words) {
            plot_layer(app);
        }
        label_overlay(app);
        guide_overlay(app);
        hand_layer(app);
        if (with_words) {
            stage_layer(app);
        }
        code_layer(app);
        kernel_layer(app);
        chart_layer(app);
        card_layer(app);
        if (with_words && !shows_card(app)) {
            scale_bar_overlay(app);
        }
        if (with_words) {
            stage_badge(app);
        }
    }
    if (with_words) {
        annotation_layer(app);
    }
    ImGui::Render();
}

void StageCanvas::draw_part(const PicturePart& part, unsigned int target) {
    const CurrentSession current(own_, ImPlot::GetCurrentContext());
    ImDrawData& words = *ImGui::GetDrawData();
    const int above = part.whole.height - part.below - part.size.height;
    words.DisplayPos = {static_cast<float>(part.left) / enlarged_,
                        static_cast<float>(above) / enlarged_};
    words.DisplaySize = {static_cast<float>(part.size.width) / enlarged_,
                         static_cast<float>(part.size.height) / enlarged_};
    words.FramebufferScale = {enlarged_, enlarged_};
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    ImGui_ImplOpenGL3_RenderDrawData(&words);
}

namespace {

// What of the picture the stage's words leave to the bodies.
ClearArea open_on_stage(AppState& app) {
    const Temporarily layer(app.view.layer, Layer::stage);
    const Temporarily whole(app.camera.open, ClearArea()); // not what the window's words leave
    return below_title(app, beside_code(app, beside_plot(app, {})));
}

} // namespace

OtherSize::OtherSize(AppState& app, Extent size, VideoOf of)
    : stage(of == VideoOf::stage || (of == VideoOf::shown && app.view.layer == Layer::stage)),
      framebuffer(app.framebuffer, size),
      open(app.camera.open, stage ? open_on_stage(app) : ClearArea{}) {}

SizedPicture::SizedPicture(const std::filesystem::path& resources, Extent size, VideoOf of,
                           int channel_bits)
    : shader_folder_(resources / "shaders"), of_(of), target_(size, channel_bits) {
    if (of != VideoOf::picture) {
        words_.emplace(resources / "fonts");
    }
}

const Framebuffer& SizedPicture::draw(std::span<const BodyBuffer* const> bodies,
                                      const Picture* window, AppState& app) {
    const bool whole = app.camera.open == ClearArea{};
    const OtherSize other(app, size(), of_);
    if (whole && window != nullptr && window->size() == size()) {
        window->copy_to(target_.gl_framebuffer());
    } else {
        if (!own_) {
            own_.emplace(shader_folder_);
        }
        own_->draw(bodies, picture_scale(size()), app, target_.gl_framebuffer());
    }
    if (words_) {
        words_->lay_out(app, other.stage, size());
        words_->draw_part(size(), target_.gl_framebuffer());
    }
    return target_;
}

namespace {

// Larger ones are drawn in parts: they would take gigabytes of a GPU's memory.
constexpr int most_at_once = 8192;

// So wide are parts, and so high: rows of them wait in memory to be written.
constexpr int part_width = 4096, part_height = 1024;

constexpr const char* drawing_subject = "large picture";
constexpr const char* no_memory =
    tr_noop("Not enough memory to save the picture: save a smaller one");

} // namespace

// A view with what draws it: its renderer knows how bright all of it is.
struct LargePicture::Lane {
    Lane(PictureLane where, const BodyBuffer& of, const std::filesystem::path& shaders)
        : place(std::move(where)), bodies(of), renderer(shaders) {}

    // This view's part of the whole picture.
    PicturePart in(Extent whole) const { return {whole, place.left, place.below, place.look.size}; }

    PictureLane place;
    const BodyBuffer& bodies;
    BodyRenderer renderer;
};

bool LargePicture::wanted_for(Extent size) {
    return std::max(size.width, size.height) > std::min(most_at_once, largest_framebuffer());
}

LargePicture::LargePicture(const std::filesystem::path& file, const PngText& text,
                           const std::filesystem::path& resources, Extent size,
                           std::span<const BodyBuffer* const> bodies, AppState& app)
    : file_(file), size_(size), over_(resources / "shaders"), overlay_(resources / "shaders"),
      png_(file, size, text) {
    const VideoOf of = app.get<RecordingWish>().of;
    const OtherSize other(app, size, of);
    over_.bring(app, bodies.size());
    for (PictureLane& lane : picture_lanes(look_of(app, picture_scale(size)), bodies.size())) {
        const std::size_t k = lanes_.size();
        over_.bring_lines(app, k, true);
        lane.look.style = over_.style_below(k, lane.look.style);
        lanes_.emplace_back(std::move(lane), *bodies[k], resources / "shaders");
        if (app.density) {
            lanes_.back().renderer.set_values(app.density->at_bodies);
        }
    }
    if (of != VideoOf::picture) {
        words_.emplace(resources / "fonts");
        words_->lay_out(app, other.stage, size);
    }
    plan_work();
}

LargePicture::~LargePicture() = default;

void LargePicture::plan_work() {
    const int side = largest_framebuffer() - 2 * Bloom::reach;
    const Extent most{std::min(part_width, side), std::min(part_height, side)};
    for (std::size_t k = 0; k < lanes_.size(); ++k) {
        const BodyLook& look = lanes_[k].place.look;
        const std::vector<PicturePart> parts = parts_of(look.size, most);
        for (const BodyRenderer::Pass pass : BodyRenderer::passes(look.style)) {
            for (std::size_t i = 0; pass != BodyRenderer::Pass::show && i < parts.size(); ++i) {
                work_.push_back({pass, k, parts[i], i == 0 && pass == BodyRenderer::Pass::light,
                                 i + 1 == parts.size()});
            }
        }
    }
    for (const PicturePart& part : parts_of(size_, most)) {
        work_.push_back({BodyRenderer::Pass::show, 0, part, false, false});
    }
}

double LargePicture::share() const {
    return static_cast<double>(next_) / static_cast<double>(work_.size());
}

void LargePicture::advance(Wait wait) {
    if (next_ == work_.size()) {
        if (written(wait)) {
            png_.commit();
            ++next_;
        }
        return;
    }
    const Work& work = work_[next_];
    if (work.pass == BodyRenderer::Pass::show) {
        if (!written(wait)) {
            return;
        }
        show(work.part);
    } else {
        Lane& lane = lanes_[work.lane];
        const BodyLook& look = lane.place.look;
        if (work.begins) {
            lane.renderer.begin_parts(lane.bodies, look.camera, look.style, look.size);
        }
        lane.renderer.draw_part(lane.bodies, look.camera, look.style, work.part, work.pass, 0);
        if (work.ends) {
            lane.renderer.end_pass(work.pass);
        }
    }
    ++next_;
}

// Whether all rows drawn so far are in the file; Wait::yes waits for that.
bool LargePicture::written(Wait wait) {
    if (wait == Wait::yes) {
        writing_.finish();
    }
    return writing_.poll() || !writing_.under_way();
}

void LargePicture::show(const PicturePart& part) {
    const Framebuffer target(part.size);
    target.clear(); // what no view covers
    for (std::size_t k = 0; k < lanes_.size(); ++k) {
        Lane& lane = lanes_[k];
        const PicturePart own = common(lane.in(size_), part);
        if (own.size.width == 0 || own.size.height == 0) {
            continue;
        }
        const BodyLook& look = lane.place.look;
        const PicturePart in_lane(look.size, own.left - lane.place.left,
                                  own.below - lane.place.below, own.size);
        const Framebuffer piece(own.size);
        lane.renderer.draw_part(lane.bodies, look.camera, look.style, in_lane,
                                BodyRenderer::Pass::show, piece.gl_framebuffer());
        over_.draw(k, look, in_lane, piece.gl_framebuffer());
        const int left = own.left - part.left, below = own.below - part.below;
        if (lane.place.over_others) {
            overlay_.draw(piece, target.gl_framebuffer(), left, below);
        } else {
            piece.copy_to(target.gl_framebuffer(), left, below);
        }
    }
    if (words_) {
        words_->draw_part(part, target.gl_framebuffer());
    }
    const Image image = read_pixels(target.gl_framebuffer(), part.size);
    const std::size_t row = 3 * static_cast<std::size_t>(size_.width);
    const std::size_t own = 3 * static_cast<std::size_t>(part.size.width);
    rows_.resize(row * static_cast<std::size_t>(part.size.height));
    for (std::size_t y = 0; y < static_cast<std::size_t>(part.size.height); ++y) {
        std::memcpy(rows_.data() + y * row + 3 * static_cast<std::size_t>(part.left),
                    image.rgb.data() + y * own, own);
    }
    if (part.left + part.size.width == size_.width) {
        writing_.start([this, rows = std::exchange(rows_, {})] { png_.write(rows); });
    }
}

void SavedPictures::save(std::filesystem::path file, Image image, PngText text, bool shared) {
    const std::filesystem::path wanted = file;
    for (int number = 2; std::ranges::find(saving_, file, &Saving::file) != saving_.end();
         ++number) {
        file.replace_filename(wanted.stem().string() + "-" + std::to_string(number) +
                              wanted.extension().string());
    }
    saving_.push_back({file, shared, {}});
    saving_.back().writing.start(
        [file, image = std::move(image), text = std::move(text)] { write_png(file, image, text); });
}

void SavedPictures::draw(const TakePicture& wanted, std::span<const BodyBuffer* const> bodies,
                         const Picture& window, AppState& app) {
    const Extent size = wanted.size;
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
                large_.emplace(file, picture_text(app), resources_, size, bodies, app);
                large_is_shared_ = wanted.shared;
                return;
            }
            SizedPicture picture(resources_, size, app.get<RecordingWish>().of);
            const Framebuffer& drawn = picture.draw(bodies, &window, app);
            save(file, read_pixels(drawn.gl_framebuffer(), size), picture_text(app), wanted.shared);
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
                tell(app, large_->file(), large_is_shared_);
            }
            large_.reset();
        }
    }
    while (!saving_.empty() && (waits || saving_.front().writing.finished())) {
        const std::optional<Error> error = attempt(
            app,
            [&] {
                saving_.front().writing.take();
                tell(app, saving_.front().file, saving_.front().shared);
            },
            no_memory);
        wrong = wrong ? wrong : error;
        saving_.pop_front();
    }
    return wrong;
}

void SavedPictures::tell(AppState& app, const std::filesystem::path& file, bool shared) {
    last_ = file.string();
    if (shared) {
        app.requests.add(PutIntoClipboard{file});
        return;
    }
    app.say(tr_format("Saved {}", last_));
}

} // namespace orrery
