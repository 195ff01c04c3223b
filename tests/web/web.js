/* web.js - checks pages of `gcview report` in Chromium: node tests/web/web.js GCVIEW FOLDER.
 *
 * tests/web/run calls it. A check is a function that fails by throwing an error; the other checks
 * still run. Pictures of the pages stay in FOLDER. */
"use strict";
const assert = require("assert/strict");
const { execFileSync, spawnSync } = require("child_process");
const fs = require("fs");
const path = require("path");
const { chromium } = require("playwright-core");
const dumps = require("./dumps.js");
const actions = require("./actions.js");
const contrast = require("./contrast.js");

const [, , gcview, folder] = process.argv;
const run = (...command) => execFileSync(command[0], command[1], { encoding: "utf8", maxBuffer: 1 << 28 });
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
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
    await page.goto(url);
    const result = await f(page, context);
    assert.deepEqual(said, options?.noise ? said : []);
    assert.equal(asked.filter(u => u !== "about:blank").length, options?.loads || 1, "requests: " + asked.join(" "));
    return result;
  } finally {
    await context.close();
  }
};

const fileUrl = page => "file://" + encodeURI(path.resolve(page));

/* ---- checks for every page ------------------------------------------------------------------- */

const texts = ["#overview h1", "#suspects h2", "#picture h2", "#types h2", "#roots h2", "#about h2"];

const looks = async (browser, dump) => {
  const url = fileUrl(dump.page);
  assert.ok(dump.size <= dump.most, `${dump.size} bytes of at most ${dump.most}`);
  await check(`${dump.name}: widths and colours`, () => open(browser, url, {}, async page => {
    for (const [width, height] of [[1280, 960], [768, 1000], [390, 844]])
      for (const colorScheme of ["light", "dark"]) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.equal(wide, width, "the page is wider than the screen");
        for (const t of texts) assert.ok(await page.locator(t).first().isVisible(), t);
        await page.screenshot({ path: path.join(folder, `${dump.name}-${width}-${colorScheme}.png`) });
      }
  }));
  await check(`${dump.name}: no script`, () => open(browser, url, { javaScriptEnabled: false }, async page => {
    for (const t of texts) assert.ok(await page.locator(t).first().isVisible(), t);
    if (!dump.empty) assert.ok(await page.locator("#chart svg").first().isVisible());
    assert.equal(await page.locator("#ice").count(), 0);
    await page.screenshot({ path: path.join(folder, `${dump.name}-no-script.png`), fullPage: true });
  }));
  await check(`${dump.name}: accessible`, () => actions.axe(open, browser, url));
};

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
      for (const t of texts) assert.ok(await page.locator(t).first().isVisible(), t);
      assert.equal(await page.locator("#ice, button").count(), 0, "the script ran");
      const summary = page.locator("#tree > li > details > summary").first();
      if (await summary.count() > 0) {
        await summary.click();
        assert.ok(await page.locator("#tree > li > details > ul").first().isVisible(), "the list opens without script");
      }
      await page.screenshot({ path: path.join(folder, `${dump.name}-policy.png`), fullPage: true });
    });
  } finally {
    server.close();
  }
};

const tidy = dump => {
  const done = spawnSync("tidy", ["-q", "-e", "--drop-empty-elements", "no", dump.page], { encoding: "utf8" });
  if (done.error) return console.log("tests/web: left out: there is no tidy");
  const lines = done.stderr.split("\n").filter(l => l && !/<svg> proprietary attribute "(x|y|width|height)"/.test(l));
  assert.deepEqual(lines, []);
};

const printed = (browser, dump) => open(browser, fileUrl(dump.page), {}, async page => {
  const pdf = path.join(folder, dump.name + ".pdf");
  await page.pdf({ path: pdf, format: "A4" });
  const info = spawnSync("pdfinfo", [pdf], { encoding: "utf8" });
  if (info.error) return console.log("tests/web: left out: there is no pdfinfo");
  assert.ok(+/Pages: *(\d+)/.exec(info.stdout)[1] <= 12, info.stdout);
  const text = run("pdftotext", [pdf, "-"]).replace(/\s+/g, " ");
  const suspect = await page.locator("#suspects .cards summary b").first().textContent();
  assert.ok(text.includes("Suspects") && text.includes(suspect.replace("\u00a0", " ")), "the first suspect: " + suspect);
  assert.ok(/held through/.test(text), "its chain");
});

/* Runs each action on a freshly loaded page. */
const each = (browser, dump, list) => check(dump.name, () =>
  open(browser, fileUrl(dump.page), { permissions: ["clipboard-read", "clipboard-write"], loads: list.length + 1 }, async page => {
    for (const [name, f] of list) {
      await page.goto("about:blank");
      await page.goto(fileUrl(dump.page));
      await check(`${dump.name}: ${name}`, () => f(page, dump));
    }
  }));

const main = async () => {
  const all = dumps.make(gcview, folder, (program, args) => run(program, args));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: flags });
  try {
    for (const dump of all.filter(d => !process.env.ONLY || d.name === process.env.ONLY)) {
      await looks(browser, dump);
      await check(`${dump.name}: tidy`, async () => tidy(dump));
      if (!dump.empty) await check(`${dump.name}: under a policy`, () => underPolicy(browser, dump));
      if (!dump.empty) await each(browser, dump, actions.all);
    }
    if (process.env.ONLY) return;
    await check("contrast", () => contrast.check("src/report/page/page.css"));
    const named = name => all.find(d => d.name === name);
    for (const name of ["azmcp-1", "azmcp-2"]) await check(`${name}: print`, () => printed(browser, named(name)));
    await each(browser, named("azmcp-1"), actions.onRealHeap);
    await check("azmcp-1: permalink", () => actions.permalink(open, browser, fileUrl(named("azmcp-1").page)));
    await check("hostile names", () => open(browser, fileUrl(named("hostile").page), {}, page => actions.hostile(page, dumps.hostile)));
    for (const [name, budget] of [["azmcp-1", 16], ["azmcp-2", 16], ["bushy", 50]])
      await check(`${name}: a zoom takes at most ${budget} ms`, () => open(browser, fileUrl(named(name).page), {}, (page, context) => actions.zoomTime(page, context, budget)));
  } finally {
    await browser.close();
  }
};

/* `ONLY=azmcp-1 sh tests/web/run` checks one page. */
main().then(() => {
  console.log(`tests/web: ${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}, error => { console.error(error); process.exitCode = 1; });
