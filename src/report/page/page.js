/* page.js - what the page of `gcview report` can do beyond being read; goes into it byte for byte.
*
* The rows of the list #tree are its only data. Names go into the page as text and attributes only,
* and look-ups by name into Maps: any name may be in a dump. */
"use strict";
(() => {
	const doc = document, $ = id => doc.getElementById(id), every = (what, from = doc) => [...from.querySelectorAll(what)];
	const said = e => e.textContent;
	const el = (tag, props, ...kids) => {
		const e = doc.createElement(tag);
		for (const k in props) k in e ? e[k] = props[k] : e.setAttribute(k, props[k]);
		e.append(...kids);
		return e;
	};
	const button = (text, onclick, title = "") => el("button", { textContent: text, onclick, title });
	const quietly = f => { try { return f(); } catch { return null; } }; // storage, history may be refused
	const int = s => { const n = parseInt(s.replace(/[^0-9]/g, ""), 10) || 0; return s.includes("−") ? -n : n; };
	const num = n => Math.abs(n).toString().replace(/\B(?=(\d{3})+$)/g, ",");
	const delta = n => (n > 0 ? "+" : n < 0 ? "−" : "±") + num(n);
	const size = n => {
		let u = -1;
		while (n >= 999.5 && u < 5) { n /= 1024; u++; }
		return u < 0 ? n + " B" : (n < 9.995 ? n.toFixed(2) : n < 99.95 ? n.toFixed(1) : n.toFixed(0)) + " " + "KMGTPE"[u] + "iB";
	};
	const pct = (a, b) => !b ? "0.0\u00a0%" : a && a / b < 0.0005 ? "<0.1\u00a0%" : (100 * a / b).toFixed(1) + "\u00a0%";
	const plural = (n, word) => num(n) + " " + word + (n === 1 ? "" : "s");

	// ---- colour
	const themes = { auto: "◐ Theme: auto", dark: "● Theme: dark", light: "○ Theme: light" };
	let theme = quietly(() => localStorage.getItem("gcview-theme"));
	const colour = button("", null, "Colours: system, dark, light");
	const paint = () => {
		theme = Object.hasOwn(themes, theme) ? theme : "auto";
		colour.textContent = themes[theme];
		doc.documentElement.dataset.theme = theme;
	};
	colour.onclick = () => {
		const words = Object.keys(themes);
		theme = words[(words.indexOf(theme) + 1) % words.length];
		quietly(() => localStorage.setItem("gcview-theme", theme));
		paint();
	};
	paint();
	doc.querySelector("header").append(colour);

	// ---- names, bars, print
	doc.addEventListener("click", e => {
		const t = e.target.closest(".t");
		if (t && !t.closest("summary")) t.classList.toggle("w");
	});
	addEventListener("beforeprint", () => {
		for (const d of every("#suspects .cards details").slice(0, 5)) d.open = true;
	});

	// ---- tables
	const nameOf = td => said(td.querySelector(".t") || td); // without its button
	const plain = td => nameOf(td).replace(/^[−+±]?[0-9,.]+(\u00a0%)?$/, n => n.replace(/[,+±\u00a0%]/g, "").replace("−", "-"));
	const copy = (text, button) => {
		const label = button.textContent, done = ok => {
			button.textContent = ok ? "Copied" : "Cannot copy";
			setTimeout(() => { button.textContent = label; }, 1500);
		};
		const old = () => {
			const area = el("textarea", { value: text });
			doc.body.append(area);
			area.select();
			const ok = quietly(() => doc.execCommand("copy"));
			area.remove();
			button.focus();
			done(ok);
		};
		navigator.clipboard ? navigator.clipboard.writeText(text).then(() => done(true), old) : old();
	};
	const isData = row => row.className !== "m"; // rows that sum up stay last
	const sortTable = (heads, body, at) => {
		const th = heads[at], was = th.getAttribute("aria-sort"), up = was ? was === "descending" : at === heads.length - 1;
		for (const h of heads) h.removeAttribute("aria-sort");
		th.setAttribute("aria-sort", up ? "ascending" : "descending");
		const rows = [...body.rows].filter(isData), texts = rows.map(r => plain(r.cells[at]));
		const key = at === heads.length - 1 ? t => t : /^(object|inside)$/.test(said(th)) ? t => t.padStart(16, "0") : t => t === "-" ? -Infinity : t[0] === "<" ? 0.01 : +t;
		const keys = new Map(rows.map((r, i) => [r, key(texts[i])]));
		rows.sort((a, b) => (keys.get(a) < keys.get(b) ? -1 : keys.get(a) > keys.get(b) ? 1 : 0) * (up ? 1 : -1));
		body.prepend(...rows);
	};
	const setBar = (e, text) => text.endsWith("%") && e.style.setProperty("--w", text.replace(/[^0-9.]/g, "") + "%");
	for (const s of every(".cards summary")) setBar(s, said(s.firstElementChild));
	for (const table of every("table.rows")) {
		const heads = [...table.tHead.rows[0].cells], body = table.tBodies[0], rows = [...body.rows].filter(isData);
		heads.forEach((th, at) => {
			if (said(th) === "share") for (const { cells } of body.rows) { cells[at].className = "bar"; setBar(cells[at], said(cells[at])); }
			th.replaceChildren(button(said(th), () => sortTable(heads, body, at)));
		});
		if (rows.length < 2) continue;
		const count = el("output"), tsv = button("Copy as TSV");
		const filter = el("input", { type: "search", placeholder: "Filter", "aria-label": "Filter " + said(table.closest("section").querySelector("h2")) });
		filter.oninput = () => {
			const text = filter.value.toLowerCase();
			for (const row of rows) row.hidden = !nameOf(row.lastElementChild).toLowerCase().includes(text);
			count.textContent = text ? num(rows.filter(r => !r.hidden).length) + " of " + num(rows.length) : "";
		};
		tsv.onclick = () => copy([heads, ...[...body.rows].filter(r => !r.hidden).map(r => [...r.cells])]
			.map(cells => cells.map(plain).join("\t")).join("\n") + "\n", tsv);
		table.closest(".scroll").before(el("div", { className: "tabtools" }, filter, count, tsv));
	}

	// ---- the rows of the tree
	const list = $("tree");
	if (!list) return;
	const grows = list.classList.contains("dl"), all = [];
	const sums = ["below", "objects", "own", "count", "grown"];
	const add = (up, name, more) => {
		const node = { name, up, kids: [], level: up ? up.level + 1 : 0, at: up ? up.kids.length : 0, own: 0, count: 0, grown: 0, objects: 0, ...more };
		if (up) up.kids.push(node);
		return node;
	};
	const sum = (node, of = ["below", "objects", "grown"]) => { for (const n of node.kids) for (const key of of) node[key] = (node[key] || 0) + n[key]; };
	const detailsOf = li => li.querySelector(":scope > details");
	const readRow = (li, up) => {
		const open = detailsOf(li);
		const at = open ? open.firstElementChild : li, i = at.getElementsByTagName("i"), rest = li.className === "m", fold = li.className === "f";
		const name = at.lastChild.data.trim(), count = int(said(i[grows ? 3 : 2]));
		all.push(add(up, fold ? name.slice(0, -2) : name, {
			li, rest, fold, count, objects: count, below: int(said(at.firstElementChild)), own: int(said(i[1])),
			grown: grows ? int(said(i[2])) : 0, more: rest ? int(name) : 0 // rows that the list leaves out
		}));
		return open && [open.lastElementChild, all[all.length - 1]];
	};
	const whole = add(null, "reachable");
	for (const todo = [[list, whole]]; todo.length;) {
		const [ul, up] = todo.pop();
		for (const li of ul.children) {
			const next = readRow(li, up);
			if (next) todo.push(next);
		}
	}
	for (const n of [...all].reverse()) if (n.up !== whole) n.up.objects += n.objects; // from the bottom up
	sum(whole);
	if (grows) whole.grown = +list.dataset.grown; // with what is no longer there

	// The heap: what is reachable, and garbage by type.
	let heap = null;
	const garbage = doc.querySelector("#garbage");
	if (garbage && !("sampled" in list.dataset)) {
		heap = add(null, "heap");
		heap.kids.push(whole);
		const trash = add(heap, said(garbage.querySelector("h2")).toLowerCase(), { trash: true });
		for (const row of garbage.querySelector("tbody").rows) {
			const count = int(said(row.cells[0])), below = int(said(row.cells[1])), rest = row.className === "m";
			const name = said(row.querySelector(".t") || row.cells[2]);
			add(trash, name, { below, own: below, count, objects: count, rest, more: rest ? int(name) : 0, trash: true });
		}
		sum(trash);
		sum(heap);
	}

	// ---- turned round: who holds a type?
	const grouped = (up, rows, keyOf, other) => {
		const groups = new Map();
		for (const row of rows) {
			const key = keyOf(row);
			groups.get(key)?.push(row) ?? groups.set(key, [row]);
		}
		up.kids = [];
		for (const [key, who] of groups) {
			const node = { name: key === 0 ? other : key, up, who, level: up.level + 1, end: who[0][1] === whole };
			for (const of of sums) node[of] = who.reduce((n, [row]) => n + row[of === "below" ? "own" : of === "objects" ? "count" : of], 0);
			up.kids.push(node);
		}
		up.kids.sort((a, b) => b.below - a.below || (a.name < b.name ? -1 : 1)).forEach((kid, at) => { kid.at = at; });
		return up.kids;
	};
	const expand = node => node.kids ?? // made when it is looked at: what holds each row
		grouped(node, node.end ? [] : node.who.map(([row, at]) => [row, at.up]), r => r[1] === whole ? 0 : r[1].name, "(a root, or several holders)");
	let turned = null;
	const turn = () => {
		if (!turned) {
			turned = add(null, "all types", { who: [], below: whole.below, objects: whole.objects, grown: whole.grown });
			grouped(turned, all.map(n => [n, n]), r => r[0].rest ? 0 : r[0].name, "(rows too small for the list)");
		}
		return turned;
	};

	// ---- state
	const now = { view: "", by: "below", colour: "", zoom: whole, focus: null, text: "" };
	const kidsOf = n => n.who ? expand(n) : n.kids;
	const topOf = view => view === "who" ? turn() : view === "heap" && heap ? heap : whole;
	const wayTo = n => n ? [...wayTo(n.up), n] : []; // from the top
	const pathOf = n => wayTo(n).slice(1).map(n => n.at).join(".");
	const nodeAt = (top, path) => {
		for (const at of path ? path.split(".") : []) { if (!(top = kidsOf(top)[at])) return null; }
		return top;
	};

	// ---- colours of boxes
	const hues = new Map();
	for (const s of $("hues").children) hues.set(said(s.lastElementChild), s.querySelector("rect").getAttribute("class"));
	hues.delete("other");
	const family = name => { // as page_hues.c finds it
		const m = /^Microsoft\.[^.<>[\](),+/` ]+(?=\..)|^[^.<>[\](),+/` ]+(?=\..)/.exec(name);
		return m ? m[0] : "";
	};
	const hueOf = n => n.hue ??= n.trash || n.end ? "r" : hues.get(family(n.name)) ?? hues.get(n.name) ?? "h8";
	const growthOf = n => {
		const old = n.below - n.grown;
		return n.grown > n.below / 2 ? "gn" : n.grown > n.below / 100 ? "gu" : n.grown * 100 < -old ? "gd" : "gs";
	};
	const shorten = n => n.short ??= n.rest || n.level === 0 ? n.name
		: n.name.replace(/(?:[^\s.<>[\](),+/`"]+\.)+(?=[^\s.<>[\](),+/`"0-9])/g, "") + (n.fold ? " ↻" : "");

	// ---- elements
	const segment = (label, pairs, set) => {
		const e = el("div", { className: "seg", role: "group", "aria-label": label });
		const bs = pairs.map(([value, text]) => [value, button(text, () => set(value))]);
		e.append(...bs.map(b => b[1]));
		e.show = value => { for (const [v, b] of bs) b.setAttribute("aria-pressed", v === value); };
		return e;
	};
	const section = $("picture"), chart = $("chart");
	const ice = el("div", { id: "ice", role: "tree", "aria-label": "Icicle of what holds the heap" });
	const line1 = el("p"), line2 = el("p"), acts = el("div", { className: "seg" });
	const status = el("div", { id: "status" }, el("div", null, line1, line2), acts);
	const crumbs = el("div", { id: "crumbs" });
	const back = button("← Back", () => goBack());
	const views = segment("View", [["", "What holds the heap"], ["who", "Who holds a type"]].concat(heap ? [["heap", "Whole heap"]] : []), v => look(v));
	const metric = segment("Width", [["below", "Bytes"], ["objects", "Objects"]], v => go({ by: v }, true));
	const paintBy = segment("Colour", [["", "By namespace"], ["growth", "By growth"]], v => go({ colour: v }, true));
	const input = el("input", { type: "search", placeholder: "Search types ( / )", "aria-label": "Search types" });
	const found = el("output");
	const prev = button("↑", () => step(-1), "Previous (N)"), next = button("↓", () => step(1), "Next (n)");
	for (const b of [prev, next]) b.setAttribute("aria-label", b.title);
	const tools = el("div", { className: "tools" }, back, views, metric, ...(grows ? [paintBy] : []), el("div", { className: "find" }, found, input, prev, next));
	const legend = el("p", { className: "legend", hidden: true });
	for (const [c, text] of [["gn", "more than half of it is new"], ["gu", "grew"], ["gs", "same"], ["gd", "shrank"]])
		legend.append(el("span", null, el("span", { className: "sw " + c }), " " + text), " ");
	const help = el("p", { className: "keys-help" });
	for (const [key, text] of [["← → ↑ ↓", "move"], ["Enter", "zoom"], ["Esc", "out"], ["0", "all"], ["/", "search"], ["n", "next hit"], ["i", "turn round"], ["m", "bytes or objects"]])
		help.append(el("kbd", { textContent: key }), " " + text + " \u00a0 ");
	chart.replaceChildren(tools, crumbs, ice, status);
	$("hues").after(legend, help);

	// ---- layout
	const LEVEL = 22, MOST = 400;
	let width = ice.clientWidth || 1200, boxes = [], least = 3;
	const pool = [];
	const sorted = n => { // by the metric; the list is in the order of bytes
		const kids = kidsOf(n);
		if (now.by === "below" || !kids.length) return kids;
		return n.sorted ??= [...kids].sort((a, b) => a.rest - b.rest || b.objects - a.objects || a.at - b.at);
	};
	const place = (n, x, w, y, extra) => boxes.push({ n, x, w, y, ...extra });
	const restOf = (up, kids) => {
		const rest = { up, rest: true, group: true, level: up.level + 1, kids, more: 0 };
		sum(rest, sums);
		for (const k of kids) rest.more += k.more || 1;
		return { ...rest, kids: [], name: "(" + num(rest.more) + " smaller)" };
	};
	const layout = () => {
		const by = now.by, zoom = now.zoom, ups = wayTo(zoom);
		for (least = 3; ; least *= 1.4) {
			boxes = [];
			ups.forEach((n, at) => place(n, 0, width, at, { above: true }));
			const scale = width / (zoom[by] || 1), todo = [[zoom, 0, ups.length]];
			while (todo.length && (boxes.length <= MOST * 2 || least > 40)) {
				const [up, from, y] = todo.pop(), kids = sorted(up);
				let x = from, i = 0;
				for (; i < kids.length && !kids[i].rest && kids[i][by] * scale >= least; i++) {
					const w = kids[i][by] * scale;
					place(kids[i], x, w, y);
					todo.push([kids[i], x, y + 1]);
					x += w;
				}
				if (i < kids.length) {
					const rest = restOf(up, kids.slice(i));
					if (rest[by] * scale >= least) place(rest, x, rest[by] * scale, y);
				}
			}
			if (boxes.length <= MOST || least > 40) break;
		}
		boxes.sort((a, b) => a.y - b.y || a.x - b.x);
	};

	// ---- drawing
	let hits = [], hitSet = new Set(), current = -1, hover = null;
	const put = (e, key, value, f = v => { e[key] = v; }) => { if (e["$" + key] !== value) f(e["$" + key] = value); }; // what changed
	const spacer = el("div", { className: "sp", role: "none" }); // room to scroll
	const classOf = (b, n) => {
		if (b.above) return n === now.zoom ? "a z" : "a";
		const hue = n.rest ? "r" : now.colour ? growthOf(n) : hueOf(n);
		return now.text ? hitSet.has(n) ? hue + " hit" : "dim" : hue;
	};
	const label = n => n.name + ", " + num(n.below) + " bytes, " + pct(n.below, whole.below);
	const show = (e, b) => {
		const n = b.n, text = b.w < 24 ? "" : shorten(n) + (b.w > 130 ? "   " + (now.by === "below" ? size(n.below) : num(n.objects)) : "");
		e.node = n;
		put(e, "hidden", false);
		put(e, "className", classOf(b, n));
		put(e, "x", 100 * b.x / width + "%", v => { e.style.left = v; });
		put(e, "w", 100 * b.w / width + "%", v => { e.style.width = v; });
		put(e, "y", b.y, v => { e.style.top = v * LEVEL + "px"; e.setAttribute("aria-level", v + 1); });
		put(e, "textContent", text);
		put(e, "l", label(n) + (text && " · " + text), v => e.setAttribute("aria-label", v));
		put(e, "tabIndex", n === now.focus ? 0 : -1);
	};
	const draw = () => { // the levels that are seen
		const first = Math.floor(ice.scrollTop / LEVEL) - 1, last = first + Math.ceil(ice.clientHeight / LEVEL) + 2;
		let used = 0;
		for (const b of boxes) {
			if (b.y < first || b.y > last) continue;
			if (used === pool.length) { const e = el("div", { role: "treeitem" }); pool.push(e); ice.append(e); }
			show(pool[used++], b);
		}
		for (let i = used; i < pool.length && !pool[i].hidden; i++) { put(pool[i], "hidden", true); pool[i].node = null; }
	};
	const boxOf = n => boxes.find(b => b.n === n || (n && b.n.group && n.group && b.n.up === n.up));
	const render = () => {
		whole.up = topOf(now.view) === heap ? heap : null;
		layout();
		if (!boxOf(now.focus)) now.focus = now.zoom;
		const height = (boxes[boxes.length - 1].y + 1) * LEVEL;
		put(spacer, "h", height, v => { spacer.style.height = v + "px"; });
		ice.style.height = Math.min(416, Math.max(height, 154)) + "px";
		draw();
		const ups = wayTo(now.zoom);
		crumbs.replaceChildren(...ups.flatMap((n, at) => at === ups.length - 1
			? [el("b", { textContent: ups.length > 1 ? shorten(n) : "" })] : [button(shorten(n), () => zoomTo(n), n.name), "›"]));
		if (ups.length === 1) crumbs.replaceChildren("Click a box to see inside it.");
		views.show(now.view); metric.show(now.by); paintBy.show(now.colour);
		legend.hidden = !now.colour;
		$("hues").hidden = !!now.colour;
		back.disabled = !pushed && now.zoom === topOf(now.view);
		tell();
	};
	ice.append(spacer);

	// ---- status
	const typeTotals = new Map(); // own bytes, of the types in the table
	const tell = () => {
		const n = hover || now.focus || now.zoom, parts = [], kind = n.who || n.trash ? " own bytes" : n.level ? " bytes retained" : " bytes";
		line1.textContent = n.name + (n.fold ? " ↻" : "");
		if (n.who && n.level === 1 && typeTotals.get(n.name) > n.below)
			parts.push(num(n.below) + " of " + num(typeTotals.get(n.name)) + " own bytes; the rest is in rows too small for the list");
		else parts.push(num(n.below) + kind + (n.below > 1023 ? " (" + size(n.below) + ")" : ""));
		parts.push(pct(n.below, whole.below) + " of the reachable bytes");
		if (n.up && n.up.up) parts.push(pct(n.below, n.up.below) + " of the box above");
		if (!n.who && !n.rest && n.level) parts.push(num(n.own) + " own", plural(n.count, "object"));
		if (n.objects !== n.count || n.rest || n.who) parts.push(plural(n.objects, "object") + (n.who ? "" : " with all below"));
		if (grows && !n.trash) parts.push(delta(n.grown) + (n.who ? " below" : ""));
		line2.textContent = parts.join(" · ");
		const f = now.focus, isRow = f && !f.who && f.li, kids = [];
		if (isRow) kids.push(button("Show in the list", () => reveal(f)));
		if (isRow && !f.rest) kids.push(button("Who holds this type?", () => whoHolds(f.name)));
		put(acts, "node", f, () => acts.replaceChildren(...kids));
	};
	let marked = null;
	const reveal = n => {
		for (let up = n.up; up.li; up = up.up) detailsOf(up.li).open = true;
		marked?.classList.remove("at");
		marked = detailsOf(n.li)?.firstElementChild || n.li;
		marked.classList.add("at");
		marked.tabIndex = 0;
		marked.scrollIntoView({ block: "center" });
		marked.focus({ preventScroll: true });
	};
	const whoHolds = name => {
		const top = turn(), node = top.kids.find(k => k.name === name);
		if (!node) return;
		go({ view: "who", zoom: node, focus: node });
		section.scrollIntoView();
		focusBox();
	};
	const listed = new Set(all.map(n => n.name));
	for (const row of every("#types tbody tr").filter(isData)) {
		const cell = row.lastElementChild, name = nameOf(cell);
		typeTotals.set(name, int(said(row.cells[1])));
		if (listed.has(name)) {
			cell.append(button("who holds it", () => whoHolds(name)));
			cell.lastElementChild.className = "who";
		}
	}

	// ---- going somewhere
	let pushed = 0;
	const hash = () => {
		const q = [["z", pathOf(now.zoom)], ["s", now.focus && now.focus !== now.zoom && !now.focus.group ? pathOf(now.focus) : ""], ["v", now.view],
			["m", now.by === "below" ? "" : "objects"], ["c", grows && !now.colour ? "names" : ""], ["q", encodeURIComponent(now.text)]].filter(p => p[1]);
		return "#picture" + q.map(p => "&" + p[0] + "=" + p[1]).join("");
	};
	// These cost as much as a zoom, so they come after the frame.
	const later = f => requestAnimationFrame(() => setTimeout(f, 0));
	const remember = push => {
		const to = [{ n: pushed }, "", hash()]; // of now, not of then
		later(() => quietly(() => history[push ? "pushState" : "replaceState"](...to)));
	};
	const focusBox = () => {
		const b = boxOf(now.focus);
		if (!b) return;
		if (b.y * LEVEL < ice.scrollTop || (b.y + 1) * LEVEL > ice.scrollTop + ice.clientHeight) {
			ice.scrollTop = Math.max(0, b.y * LEVEL - ice.clientHeight / 2);
			draw();
		}
		pool.find(e => e.node === b.n)?.focus({ preventScroll: true });
	};
	const go = (change, same) => {
		const had = ice.contains(doc.activeElement);
		const other = (change.view ?? now.view) !== now.view;
		Object.assign(now, change);
		hover = null;
		if (!same) { pushed++; ice.scrollTop = 0; }
		if (other) search(input.value = ""); else render();
		remember(!same);
		if (had) later(focusBox);
	};
	const look = view => go({ view, zoom: topOf(view), focus: null });
	const zoomTo = (n, focus) => { if (n.rest) n = n.up; if (n !== now.zoom) go({ zoom: n, focus: focus || n }); };
	const out = () => { if (now.zoom.up) zoomTo(now.zoom.up, now.zoom); };
	const goBack = () => pushed ? later(() => quietly(() => history.back())) : out();
	const restore = () => {
		const q = new Map(location.hash.split("&").slice(1).map(p => [p.slice(0, 1), p.slice(2)]));
		const view = q.get("v") === "who" ? "who" : q.get("v") === "heap" && heap ? "heap" : "", top = topOf(view);
		Object.assign(now, { view, by: q.get("m") === "objects" ? "objects" : "below", colour: grows && q.get("c") !== "names" ? "growth" : "" });
		now.zoom = nodeAt(top, q.get("z")) || top;
		now.focus = q.has("s") && nodeAt(top, q.get("s")) || now.zoom;
		hover = null;
		search(quietly(() => decodeURIComponent(q.get("q") || "")) || "");
		input.value = now.text;
	};
	addEventListener("popstate", e => { pushed = e.state?.n || 0; if (/^#picture&|^#?$/.test(location.hash) || e.state) restore(); });

	// ---- search
	let typing = 0;
	const search = text => {
		clearTimeout(typing);
		now.text = text;
		const low = text.toLowerCase();
		const from = now.view === "who" ? turn().kids : now.view === "heap" ? [...all, ...heap.kids[1].kids] : all;
		hits = low ? from.filter(n => !n.rest && n.name.toLowerCase().includes(low)).sort((a, b) => b.below - a.below) : [];
		hitSet = new Set(hits);
		current = -1;
		let bytes = 0;
		for (const n of hits) { let up = n.up; while (up && !hitSet.has(up)) up = up.up; if (!up) bytes += n.below; }
		found.textContent = low ? plural(hits.length, "row") + ", " + pct(bytes, topOf(now.view).below) : "";
		prev.disabled = next.disabled = !hits.length;
		render();
	};
	const step = by => {
		if (!hits.length) return;
		current = (current + by + hits.length + (current < 0 && by < 0 ? 1 : 0)) % hits.length;
		const n = hits[current];
		let zoom = wayTo(n).includes(now.zoom) ? now.zoom : topOf(now.view);
		while (n.below < zoom.below * 0.03) { let k = n; while (k.up !== zoom) k = k.up; zoom = k; }
		found.textContent = num(current + 1) + " of " + num(hits.length);
		if (zoom !== now.zoom) go({ zoom, focus: n }); else { now.focus = n; render(); remember(false); }
		later(focusBox);
	};
	input.oninput = () => { clearTimeout(typing); typing = setTimeout(() => { search(input.value); remember(false); }, 80); };
	input.onkeydown = e => {
		if (e.key === "Enter") { if (input.value !== now.text) search(input.value); step(e.shiftKey ? -1 : 1); e.preventDefault(); }
		else if (e.key === "Escape") { input.value = ""; search(""); remember(false); focusBox(); e.preventDefault(); }
	};

	// ---- pointer and keys
	const nodeOf = e => e.target.closest("[role=treeitem]")?.node;
	ice.onclick = e => {
		const n = nodeOf(e);
		if (n) n === now.zoom ? out() : zoomTo(n);
	};
	ice.onpointermove = e => { const n = nodeOf(e) || null; if (n !== hover) { hover = n; tell(); } };
	ice.onpointerleave = () => { hover = null; tell(); };
	ice.addEventListener("focusin", e => {
		const n = nodeOf(e);
		if (!n || n === now.focus) return;
		now.focus = n;
		draw();
		tell();
		remember(false);
	});
	ice.onscroll = () => draw();
	const focusOn = b => { if (b) { now.focus = b.n; draw(); focusBox(); tell(); remember(false); } };
	const near = (b, side) => boxes.filter(o => o.y === b.y && !o.above === !b.above && (side < 0 ? o.x < b.x : o.x > b.x)).at(side < 0 ? -1 : 0);
	const keys = {
		ArrowLeft: b => focusOn(near(b, -1)),
		ArrowRight: b => focusOn(near(b, 1)),
		ArrowUp: b => focusOn(boxes.find(o => o.n === b.n.up)),
		ArrowDown: b => focusOn(boxes.filter(o => o.n.up === b.n).sort((x, y) => y.w - x.w)[0]),
		Enter: b => b.n === now.zoom ? out() : zoomTo(b.n),
		Escape: () => out(),
		Home: () => focusOn(boxOf(now.zoom)),
		0: () => zoomTo(topOf(now.view)),
		"/": () => { input.focus(); input.select(); },
		n: () => step(1), N: () => step(-1),
		i: () => look(now.view === "who" ? "" : "who"),
		m: () => go({ by: now.by === "below" ? "objects" : "below" }, true)
	};
	keys[" "] = keys.Enter;
	keys.Backspace = keys.Escape;
	ice.onkeydown = e => {
		const b = boxOf(nodeOf(e));
		if (!b || e.ctrlKey || e.altKey || e.metaKey || !Object.hasOwn(keys, e.key)) return;
		e.preventDefault();
		keys[e.key](b);
	};
	const resize = () => { const w = ice.clientWidth; if (w && w !== width) { width = w; render(); } };
	new ResizeObserver(resize).observe(ice);

	section.classList.add("live");
	prev.disabled = next.disabled = true;
	width = ice.clientWidth || width;
	restore();
	if (location.hash.startsWith("#picture&")) section.scrollIntoView();
})();
