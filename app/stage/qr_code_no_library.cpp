// A build without libqrencode makes no QR codes.

#include "app/stage/qr_code.hpp"

namespace orrery {

QrCode qr_code(const std::string&) {
    return {};
}

} // namespace orrery
