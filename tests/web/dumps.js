/* dumps.js - the dumps whose pages are checked: some of the samples, and some that this module writes.
 *
 * Each has the arguments of `gcview report`, and the expectations of the tests. */
"use strict";
const fs = require("fs");
const path = require("path");

// Names that are markup, scripts or properties of JavaScript objects, or that change the direction of text.
const hostile = [
  "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"><b>", "'onload='x", "&lt;b&gt;&amp;",
  "__proto__", "constructor", "hasOwnProperty", "(23 smaller)", "Acme.Node \u21bb", "<!--", "]]>", "--><svg/onload=1>",
  "javascript:alert(1)", "Acme.\u202egnp.exe", "a\u2028b", "\ufeffzero\u200bwidth", "</style><style>*{display:none}",
  "</title><h1>x", "</details></ul>", "Acme.B<System.Collections.Generic.Dictionary<System.String,Acme.C>>", "x".repeat(3000),
  "1,234", "reachable", "(a root, or several holders)", "$&$1", "%s%n", "{{7*7}}", "\u65e5\u672c\u8a9e", "Acme.\u00c4rger"
];

const hex = n => n.toString(16);

const log = lines => lines.join("\n") + "\n";

// A type record may have any text, in quotes or not, except line breaks: none of these names has one.
const hostileDump = () => {
  const lines = ["a 1 </title><script>alert(2)</script> 1"];
  hostile.forEach((name, i) => {
    const id = 0x1000 + i * 0x100;
    lines.push(`t ${hex(i + 1)} ${name}`, `o ${hex(id)} ${hex(i + 1)} ${hex(32 + 8 * i)} ${hex(id + 0x100)}`);
  });
  lines.push("t 3f System.String", `o ${hex(0x1000 + hostile.length * 0x100)} 3f 20`, "r 1000 4 0", "c 1 2");
  return log(lines);
};

const listDump = n => {
  const lines = ["a 1 app 1", "t 1 Acme.List", "t 2 Acme.Node", "t 3 System.Byte[]", "o 8 1 20 10"];
  for (let i = 1; i <= n; i++) lines.push(`o ${hex(i * 16)} 2 20${i < n ? " " + hex(i * 16 + 16) : ""} ${hex(i * 16 + 8)}`, `o ${hex(i * 16 + 8)} 3 30`);
  lines.push("r 8 4 0", "c 1 2");
  return log(lines);
};

const garbageDump = complete => {
  const lines = ["a 1 app 1"];
  for (let t = 1; t <= 40; t++) lines.push(`t ${hex(t)} Acme.Kind${t}`);
  for (let i = 0; i < 1000; i++) lines.push(`o ${hex(0xfe00 + i * 32)} ${hex(i % 40 + 1)} ${hex(24 + i % 7 * 8)}${i < 170 && i > 0 ? " " + hex(0xfe00 + (i >> 1) * 32) : ""}`);
  for (let i = 0; i < 170; i++) lines.push(`r ${hex(0xfe00 + i * 32)} ${i % 6} 0`);
  if (complete) lines.push("c 1 2");
  return log(lines);
};

/* Writes the dumps and their pages to a folder. Returns a list of { name, page, checks, … }; `most`: maximum size of the
 * page; `flat`: the list has one
 * level; `also`: checks beside those of `everywhere`; `part`: the checks if only a part of all runs. */
exports.make = (gcview, folder, part, run) => {
  const write = (name, text) => { const file = path.join(folder, name); fs.writeFileSync(file, text); return file; };
  if (!part) run("cmake", ["-E", "chdir", folder, "cmake", "-E", "tar", "xf", path.resolve("samples/node-proxy.tar.xz")]);
  const samples = "samples/", inputs = "tests/golden/inputs/";
  const everywhere = ["looks", "no script", "axe", "tidy"], filled = [...everywhere, "policy", "actions"];
  const dumps = [
    { name: "azmcp-1", args: [samples + "azmcp-1.log"], most: 500e3, zoom: 16, also: ["print", "real heap", "permalink", "zoom"],
      part: ["actions", "real heap"] },
    { name: "azmcp-2", args: [samples + "azmcp-2.log", "--baseline", samples + "azmcp-1.log"], most: 500e3, zoom: 16,
      also: ["print", "zoom", "pair"], part: ["looks", "print", "tidy", "pair"] },
    { name: "leak-story", args: [samples + "leak-story.log"], most: 100e3, also: ["permalink"],
      part: ["no script", "axe", "policy", "permalink"] },
    { name: "v8", args: [path.join(folder, "node-2.heapsnapshot")], most: 500e3 },
    { name: "garbage", args: [write("garbage.log", garbageDump(true))], most: 200e3, flat: true, garbage: "garbage", also: ["garbage"], part: ["garbage"] },
    { name: "cut", args: [write("cut.log", garbageDump(false))], most: 200e3, incomplete: true, flat: true, garbage: "unreachable", also: ["garbage"] },
    { name: "list", args: [write("list.log", listDump(100000))], most: 60e3 },
    { name: "empty", args: [inputs + "empty-heap.log"], most: 60e3, empty: true, part: ["looks"] },
    { name: "generations", args: [inputs + "generations.nettrace", "--generation", "gen2"], most: 100e3, part: ["looks"] },
    { name: "incomplete", args: [inputs + "incomplete.log"], most: 60e3, incomplete: true, flat: true },
    { name: "hostile", args: [write("<b>&\"hostile'.log", hostileDump())], most: 200e3, names: hostile, also: ["hostile"], part: ["hostile"] },
    { name: "bushy", args: [samples + "azmcp-1.log", "--rows", "10000"], most: 2e6, zoom: 50, also: ["zoom"] }
  ].filter(d => d.part || !part);
  for (const d of dumps) {
    d.checks = part ? d.part : [...d.empty ? everywhere : filled, ...d.also || []];
    d.page = path.join(folder, d.name + ".html");
    run(gcview, ["report", "-q", ...d.args, "-o", d.page]);
    d.size = fs.statSync(d.page).size;
  }
  return dumps;
};
