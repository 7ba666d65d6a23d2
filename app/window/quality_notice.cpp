#include "app/window/quality_notice.hpp"

#include <utility>

namespace orrery {
namespace {

constexpr double seconds_to_settle = 1;
constexpr double seconds_to_forget = 60;

} // namespace

bool QualityNotice::is_due(int level, double now) {
    if (level != level_) {
        level_ = level;
        since_ = now;
    }
    if (level == 0) {
        said_ = said_ && now - since_ < seconds_to_forget;
        return false;
    }
    return now - since_ >= seconds_to_settle && !std::exchange(said_, true);
}

} // namespace orrery
