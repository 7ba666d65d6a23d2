# Sourced by the other scripts: running a command behind one line that moves.

# columns: how wide the terminal on standard error is.
columns() {
    local size
    size=$(stty size <&2 2>/dev/null || true)
    size=${size#* }
    [ "${size:-0}" -gt 0 ] || size=80 # a terminal that does not know
    echo "$size"
}

# clock SECONDS: as 0:07 or 12:30.
clock() {
    printf '%d:%02d' $(($1 / 60)) $(($1 % 60))
}

# watch WORDS ON_LINE COMMAND...: runs the command and hands each line of its output to the function
# ON_LINE, which says in the variable `step` how far it is. Words, step and time stand in one line on
# standard error: drawn again and again on a terminal, written every ten seconds elsewhere. Returns what the
# command returned.
watch() {
    local words=$1 on_line=$2 start=$SECONDS every=10 width=0 line="" part said status output
    step=""
    said=$SECONDS
    shift 2
    if [ -t 2 ]; then
        every=1
        width=$(columns)
    fi
    exec {output}< <(exec "$@" 2>&1)
    local command=$!
    while true; do
        status=0
        IFS= read -r -t 1 -u "$output" part || status=$?
        line+=$part
        if [ $status -eq 0 ] || { [ $status -eq 1 ] && [ -n "$line" ]; }; then
            "$on_line" "$line"
            line=""
        fi
        if [ $((SECONDS - said)) -ge $every ]; then
            said=$SECONDS
            part="$words${step:+: $step} ($(clock $((SECONDS - start))))"
            if [ $width -gt 0 ]; then
                printf '\r\033[K%.*s' $((width - 1)) "$part" >&2
            else
                echo "$part" >&2
            fi
        fi
        [ $status -eq 1 ] && break
    done
    exec {output}<&-
    [ $width -gt 0 ] && printf '\r\033[K' >&2
    wait "$command"
}
