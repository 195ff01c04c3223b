/* web.js - checks pages of `gcview report` in Chromium: node tests/web/web.js GCVIEW FOLDER [--part].
 *
 * tests/web/run calls it. A check is a function that fails by throwing an error; the other checks
 * still run. Pictures of the pages stay in FOLDER. With --part, each kind of check runs on the pages that dumps.js
 * names, nothing is timed, and every function of page.js must have run. */
"use strict";
const assert = require("assert/strict");
const { execFileSync, spawnSync } = require("child_process");
const fs = require("fs");
const path = require("path");
const { chromium } = require("playwright-core");
const dumps = require("./dumps.js");
const actions = require("./actions.js");
const contrast = require("./contrast.js");
const coverage = require("./coverage.js");

const [, , gcview, folder, mode] = process.argv;
const part = mode === "--part";
const run = (program, args) => execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });
const flags = ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
let failed = 0, passed = 0;

const check = async (name, f) => {
  try {
    await f();
    passed++;
  } catch (error) {
    failed++;
    console.log("FAILED " + name + "\n  " + String(error.message || error).split("\n").slice(0, 12).join("\n  "));
  }
};

/* Opens a page in its own context, and calls `f` with it. The page must not write to the console, raise an error, open
 * a dialog, or request anything but itself. `options` are those of the context; `noise`: console output is allowed;
 * `loads`: the expected number of requests. */
const open = async (browser, url, options, f) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120000);
  const said = [], asked = [];
  page.on("console", m => said.push(m.text()));
  page.on("pageerror", e => said.push(String(e.stack)));
  page.on("request", r => asked.push(r.url()));
  page.on("dialog", d => { said.push("dialog: " + d.message()); d.dismiss(); });
  try {
    const covered = part && !options.bypassCSP && options.javaScriptEnabled !== false; // not axe.js
    if (covered) await page.coverage.startJSCoverage({ resetOnNavigation: false });
    await page.goto(url);
    const result = await f(page, context);
    if (covered) coverage.add(await page.coverage.stopJSCoverage());
    assert.deepEqual(said, options.noise ? said : []);
    assert.equal(asked.filter(u => u !== "about:blank").length, options.loads || 1, "requests: " + asked.join(" "));
    return result;
  } finally {
    await context.close();
  }
};

const fileUrl = dump => "file://" + encodeURI(path.resolve(dump.page));
const picture = (page, dump, name) => part || page.screenshot({ path: path.join(folder, `${dump.name}-${name}.png`), fullPage: !/\d/.test(name) });

/* ---- the kinds of checks; dumps.js says which page has which ---------------------------------- */

const texts = ["#overview h1", "#suspects h2", "#picture h2", "#types h2", "#roots h2", "#about h2"];
const shows = async (page, dump) => { for (const t of dump.empty ? ["#overview h1", "#about h2"] : texts) assert.ok(await page.locator(t).first().isVisible(), t); };

/* Cells of tables that do not end where their heads end. The script makes heads, so some have a button. */
const crooked = () => [...document.querySelectorAll("table.rows, table.chain")].flatMap(table => {
  const right = e => e.getBoundingClientRect().right, ends = [...table.tHead.rows[0].cells].map(right);
  return [...table.tBodies[0].rows].slice(0, 30).flatMap(row => [...row.cells].filter((cell, at) => cell.checkVisibility() && Math.abs(right(cell) - ends[at]) > 1).map(e => e.textContent));
});

/* Opens the cards, and returns the names in their tables that a narrow screen squeezes, hides or begins with a blank line. */
const squeezed = () => {
  for (const d of document.querySelectorAll("#growth details, #suspects details")) d.open = true;
  return [...document.querySelectorAll(".chain .in")].filter(name => {
    const cell = name.parentElement, box = name.closest(".scroll"), words = document.createTreeWalker(name.lastElementChild, NodeFilter.SHOW_TEXT), first = document.createRange();
    while (words.nextNode().data.trim() === "") ;
    first.selectNodeContents(words.currentNode);
    return cell.clientWidth < 0.9 * box.clientWidth || box.scrollWidth > box.clientWidth || first.getBoundingClientRect().top > cell.getBoundingClientRect().top + 12;
  }).map(e => e.textContent);
};

const looks = (browser, dump) => open(browser, fileUrl(dump), {}, async page => {
  assert.ok(dump.size <= dump.most, `${dump.size} bytes of at most ${dump.most}`);
  for (const [width, height] of [[1280, 960], [768, 1000], [390, 844]])
    for (const colorScheme of part ? ["light"] : ["light", "dark"]) { // which only a picture shows
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(wide, width, "the page is wider than the screen");
      await shows(page, dump);
      await picture(page, dump, `${width}-${colorScheme}`);
    }
  assert.deepEqual(await page.evaluate(squeezed), [], "names of steps on a narrow screen");
  assert.deepEqual(await page.evaluate(crooked), [], "cells that are not below their heads");
});

const noScript = (browser, dump) => open(browser, fileUrl(dump), { javaScriptEnabled: false }, async page => {
  await shows(page, dump);
  if (!dump.empty) assert.ok(await page.locator("#chart svg").first().isVisible());
  assert.equal(await page.locator("#ice").count(), 0);
  await picture(page, dump, "no-script");
});

/* The policy of Jenkins for archived files: no script, no inline style. Chromium reports each violation on the console. */
const policy = "sandbox allow-same-origin; default-src 'none'; img-src 'self'; style-src 'self';";

const underPolicy = async (browser, dump) => {
  const server = require("http").createServer((request, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy });
    response.end(fs.readFileSync(dump.page));
  });
  await new Promise(done => server.listen(0, "127.0.0.1", done));
  try {
    await open(browser, `http://127.0.0.1:${server.address().port}/`, { noise: true }, async page => {
      await shows(page, dump);
      assert.equal(await page.locator("#ice, button").count(), 0, "the script ran");
      if (!dump.flat) {
        await page.locator("#tree > li > details > summary").first().click();
        assert.ok(await page.locator("#tree > li > details > ul").first().isVisible(), "the list opens without script");
      }
      await picture(page, dump, "policy");
    });
  } finally {
    server.close();
  }
};

const tidy = (browser, dump) => {
  const done = spawnSync("tidy", ["-q", "-e", "--drop-empty-elements", "no", dump.page], { encoding: "utf8" });
  assert.ifError(done.error);
  const lines = done.stderr.split("\n").filter(l => l && !/<svg> proprietary attribute "(x|y|width|height)"/.test(l));
  assert.deepEqual(lines, []);
};

/* Fails where a word of a printed page covers a tenth of another one. */
const apart = words => {
  const shared = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const area = w => (w.right - w.left) * (w.bottom - w.top);
  words.forEach((a, at) => {
    for (const b of words.slice(0, at)) assert.ok(shared(a, b) <= 0.1 * Math.min(area(a), area(b)), `${a.text} is printed over ${b.text}`);
  });
};

const printed = (browser, dump) => open(browser, fileUrl(dump), {}, async page => {
  const pdf = path.join(folder, dump.name + ".pdf");
  await page.pdf({ path: pdf, format: "A4" });
  const pages = run("pdftotext", ["-bbox", pdf, "-"]).split("<page ").slice(1).map(page => [...page.matchAll(
    /<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g)].map(([, left, top, right, bottom, text]) => ({ left, top, right, bottom, text })));
  assert.ok(pages.length >= 1 && pages.length <= 12, pages.length + " pages");
  pages.forEach(apart);
  const text = pages.flat().map(w => w.text).join(" ");
  const suspect = await page.locator("#suspects .cards summary b").first().textContent();
  assert.ok(text.includes("Suspects") && text.includes(suspect.replace("\u00a0", " ")), "the first suspect: " + suspect);
  assert.ok(/held through/.test(text), "its chain");
  assert.ok(text.split("own bytes retained share type").length > 2, "the head of a table on its next page");
  const names = await page.locator("#types tbody .t").evaluateAll(all => all.slice(0, 40).map(t => t.title || t.textContent));
  assert.deepEqual(names.filter(n => !text.replace(/\s/g, "").includes(n.replace(/[\s&<>]/g, s => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[s] || ""))), [], "names cut off");
});

/* Runs each action on a freshly loaded page, or on that of an action before it which `leaves` the page as it was. */
const each = list => (browser, dump) =>
  open(browser, fileUrl(dump), { permissions: ["clipboard-read", "clipboard-write"], loads: list.slice(0, -1).filter(a => !a[2]).length + 1 }, async page => {
    let fresh = true;
    for (const [name, f, leaves] of list) {
      if (!fresh) {
        await page.goto("about:blank");
        await page.goto(fileUrl(dump));
      }
      await check(`${dump.name}: ${name}`, () => f(page, dump));
      fresh = leaves;
    }
  });

const onPage = f => (browser, dump) => open(browser, fileUrl(dump), {}, (page, context) => f(page, dump, context));

const kinds = {
  looks, "no script": noScript, axe: (browser, dump) => actions.axe(open, browser, fileUrl(dump), part ? ["light"] : ["light", "dark"]), tidy, policy: underPolicy,
  actions: each(actions.all), garbage: each(actions.onGarbage), print: printed, "real heap": each(actions.onRealHeap), pair: each(actions.onPair),
  permalink: (browser, dump) => open(browser, fileUrl(dump), { loads: 4 }, page => actions.permalink(page, fileUrl(dump))), hostile: onPage(actions.hostile), zoom: onPage(actions.zoomTime)
};

const main = async () => {
  const all = dumps.make(gcview, folder, part, run).filter(d => !process.env.ONLY || d.name === process.env.ONLY);
  assert.ok(all.length > 0, "no such page: " + process.env.ONLY);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: flags });
  try {
    for (const dump of all)
      for (const kind of dump.checks) await check(`${dump.name}: ${kind}`, () => kinds[kind](browser, dump));
  } finally {
    await browser.close();
  }
  await check("contrast", () => contrast.check("src/report/page/page.css"));
  if (part && !process.env.ONLY) await check("coverage", coverage.check);
};

/* `ONLY=azmcp-1 sh tests/web/run` checks one page. */
main().then(() => {
  console.log(`tests/web: ${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}, error => { console.error(error); process.exitCode = 1; });
