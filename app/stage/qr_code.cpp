// QR codes by libqrencode.

#include "app/stage/qr_code.hpp"

#include <qrencode.h>

#include <memory>

namespace orrery {

QrCode qr_code(const std::string& text) {
    if (text.empty()) {
        return {};
    }
    constexpr int smallest_version = 0; // that has room
    const std::unique_ptr<QRcode, void (*)(QRcode*)> made(
        QRcode_encodeString8bit(text.c_str(), smallest_version, QR_ECLEVEL_Q), QRcode_free);
    if (made == nullptr) {
        return {};
    }
    QrCode code{static_cast<std::size_t>(made->width), {}};
    const std::size_t modules = code.side * code.side;
    code.dark.reserve(modules);
    for (std::size_t i = 0; i < modules; ++i) {
        code.dark.push_back((made->data[i] & 1U) != 0);
    }
    return code;
}

} // namespace orrery
