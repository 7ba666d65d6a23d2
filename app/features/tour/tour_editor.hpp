#pragma once

#include "app/features/tour/tour.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace orrery {

// A file of that name, or of one like it, that is not there yet: tour.toml, tour-2.toml …
std::filesystem::path free_name(const std::filesystem::path& wanted);

// The file of the tour that is given, while it is edited: each change is one of its text, which
// stays as it was everywhere else, and is read again.
class TourEditor {
public:
    // `file` belongs to the program: it is saved as a copy.
    enum class Owner { user, program };
    TourEditor(std::filesystem::path file, Owner owner, std::string text, const Actions& actions);

    const Tour& tour() const { return read_.tour; }
    // That it was read from, or last saved to; and whether it was changed since.
    const std::filesystem::path& file() const { return file_; }
    bool changed() const { return text_ != saved_; }

    // Where the step at `position` is afterwards; the tour is then another one. Throws bad_input,
    // with nothing changed, where the edit cannot be done.
    std::size_t edit(const TourEdit& edit, std::size_t position, const Actions& actions);
    // The file: another one beside it where that has changed since it was read. Throws failure, as
    // the next does.
    const std::filesystem::path& save();
    // Under a name that is free.
    std::filesystem::path save_copy() const;

private:
    std::string text_after(const TourEdit& edit) const;
    std::filesystem::path write(const std::filesystem::path& file) const;

    std::filesystem::path file_;
    Owner owner_;
    std::string text_, saved_;
    std::vector<std::string> earlier_; // texts, the newest last
    ReadTour read_;
};

} // namespace orrery
