/* contrast.js - how far the colours of page.css stand apart. axe cannot judge text that is cut, or on boxes. */
"use strict";
const assert = require("assert/strict");
const fs = require("fs");

const light = hex => {
  const digits = hex.length === 4 ? [...hex.slice(1)].map(c => c + c) : hex.slice(1).match(/../g);
  const [r, g, b] = digits.map(d => parseInt(d, 16) / 255).map(x => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);

/* Text and its ground. */
const pairs = [["text", "bg"], ["muted", "bg"], ["muted", "surface"], ["muted", "rest"], ["muted", "bar"], ["accent", "bg"],
  ["accent", "bar"], ["good", "good-bg"], ["bad", "bad-bg"], ["bad", "bg"], ["g-new-text", "g-new"]]
  .concat(["h0", "h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "g-up", "g-down", "g-same"].map(hue => ["box-text", hue]));

exports.check = css => {
  const colours = new Map([...fs.readFileSync(css, "utf8").matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(m => [m[1], [m[2], m[3]]]));
  for (const [text, ground] of pairs)
    for (const at of [0, 1]) {
      const is = ratio(colours.get(text)[at], colours.get(ground)[at]);
      assert.ok(is >= 4.5, `${text} on ${ground}, ${at ? "dark" : "light"}: ${is.toFixed(2)}`);
    }
};
