#pragma once

#include <string>

namespace orrery {

// The translation of a text that was put together where no language is known: an error with its
// place and hint, a reason, a name with its number. It is recognised by its form, "there is no
// algorithm '{}'", and what stands in for {} is translated likewise. What has no form known here is
// left as it is.
std::string tr_sentence(const std::string& english);

} // namespace orrery
