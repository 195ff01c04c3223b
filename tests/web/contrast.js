/* contrast.js - the contrast of the colours in page.css. axe cannot judge text that is cut off, or on boxes. */
"use strict";
const assert = require("assert/strict");
const fs = require("fs");

const light = hex => {
  const digits = hex.length === 4 ? [...hex.slice(1)].map(c => c + c) : hex.slice(1).match(/../g);
  const [r, g, b] = digits.map(d => parseInt(d, 16) / 255).map(x => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);

/* Pairs of text and background: CSS variables, or classes of boxes. */
const pairs = [["text", "bg"], ["muted", "bg"], ["muted", "surface"], ["muted", "rest"], ["muted", "bar"], ["accent", "bg"],
  ["accent", "bar"], ["good", "good-bg"], ["bad", "bad-bg"], ["bad", "bg"], ["text-of-gn", "gn"]]
  .concat(["h0", "h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "gu", "gd", "gs"].map(hue => ["text-of-div", hue]));

exports.check = file => {
  const css = fs.readFileSync(file, "utf8"), colours = new Map();
  for (const [, name, ...both] of css.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)) colours.set(name, both);
  for (const [, classes, ...both] of css.matchAll(/([^{}]+){ --h: light-dark\((#\w+), (#\w+)\)/g))
    for (const [, name] of classes.matchAll(/\.(\w+)/g)) colours.set(name, both);
  for (const [, name, ...both] of css.matchAll(/#ice > \.?(\w+) {[^}]*\bcolor: light-dark\((#\w+), (#\w+)\)/g)) colours.set("text-of-" + name, both);
  for (const [text, ground] of pairs)
    for (const at of [0, 1]) {
      assert.ok(colours.has(text) && colours.has(ground), `${text} on ${ground}: not found`);
      const is = ratio(colours.get(text)[at], colours.get(ground)[at]);
      assert.ok(is >= 4.5, `${text} on ${ground}, ${at ? "dark" : "light"}: ${is.toFixed(2)}`);
    }
};
