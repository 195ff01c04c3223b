/* coverage.js - which functions of page.js ran, on all pages together. */
"use strict";
const assert = require("assert/strict");
const fs = require("fs");

const script = fs.readFileSync("src/report/page/page.js", "utf8");
const functions = new Map(); // whether it ran, by its place
const bytes = new Uint8Array(script.length);

/* Adds what Chromium says of one page. Within a function, an inner range overrides the range that it is in. */
exports.add = scripts => {
  for (const { functions: of } of scripts.filter(s => s.source === script)) {
    const ran = new Uint8Array(script.length);
    const ranges = of.flatMap(f => f.ranges).sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
    for (const r of ranges) ran.fill(r.count > 0 ? 1 : 0, r.startOffset, r.endOffset);
    ran.forEach((is, at) => { bytes[at] |= is; });
    for (const { ranges: [{ startOffset, endOffset, count }] } of of) {
      const place = startOffset + " " + endOffset;
      functions.set(place, count > 0 || functions.get(place));
    }
  }
};

exports.check = () => {
  const idle = [...functions].filter(f => !f[1]).map(([place]) => script.slice(...place.split(" ").map(Number)));
  console.log(`  page.js: ${functions.size - idle.length} of ${functions.size} functions ran, ${(100 * bytes.reduce((n, is) => n + is) / bytes.length).toFixed(1)} % of its bytes`);
  assert.ok(functions.size > 100, "Chromium did not say which functions ran");
  assert.deepEqual(idle, [], "functions that did not run");
};
