"use strict";
// The camera at once, however long the way to the program is. Some of the bodies are drawn here, by
// the camera that the program will have when it has heard of what was done, in the light of the last
// picture: each body has the colour of the place where that shows it. When a picture comes that
// knows of everything, this one fades away.
const bodies = (() => {
    const orbitDegrees = 220, closerPerNotch = 0.88; // as render/camera.cpp has them
    const coarseness = 4; // pixels of the picture a side of one of its light
    const longMilliseconds = 60; // what takes longer is felt
    const fewest = 4096, most = 65536;
    const canvas = document.getElementById("bodies");
    const gl = canvas.getContext("webgl2", { antialias: false });
    const light = document.createElement("canvas").getContext("2d",
        { willReadFrequently: true }); // of the last picture, without panels
    let dark = [0, 0, 0]; // behind all bodies

    let seen = null; // the last picture's view
    let moves = []; // that no picture has known of yet, the oldest first
    let cloud = null, wanted = 16384, askedAt = 0, cameAt = 0;
    let showing = false, drawn = 0, looping = false;
    // A browser that draws on a processor may take so long that the way is the longer for it: it
    // leaves this for a while, each time for twice as long.
    const slowInARow = 8, slowMilliseconds = 120;
    let slow = 0, drawnAt = 0, restsUntil = 0, rest = 30000;

    const rotated = ([w, x, y, z]) => [ // the rows of the matrix: world from eye
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]];
    const times = ([a, b, c, d], [e, f, g, h]) => [
        a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g,
        a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e];
    const halfAngle = (degrees) => degrees * Math.PI / 360;
    const along = (turn, [x, y, z]) => rotated(turn).map((row) => row[0] * x + row[1] * y + row[2] * z);

    // Camera::turn: about the world's up and the eye's right, and never head over heels.
    function turned(turn, right, down) {
        const up = [Math.cos(halfAngle(-right)), 0, 0, Math.sin(halfAngle(-right))];
        const tilt = [Math.cos(halfAngle(-down)), Math.sin(halfAngle(-down)), 0, 0];
        const both = times(times(up, turn), tilt);
        const upright = (one) => rotated(one)[2][1];
        return upright(both) >= 0 || upright(both) >= upright(turn) ? both : times(up, turn);
    }

    function predicted(view, pending) {
        const camera = { centre: view.centre, turn: view.turn, distance: view.distance };
        for (const move of pending) {
            if (move.kind === "orbit") {
                camera.turn = turned(camera.turn, orbitDegrees * move.dx, orbitDegrees * move.dy);
            } else if (move.kind === "pan") {
                const height = 2 * camera.distance * Math.tan(halfAngle(view.lens)) / view.open[3];
                const way = along(camera.turn, [-move.dx * height, move.dy * height, 0]);
                camera.centre = camera.centre.map((one, axis) => one + way[axis]);
            } else {
                camera.distance *= Math.pow(closerPerNotch, move.steps);
            }
        }
        return camera;
    }

    const eyeOf = (camera) => {
        const back = along(camera.turn, [0, 0, camera.distance]);
        return camera.centre.map((one, axis) => one + back[axis]);
    };

    const vertexText = `#version 300 es
        in vec3 place;             // 0 … 1 in the box
        uniform vec3 low, size;    // of the box; low as the camera's eye has it
        uniform vec3 apart;        // from the eye of the picture to this one
        uniform mat3 turn, turnThen; // eye from world
        uniform vec4 lens;         // scales, and where what the camera aims at is seen
        uniform sampler2D picture;
        uniform float dotSize, gain;
        out vec3 shade;
        void main() {
            vec3 world = low + place * size;
            vec3 here = turn * world;
            vec3 then = turnThen * (world + apart);
            vec2 at = (lens.xy * then.xy / -then.z + lens.zw) * 0.5 + 0.5;
            bool known = then.z < 0.0 && at == clamp(at, 0.0, 1.0);
            vec3 around = known ? texture(picture, vec2(at.x, 1.0 - at.y)).rgb : vec3(0.0);
            shade = clamp(gain * around, 0.12, 1.0);
            gl_Position = vec4(lens.xy * here.xy + lens.zw * -here.z, 0.0, -here.z);
            gl_PointSize = dotSize;
        }`;
    const fragmentText = `#version 300 es
        precision mediump float;
        in vec3 shade;
        out vec4 colour;
        void main() {
            vec2 from = 2.0 * gl_PointCoord - 1.0;
            colour = vec4(shade * exp(-2.5 * dot(from, from)), 1.0);
        }`;

    function compiled() {
        const program = gl.createProgram();
        for (const [kind, text] of [[gl.VERTEX_SHADER, vertexText], [gl.FRAGMENT_SHADER, fragmentText]]) {
            const shader = gl.createShader(kind);
            gl.shaderSource(shader, text);
            gl.compileShader(shader);
            gl.attachShader(program, shader);
        }
        gl.linkProgram(program);
        if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
            throw new Error(gl.getProgramInfoLog(program));
        }
        gl.useProgram(program);
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
        const place = gl.getAttribLocation(program, "place");
        gl.enableVertexAttribArray(place);
        gl.vertexAttribPointer(place, 3, gl.UNSIGNED_SHORT, true, 6, 0);
        gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
        gl.enable(gl.BLEND);
        gl.blendEquation(gl.MAX); // never brighter than the picture, however many bodies share a place
        return (name) => gl.getUniformLocation(program, name);
    }
    const uniform = gl !== null ? compiled() : null;
    const resting = () => now() < restsUntil;
    const able = () => gl !== null && cloud !== null && seen !== null && !resting() && !gl.isContextLost();

    // The last picture as the bodies are to be lit by it: coarse, as they may have moved since.
    function keepLight() {
        const scale = 1 / coarseness;
        light.canvas.width = Math.max(1, Math.round(picture.width * scale));
        light.canvas.height = Math.max(1, Math.round(picture.height * scale));
        light.drawImage(picture, 0, 0, light.canvas.width, light.canvas.height);
        for (const [x, y, width, height] of seen.panels) {
            light.clearRect(x * scale, y * scale, width * scale, height * scale);
        }
        const corners = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([x, y]) =>
            light.getImageData(x * (light.canvas.width - 1), y * (light.canvas.height - 1), 1, 1).data);
        dark = [0, 1, 2].map((channel) => Math.min(...corners.map((corner) => corner[channel])) / 255);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, light.canvas);
    }

    function draw() {
        canvas.width = picture.width;
        canvas.height = picture.height;
        const camera = predicted(seen, moves);
        const eye = eyeOf(camera), eyeThen = eyeOf(seen);
        const scale = seen.open[3] / Math.tan(halfAngle(seen.lens));
        gl.viewport(0, 0, canvas.width, canvas.height);
        gl.disable(gl.SCISSOR_TEST);
        gl.clearColor(...dark, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
        gl.uniform3fv(uniform("low"), cloud.low.map((one, axis) => one - eye[axis]));
        gl.uniform3fv(uniform("size"), cloud.size);
        gl.uniform3fv(uniform("apart"), eye.map((one, axis) => one - eyeThen[axis]));
        gl.uniformMatrix3fv(uniform("turn"), false, rotated(camera.turn).flat());
        gl.uniformMatrix3fv(uniform("turnThen"), false, rotated(seen.turn).flat());
        gl.uniform4f(uniform("lens"), scale * canvas.height / canvas.width, scale, seen.open[0], seen.open[1]);
        gl.uniform1f(uniform("dotSize"), Math.max(4, canvas.height / 140));
        gl.uniform1f(uniform("gain"), 2); // a body's light is that of few of the coarse picture's pixels
        gl.drawArrays(gl.POINTS, 0, cloud.count);
        gl.enable(gl.SCISSOR_TEST); // panels are the program's
        gl.clearColor(0, 0, 0, 0);
        for (const [x, y, width, height] of seen.panels) {
            gl.scissor(x, canvas.height - y - height, width, height);
            gl.clear(gl.COLOR_BUFFER_BIT);
        }
        drawn += 1;
        document.body.dataset.drawnHere = String(drawn);
    }

    function show(now_) {
        if (showing !== now_) {
            showing = now_;
            canvas.style.transition = now_ ? "none" : "opacity 0.15s";
            canvas.style.opacity = now_ ? 1 : 0;
            document.body.dataset.here = String(now_);
        }
    }

    // New ones for the next move, where the way is long: a cloud is under way alone.
    function ask() {
        const pause = moves.length > 0 ? 100 : 1000;
        if (gl !== null && !resting() && askedAt <= cameAt && now() - cameAt > pause) {
            askedAt = now();
            send({ e: "bodies", count: wanted });
        }
    }

    function watch() {
        const took = now() - drawnAt;
        drawnAt = now();
        slow = took > slowMilliseconds && took < 1000 ? slow + 1 : 0;
        if (slow === slowInARow) {
            slow = 0;
            restsUntil = now() + rest;
            rest *= 2;
            show(false);
            document.body.dataset.rests = "true";
        }
    }

    function loop() {
        looping = moves.length > 0;
        if (!looping) {
            show(false);
            return;
        }
        if (now() - moves[0].t > longMilliseconds) {
            ask();
            if (able()) {
                show(true);
            }
        }
        if (showing) {
            draw();
            watch();
        }
        requestAnimationFrame(loop);
    }

    function forget(time) {
        moves = moves.filter((move) => move.t > time);
    }

    return {
        // A message of bodies: the header, and where the numbers begin.
        take(header, buffer, from) {
            cameAt = now();
            const took = cameAt - askedAt;
            wanted = took < 150 ? Math.min(2 * wanted, most) : took > 600 ? Math.max(wanted / 2, fewest) : wanted;
            cloud = { low: header.low, size: header.size, count: header.count };
            gl.bufferData(gl.ARRAY_BUFFER, new Uint8Array(buffer, from), gl.DYNAMIC_DRAW);
            document.body.dataset.bodies = String(header.count);
        },
        // A picture has been shown.
        frame(header, delay) {
            seen = header.view || null;
            forget(header.input);
            if (seen === null || seen.drag !== "orbit") {
                moves = [];
            }
            if (delay > longMilliseconds && seen !== null) {
                ask();
            }
            if (able()) {
                keepLight();
            }
        },
        answered: forget,
        // What a drag that begins there does to the camera: "" where it belongs to a panel.
        meaning(place, event) {
            const onPanel = seen === null || seen.drag !== "orbit" || seen.panels.some(([x, y, width, height]) =>
                place.x >= x && place.y >= y && place.x < x + width && place.y < y + height);
            return onPanel ? "" : event.button === 0 && !event.shiftKey ? "orbit" : "pan";
        },
        move(move) {
            moves.push(move);
            if (!looping) {
                looping = true;
                requestAnimationFrame(loop);
            }
        },
        lost() {
            moves = [];
            askedAt = cameAt = 0;
        },
        predicted: () => seen === null ? null : predicted(seen, moves),
        draw,
    };
})();
