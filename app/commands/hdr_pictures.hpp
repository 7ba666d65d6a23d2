#pragma once

#include "app/commands/result_files.hpp"
#include "app/record/numbered_path.hpp"
#include "render/capture.hpp"

#include <filesystem>
#include <string>

namespace orrery {

// A picture with light beyond white for each frame, numbered where the name has a place for that.
class HdrPictures {
public:
    explicit HdrPictures(const std::filesystem::path& pattern) : path_(pattern) {}

    // False where there is no room for it anywhere.
    bool add(const LightPicture& frame);
    std::string name() const;
    bool as_wanted() const { return results_.exit_code() == ExitCode::done; }

private:
    NumberedPath path_;
    ResultFiles results_;
    std::size_t added_ = 0;
    std::string first_, last_;
};

} // namespace orrery
