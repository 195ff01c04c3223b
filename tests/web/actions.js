/* actions.js - actions of a reader on a page, and what the page must then show. */
"use strict";
const assert = require("assert/strict");
const fs = require("fs");

const axeSource = () => fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/* Checks accessibility by axe in these colour schemes. Opens all cards, and shortens tables to 25 rows, because more
 * rows of the same kind show nothing new. */
exports.axe = async (open, browser, url, schemes) => {
  for (const colorScheme of schemes)
    await open(browser, url, { bypassCSP: true, colorScheme }, async page => {
      await page.evaluate(() => {
        for (const body of document.querySelectorAll("tbody")) [...body.rows].slice(25).forEach(r => r.remove());
        const rows = document.getElementById("tree")?.children;
        [...(rows || [])].slice(25).forEach(r => r.remove());
        for (const d of document.querySelectorAll("details")) if (!d.closest("#tree")) d.open = true;
      });
      await page.addScriptTag({ content: axeSource() });
      const result = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
      assert.deepEqual(result.violations.map(v => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(" | ")}`), []);
    });
};

const frame = page => page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 30))));
const status = page => page.locator("#status p").allTextContents();
const focused = page => page.evaluate(() => document.activeElement.getAttribute("aria-label") || document.activeElement.id);
const press = async (page, key) => { await page.keyboard.press(key); await frame(page); };

/* Returns the boxes of the picture, each with the bytes in its label. */
const boxes = page => page.evaluate(() => [...document.querySelectorAll("#ice > [role=treeitem]")].filter(e => !e.hidden).map(e => ({
  name: e.getAttribute("aria-label"), bytes: +/, ([0-9,]+) bytes, [<0-9.]+\u00a0%( \u00b7|$)/.exec(e.getAttribute("aria-label"))[1].replace(/,/g, ""),
  x: e.getBoundingClientRect().left, right: e.getBoundingClientRect().right, level: +e.getAttribute("aria-level"), above: /\ba\b/.test(e.className)
})));

/* Every level of the list adds up to the bytes of its parent row, and the top level to the reachable bytes. */
const levels = async page => {
  const wrong = await page.evaluate(() => {
    const int = e => +e.textContent.replace(/[^0-9]/g, "");
    const bad = [], below = li => int(li.querySelector("b"));
    for (const ul of document.querySelectorAll("#tree ul")) {
      const summary = ul.previousElementSibling, own = int(summary.querySelectorAll("i")[1]);
      const sum = [...ul.children].reduce((n, li) => n + below(li), own);
      if (sum !== int(summary.querySelector("b"))) bad.push(summary.textContent);
    }
    const tops = [...document.getElementById("tree").children].reduce((n, li) => n + below(li), 0);
    const reachable = int([...document.querySelectorAll("#facts > span")].find(s => s.textContent.startsWith("reachable")).querySelector("b"));
    if (tops !== reachable) bad.push(`tops ${tops}, reachable ${reachable}`);
    return bad;
  });
  assert.deepEqual(wrong, []);
};

/* Boxes are within the picture, none is narrower than a pixel, and the first level has all bytes (at least 97 %). */
const picture = async page => {
  const all = await boxes(page), first = all.filter(b => b.level === 2 && !b.above);
  assert.ok(all.length > 1, "there are boxes");
  const whole = all[0].bytes, sum = first.reduce((n, b) => n + b.bytes, 0);
  assert.ok(sum <= whole && sum >= whole * 0.97, `level 1 has ${sum} of ${whole}`);
  for (const b of all) assert.ok(b.right - b.x >= 1 && b.x >= all[0].x - 1 && b.right <= all[0].right + 1, "in the picture: " + b.name);
};

const zoom = async page => {
  const before = await boxes(page), target = before.find(b => b.level === 2);
  await page.locator("#ice > [role=treeitem][aria-level='2']").first().click();
  await frame(page);
  if (target.name.startsWith("(")) return;
  assert.equal((await status(page))[0].replace(/ \u21bb$/, ""), target.name.replace(/, [0-9,]+ bytes, [<0-9.]+\u00a0%( \u00b7.*|)$/, ""));
  assert.ok((await page.locator("#crumbs button").count()) >= 1, "a way back");
  await page.locator(".tools button").first().click();
  await page.waitForFunction(() => !document.querySelector("#crumbs button"));
  assert.deepEqual((await boxes(page)).map(b => b.name), before.map(b => b.name), "Back leads back");
  await page.locator("#ice > [role=treeitem][aria-level='2']").first().click();
  await page.locator("#crumbs button").first().click();
  await frame(page);
  assert.deepEqual((await boxes(page)).map(b => b.name), before.map(b => b.name), "the path leads back");
};

/* Who holds a type: the first level has all reachable bytes. */
const turned = async page => {
  await page.getByRole("button", { name: "Who holds a type", exact: true }).click();
  await frame(page);
  const all = await boxes(page), first = all.filter(b => b.level === 2);
  const sum = first.reduce((n, b) => n + b.bytes, 0);
  assert.ok(sum <= all[0].bytes && sum >= all[0].bytes * 0.97, `${sum} of ${all[0].bytes}`);
  assert.ok(first[0].bytes >= first[first.length - 2 < 0 ? 0 : first.length - 2].bytes, "most bytes first");
};

const search = async page => {
  const name = await page.locator("#tree > li").first().evaluate(li => (li.querySelector("summary") || li).lastChild.data.replace(/ \u21bb$/, "").trim());
  await page.getByPlaceholder("Search types").fill(name.slice(0, 40));
  await page.waitForFunction(() => document.querySelector(".find output").textContent);
  assert.match(await page.locator(".find output").textContent(), /^[0-9,]+ rows?, [<0-9.]+\u00a0%$/);
  assert.ok((await page.locator("#ice > .hit").count()) > 0, "a hit is marked");
  const input = page.locator(".find input"), found = async () => (await frame(page), page.locator(".find output").textContent());
  await input.press("Enter");
  const last = /^1 of ([0-9,]+)$/.exec(await found())[1];
  await input.press("Shift+Enter");
  assert.equal(await found(), `${last} of ${last}`, "before the first hit is the last");
  await page.getByRole("button", { name: "Next (n)" }).click();
  assert.equal(await found(), "1 of " + last);
  await page.getByRole("button", { name: "Previous (N)" }).click();
  assert.equal(await found(), `${last} of ${last}`);
  await input.press("Escape");
  assert.equal(await found() + await input.inputValue(), "");
  assert.equal(await page.locator("#ice > .hit:not([hidden])").count(), 0);
};

const tables = async page => {
  const count = await page.locator("#types table thead th").count();
  for (let i = 0; i < 2 * count; i++) { // each column both ways
    const at = i >> 1;
    await page.locator("#types thead button").nth(at).click();
    const [wrong, way] = await page.evaluate(at => {
      const rows = [...document.querySelectorAll("#types tbody tr")], last = rows.findIndex(r => r.className === "m");
      const data = last < 0 ? rows : rows.slice(0, last), th = document.querySelectorAll("#types thead th")[at], bad = [];
      if (last >= 0 && rows.slice(last).some(r => r.className !== "m")) bad.push("a row stands behind the sums");
      const key = r => { const t = r.cells[at].textContent.replace(/[,\u00a0%]/g, ""); return at === 4 ? r.querySelector(".t").textContent : t === "-" ? -1 : t[0] === "<" ? 0.01 : +t; };
      const way = th.getAttribute("aria-sort"), up = way === "ascending";
      for (let i = 1; i < data.length; i++) {
        const a = key(data[i - 1]), b = key(data[i]);
        if (up ? a > b : a < b) bad.push(`${a} ${b}`);
      }
      return [bad, way];
    }, at);
    assert.deepEqual(wrong, [], "column " + at);
    assert.equal(way, (at === count - 1) === (i % 2 === 0) ? "ascending" : "descending", "column " + at);
  }
  await page.locator("#objects thead button", { hasText: /^object$/ }).click();
  const ids = await page.locator("#objects tbody tr:not(.m)").evaluateAll(rows => rows.map(r => r.cells[3].textContent));
  assert.deepEqual(ids, [...ids].sort((a, b) => b.length - a.length || (a < b ? 1 : -1)), "objects by their ids");
};

const garbage = async (page, dump) => {
  await page.getByRole("button", { name: "Whole heap", exact: true }).click();
  await frame(page);
  const all = await boxes(page);
  assert.deepEqual(all.slice(0, 3).map(b => b.name.split(",")[0]), ["heap", "reachable", dump.garbage]);
  assert.equal(all[0].bytes, all[1].bytes + all[2].bytes);
  await page.locator("#ice > [role=treeitem]").nth(1).click();
  await frame(page);
  assert.equal((await page.locator("#crumbs").textContent()).split("\u203a")[0], "heap");
  await page.goBack();
  await page.waitForFunction(() => !document.querySelector("#crumbs button"));
  assert.deepEqual((await boxes(page)).map(b => b.name), all.map(b => b.name), "back to the heap");
  await page.locator(".find input").fill("Kind");
  await page.getByRole("button", { name: "Next (n)" }).click();
  await frame(page);
  assert.match(await page.locator(".find output").textContent(), /^1 of /);
  await page.locator(".find input").fill("");
};

const leaves = true; // the page as it was
exports.all = [["levels add up", levels, leaves], ["picture", picture, leaves], ["zoom", zoom], ["turned round", turned], ["search", search], ["tables", tables]];
exports.onGarbage = [["whole heap", garbage]];

/* ---- on a real heap ---------------------------------------------------------------------------- */

const keyboard = async page => {
  await page.locator("#ice > [tabindex='0']").focus();
  assert.match(await focused(page), /^reachable, /);
  const path = [];
  for (const key of ["ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
    await press(page, key);
    path.push((await focused(page)).split(",")[0]);
  }
  assert.equal(path[0], "OpenTelemetry.Metrics.Metric");
  assert.equal(path[1], "System.Reflection.RuntimeConstructorInfo");
  assert.equal(path[2], "System.Reflection.MethodBaseInvoker");
  assert.equal(path[3], "OpenTelemetry.Metrics.AggregatorStore");
  assert.equal(path[4], path[0]);
  await press(page, "Enter");
  assert.match((await status(page))[0], /^OpenTelemetry\.Metrics\.Metric/);
  assert.equal(await page.locator("#crumbs button").count(), 1);
  for (const key of ["Escape", "0", "Enter", "Backspace"]) { // ways out
    assert.match(await focused(page), /^OpenTelemetry\.Metrics\.Metric,/, "the focus stays on the box");
    await press(page, "ArrowDown");
    await press(page, "Home");
    assert.match(await focused(page), /^OpenTelemetry\.Metrics\.Metric,/, "Home leads to the box");
    await press(page, key);
    assert.equal(await page.locator("#crumbs button").count(), 0, key + " leads out");
    if (key === "0") await press(page, "ArrowDown"); // to the box again
    await press(page, "Enter");
  }
  await press(page, "0");
  await press(page, "i");
  assert.match((await boxes(page))[0].name, /^all types,/);
  await press(page, "i");
  await press(page, "m");
  assert.equal(await page.getByRole("button", { name: "Objects", exact: true }).getAttribute("aria-pressed"), "true");
  await page.getByRole("button", { name: "Bytes", exact: true }).click();
  assert.equal(await page.getByRole("button", { name: "Objects", exact: true }).getAttribute("aria-pressed"), "false");
  await page.locator("#ice > [tabindex='0']").focus();
  await press(page, "/");
  await page.keyboard.type("ServiceProvider");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(150); // the search that typing starts must not begin again at the first hit
  assert.match(await focused(page), /ServiceProvider/);
  await press(page, "n");
  assert.match(await page.locator(".find output").textContent(), /^2 of /);
  await press(page, "N");
  assert.match(await page.locator(".find output").textContent(), /^1 of /);
  await press(page, "Tab");
  assert.ok(!(await page.evaluate(() => document.getElementById("ice").contains(document.activeElement))), "Tab leaves");
};

const copies = async page => {
  await page.getByLabel("Filter Types").fill("System.String");
  assert.match(await page.locator("#types .tabtools output").textContent(), /^\d+ of \d+$/);
  const copied = async () => {
    await page.locator("#types .tabtools button", { hasText: "Copy as TSV" }).click();
    await page.locator("#types .tabtools button", { hasText: "Copied" }).waitFor();
    return page.evaluate(async () => { const text = await Clipboard.prototype.readText.call(window.board ??= navigator.clipboard); await board.writeText(""); return text; });
  };
  const text = await copied();
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  assert.equal(await copied(), text, "without the interface for it");
  const lines = text.trimEnd().split("\n").map(l => l.split("\t"));
  assert.deepEqual(lines[0], ["count", "own bytes", "retained", "share", "type"]);
  const row = lines.find(l => l[4] === "System.String");
  assert.deepEqual(row.slice(0, 2), ["6987", "845042"]);
  assert.match(lines[lines.length - 1][4], /all/);
};

const holder = async page => {
  const row = page.locator("#types tbody tr", { has: page.locator(".t[title='System.String']") });
  await row.locator(".who").click();
  await frame(page);
  assert.equal((await status(page))[0], "System.String");
  assert.match((await status(page))[1], /^[0-9,]+ of 845,042 own bytes/);
};

const inList = async page => {
  await page.locator("#ice > [tabindex='0']").focus();
  await press(page, "ArrowDown");
  await press(page, "ArrowDown");
  const name = (await focused(page)).split(",")[0];
  await page.getByRole("button", { name: "Show in the list" }).click();
  assert.ok((await page.evaluate(() => document.activeElement.textContent)).endsWith(name));
  assert.ok(await page.locator("#tree .at").isVisible());
  await page.getByRole("button", { name: "Who holds this type?" }).click();
  await frame(page);
  assert.equal((await status(page))[0], name);
};

const colours = async page => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.locator("header button").click();
  assert.notEqual(await ground(), light, "dark");
  await page.locator("header button").click();
  assert.equal(await ground(), light, "light again");
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal(await ground(), light, "light whatever the system has");
};

/* The first screen holds the answer, of which a narrow one has the first finding; nothing of suspects is cut off; the links
   above are the headings. */
const firstScreen = async page => {
  const size = page.viewportSize();
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const [bottom, cut] = await page.evaluate(() => {
      const list = document.querySelector("ol.answer"), answer = innerWidth < 640 ? list.firstElementChild : list, all = [...document.querySelectorAll(".answer *, .cards summary *")];
      return [answer.getBoundingClientRect().bottom, all.filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflow !== "visible").map(e => e.textContent)];
    });
    assert.ok(bottom <= 900, `the answer ends at ${bottom} of 900 pixels, ${width} wide`);
    assert.deepEqual(cut, [], `cut off at ${width} pixels`);
  }
  await page.setViewportSize(size);
  const [nav, headings] = await page.evaluate(() => [[...document.querySelectorAll("nav a")], [...document.querySelectorAll("main h2")]].map(all => all.map(e => e.textContent)));
  assert.deepEqual(nav, headings);
};

/* A click on a name that is cut off shows the whole name; another one cuts it off again. */
const names = async page => {
  const cut = () => page.evaluate(() => {
    const short = e => e.scrollWidth > e.clientWidth;
    window.cut ??= [...document.querySelectorAll("#types .t")].find(t => [...t.children].some(short));
    return [...window.cut.children].some(short);
  });
  assert.ok(await cut(), "a name is cut off");
  for (const is of [false, true]) {
    await page.evaluate(() => window.cut.click());
    assert.equal(await cut(), is);
  }
};

exports.onRealHeap = [["first screen", firstScreen, leaves], ["names", names, leaves], ["keyboard", keyboard], ["filter and copy", copies], ["who holds it", holder], ["in the list", inList], ["colours", colours]];

/* The colours of the first level by growth, and by the figures of the list. */
const growth = async page => {
  await page.getByRole("button", { name: "By growth", exact: true }).click();
  await frame(page);
  assert.ok(await page.locator(".legend", { hasText: "shrank" }).isVisible());
  const [shown, expected] = await page.evaluate(() => {
    const int = e => +e.textContent.replace("\u2212", "-").replace(/[^0-9-]/g, "");
    const drawn = [...document.querySelectorAll("#ice > [aria-level='2']:not([hidden]):not(.r)")].map(e => e.className);
    const rows = [...document.getElementById("tree").children].slice(0, drawn.length).map(li => {
      const now = int(li.querySelector("b")), more = int(li.querySelectorAll("i")[2]);
      return more > now / 2 ? "gn" : more > now / 100 ? "gu" : more < -(now - more) / 100 ? "gd" : "gs";
    });
    return [drawn, rows];
  });
  assert.deepEqual(shown, expected);
  assert.ok(new Set(shown).size > 1, "several colours");
};

/* Each figure of growth says whether it is of own or of retained bytes; of several suspects, the answer numbers each. */
const words = async page => {
  const of = section => page.locator(`#${section} .cards summary > i`).allTextContents();
  const grew = await of("growth"), suspects = await of("suspects");
  assert.ok(grew.length > 0 && grew.every(t => t === "own bytes"), grew.join());
  assert.ok(suspects.length > 0 && suspects.every(t => t === "retained"), suspects.join());
  const lead = await page.locator(".lead").textContent(), n = await page.locator("#suspects .cards > li").count();
  assert.match(lead, new RegExp(`^(The first 3 of )?${n} suspects?[:,]`));
};

exports.onPair = [["words", words, leaves], ["first screen", firstScreen, leaves], ["growth", growth]];

exports.permalink = async (page, url) => {
  const load = async to => { await page.goto("about:blank"); await page.goto(to); };
  await page.locator("#ice > [tabindex='0']").focus();
  await press(page, "ArrowDown");
  await press(page, "Enter");
  await press(page, "ArrowDown");
  await press(page, "ArrowDown");
  await page.waitForFunction(() => location.hash.includes("&s=0.0.0"));
  const link = page.url(), text = await status(page);
  assert.match(link, /#picture&z=0&s=0\.0\.0$/);
  await load(link);
  assert.deepEqual(await status(page), text);
  await load(url + "#picture&v=who&m=objects&q=String");
  for (const name of ["Who holds a type", "Objects"]) assert.ok(await page.getByRole("button", { name, exact: true, pressed: true }).isVisible(), name);
  assert.equal(await page.locator(".find input").inputValue(), "String");
  await load(url + "#picture&z=9.9.9.9&s=x&v=nothing&m=&q=%E0");
  assert.match((await status(page))[0], /^reachable/);
};

exports.hostile = async (page, { names }) => {
  assert.equal(await page.locator("script").count(), 1);
  assert.equal(await page.locator("style").count(), 1);
  assert.equal(await page.locator("img, iframe, b b, #types h1").count(), 0);
  assert.equal(await page.title(), "<b>&\"hostile'.log \u00b7 gcview");
  const seen = new Set(await page.locator("#types tbody tr:not(.m) .t").evaluateAll(all => all.map(t => t.textContent)));
  const listed = await page.locator("#tree").evaluate(tree => [...tree.querySelectorAll("li:not(.m)")].map(li => (li.querySelector("summary") || li).lastChild.data.trim()));
  for (const name of names) {
    const shown = name.replace(/[\u202e\u2028\ufeff\u200b]/g, "\ufffd");
    const is = n => n === shown || (shown.length > 780 && n.includes("\u2026") && shown.startsWith(n.slice(0, n.indexOf("\u2026"))));
    assert.ok([...seen].some(is), "in the table: " + shown.slice(0, 60));
    assert.ok(listed.some(is), "in the list: " + shown.slice(0, 60));
  }
  await page.locator(".find input").fill("Acme.\u00c4rger"); // the lowest box
  await page.locator(".find input").press("Enter");
  await frame(page);
  assert.match(await focused(page), /^Acme\.\u00c4rger,/);
  assert.ok(await page.evaluate(() => document.activeElement.getBoundingClientRect().bottom <= document.getElementById("ice").getBoundingClientRect().bottom), "it is seen");
};

/* Measures CPU time of the page's thread, because elapsed time means little on a shared machine. */
exports.zoomTime = async (page, { zoom: budget }, context) => {
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const parts = ["ScriptDuration", "LayoutDuration", "RecalcStyleDuration"];
    return (await session.send("Performance.getMetrics")).metrics.reduce((sum, m) => sum + (parts.includes(m.name) ? m.value * 1000 : 0), 0);
  };
  const times = [];
  await page.waitForTimeout(300);
  for (let i = 0; i < 10; i++) {
    await page.evaluate(at => { // into a box of the first level, then out again
      const items = [...document.querySelectorAll("#ice > [role=treeitem]")].filter(e => !e.hidden && !/\b[ar]\b/.test(e.className));
      const level = Math.min(...items.map(e => +e.getAttribute("aria-level")));
      const row = items.filter(e => +e.getAttribute("aria-level") === level);
      window.target = at % 2 ? document.querySelector("#ice > .z") : row[Math.min(at >> 1, row.length - 1)];
    }, i);
    const before = await spent();
    await page.evaluate(() => { window.target.click(); document.getElementById("ice").getBoundingClientRect(); });
    times.push(await spent() - before);
    await page.waitForTimeout(60);
  }
  times.sort((a, b) => a - b);
  const middle = times[times.length >> 1];
  console.log(`  zoom, CPU to style and layout: median ${middle.toFixed(1)} ms, longest ${times[times.length - 1].toFixed(1)} ms`);
  assert.ok(middle <= budget, `median ${middle} ms`);
};
