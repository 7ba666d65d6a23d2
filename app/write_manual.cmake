# Has PROGRAM write its manual and the shells' completions into FOLDER.
file(MAKE_DIRECTORY ${FOLDER})

function(write name)
    execute_process(COMMAND ${PROGRAM} ${ARGN}
        OUTPUT_FILE ${FOLDER}/${name} RESULT_VARIABLE result ERROR_VARIABLE errors)
    if(NOT result EQUAL 0)
        file(REMOVE ${FOLDER}/${name})
        message(WARNING "${name} is not written: ${errors}")
    endif()
endfunction()

write(orrery.1 help --man)
write(orrery completion bash)
write(_orrery completion zsh)
write(orrery.fish completion fish)
