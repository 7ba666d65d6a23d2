# -DORRERY_SANITIZE=address,undefined or =thread: every target is built with that sanitizer.
set(ORRERY_SANITIZE "" CACHE STRING "Sanitizers for every target: address,undefined or thread")
if(ORRERY_SANITIZE)
    add_compile_options(-fsanitize=${ORRERY_SANITIZE} -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${ORRERY_SANITIZE})
    if(ORRERY_SANITIZE MATCHES undefined)
        add_compile_options(-fno-sanitize-recover=undefined)
    endif()
endif()
