"use strict";
// A large JPEG is decoded as several, beside each other: a browser gives each picture one thread, and a
// frame of 1080p takes that longer than the display takes between two. The GPU's JPEGs have a restart
// marker behind each row of 16 x 16 pixels (T.81, B.2.1), where decoding begins anew: a strip of rows
// is a JPEG once it has the head, with a height of its own, and an end. Markers count from 0 to 7, so
// strips have multiples of eight rows. Libjpeg-turbo's JPEGs have none, and are decoded whole.
const strips = (() => {
    const mostBesideEachOther = Math.min(navigator.hardwareConcurrency || 4, 16);

    // Where the bits begin, the size stands, and rows have markers; the picture's own height.
    function headOf(jpeg) {
        const head = { bits: 2, size: 0, restarts: false, height: 0 };
        for (let mark = 0; mark !== 0xda && head.bits < jpeg.length; head.bits += 2 + 256 * jpeg[head.bits + 2] + jpeg[head.bits + 3]) {
            mark = jpeg[head.bits + 1];
            if (mark === 0xc0) {
                head.size = head.bits + 5;
                head.height = 256 * jpeg[head.size] + jpeg[head.size + 1];
            }
            head.restarts = head.restarts || mark === 0xdd;
        }
        return head;
    }

    function cut(jpeg, head) {
        const rows = Math.ceil(head.height / 16);
        const each = 8 * Math.ceil(rows / 8 / mostBesideEachOther);
        const cuts = [];
        let from = head.bits, row = 0, top = 0;
        // A byte of ones in the bits is followed by a zero.
        for (let at = jpeg.indexOf(0xff, from); at >= 0; at = jpeg.indexOf(0xff, at + 2)) {
            if (jpeg[at + 1] === 0) { continue; }
            ++row;
            if (row % each === 0 || row === rows) {
                const height = Math.min(16 * each, head.height - top);
                const strip = new Uint8Array(head.bits + at - from + 2);
                strip.set(jpeg.subarray(0, head.bits));
                strip.set([height >> 8, height & 255], head.size);
                strip.set(jpeg.subarray(from, at), head.bits);
                strip.set([0xff, 0xd9], strip.length - 2);
                cuts.push({ top: top, height: height, file: strip });
                from = at + 2;
                top += height;
            }
        }
        return cuts;
    }

    // A blob goes by way of the browser's other processes, which takes as long as decoding it.
    async function imageOf(file, type) {
        if (window.ImageDecoder && type === "image/jpeg") {
            const decoder = new ImageDecoder({ type: type, data: file });
            try {
                return (await decoder.decode()).image;
            } catch { // a browser that has it need not have it for JPEGs
            } finally {
                decoder.close();
            }
        }
        return createImageBitmap(new Blob([file], { type: type }));
    }

    // From a file, for a picture of that height: what to draw, and the rows of pixels above each.
    async function decode(file, type, height) {
        const head = type === "image/jpeg" ? headOf(file) : null;
        const cuts = head !== null && head.restarts && head.height === height ? cut(file, head)
            : [{ top: 0, height: height, file: file }];
        return Promise.all(cuts.map(async (one) => (
            { top: one.top, height: one.height, image: await imageOf(one.file, type) })));
    }

    return { decode: decode };
})();
