(function () {
  "use strict";
  const root = document.querySelector(".questions");
  const form = JSON.parse(document.getElementById("questions").textContent);
  const words = form.words;
  const name = document.getElementById("participant");
  const told = document.getElementById("told");
  const LARGEST = 9, LIMIT = 0.1;
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);

  /* The answers of a node: answers[i][j] is the ratio of i to j, NaN where nobody answered. */
  const nodes = [...root.querySelectorAll(".node")].map((section, k) => {
    const of = form.nodes[k], n = of.items.length;
    const pairs = [...section.querySelectorAll(".pair")].map((box) => ({
      box, i: Number(box.dataset.first), j: Number(box.dataset.second),
      slider: box.querySelector("input"), said: box.querySelector("output"), answer: null }));
    return { section, of, n, pairs, worst: null };
  });

  /* A slider at -8 … 8 says that the first counts 9 times as much, … as much, … that the second does. */
  const ratio = (step) => (step <= 0 ? 1 - step : 1 / (1 + step));
  const step = (value) => (value >= 1 ? 1 - value : 1 / value - 1);

  function matrix(node, without) {
    const A = Array.from({ length: node.n }, (_, i) => Array.from({ length: node.n }, (_, j) => (i === j ? 1 : NaN)));
    for (const pair of node.pairs)
      if (pair.answer !== null && pair !== without) {
        A[pair.i][pair.j] = ratio(pair.answer);
        A[pair.j][pair.i] = 1 / ratio(pair.answer);
      }
    return A;
  }

  const transposed = (A) => A[0].map((_, j) => A.map((row) => row[j]));

  /* The principal eigenvector, which sums to 1, and its eigenvalue. */
  function principal(A) {
    let w = A.map(() => 1 / A.length), value = A.length;
    for (let k = 0; k < 5000; k++) {
      const next = A.map((row) => row.reduce((sum, a, j) => sum + a * w[j], 0));
      value = next.reduce((a, b) => a + b, 0);
      const moved = Math.max(...next.map((x, i) => Math.abs(x / value - w[i])));
      w = next.map((x) => x / value);
      if (moved < 1e-14) break;
    }
    return { w, value };
  }

  /* Are all items connected by answers, directly or over others? */
  function connected(A) {
    const seen = new Set([0]), open = [0];
    while (open.length) {
      const i = open.pop();
      A[i].forEach((a, j) => { if (!isNaN(a) && !seen.has(j)) { seen.add(j); open.push(j); } });
    }
    return seen.size === A.length;
  }

  /* The completion whose principal eigenvalue is least (Bozóki, Fülöp & Rónyai 2010): there a missing
     judgment is the root of (w_i / w_j) (v_j / v_i), of the right and the left eigenvector. Within `bound`. */
  function completed(A, bound) {
    const missing = [];
    A.forEach((row, i) => row.forEach((a, j) => { if (i < j && isNaN(a)) missing.push([i, j]); }));
    const C = A.map((row) => row.map((a) => (isNaN(a) ? 1 : a)));
    for (let k = 0; missing.length && k < 2000; k++) {
      const w = principal(C).w, v = principal(transposed(C)).w;
      let moved = 0;
      for (const [i, j] of missing) {
        const best = Math.sqrt((w[i] / w[j]) * (v[j] / v[i]));
        const x = Math.min(Math.max(best, 1 / bound), bound);
        moved = Math.max(moved, Math.abs(Math.log(x / C[i][j])));
        C[i][j] = x;
        C[j][i] = 1 / x;
      }
      if (moved < 1e-10) break;
    }
    return C;
  }

  /* The consistency ratio of a node; null where nothing can contradict anything yet. */
  function consistency(node) {
    const A = matrix(node), n = node.n;
    const answered = node.pairs.filter((pair) => pair.answer !== null).length;
    const random = node.of.random_indices[(n * (n - 1)) / 2 - answered];
    if (n < 3 || !random || answered < n || !connected(A)) return null;
    return Math.max(0, (principal(completed(A, LARGEST)).value - n) / (n - 1) / random);
  }

  /* The answer that is farthest from what all answers together say. */
  function farthest(node) {
    const w = principal(completed(matrix(node), Infinity)).w;
    let found = null, most = -1;
    for (const pair of node.pairs) {
      if (pair.answer === null) continue;
      const off = Math.abs(Math.log((ratio(pair.answer) * w[pair.j]) / w[pair.i]));
      if (off > most) { most = off; found = pair; }
    }
    return found;
  }

  function sentence(node, pair, value) {
    const [more, less] = value > 0 ? [pair.j, pair.i] : [pair.i, pair.j];
    const text = value === 0 ? words.said_equal : node.of.criteria ? words.said_criteria : words.said_alternatives;
    const strength = Math.abs(value);
    return fill(text, { more: node.of.items[more], less: node.of.items[less], how: words.scale[strength], times: strength + 1 });
  }

  function show(node) {
    for (const pair of node.pairs) {
      const open = pair.answer === null;
      pair.box.classList.toggle("open", open);
      pair.slider.value = open ? 0 : pair.answer;
      pair.said.textContent = open ? words.not_answered : sentence(node, pair, pair.answer);
      pair.slider.setAttribute("aria-valuetext", pair.said.textContent);
      pair.box.classList.remove("marked");
    }
    const found = consistency(node), line = node.section.querySelector(".consistency");
    const note = node.section.querySelector(".worst");
    node.worst = null;
    node.section.dataset.ratio = found === null ? "" : String(found);
    line.textContent = found === null ? "" : fill(found > LIMIT ? words.inconsistent : words.consistent,
      { ratio: found.toFixed(3) });
    note.hidden = !(found > LIMIT);
    note.querySelector(".suggested").textContent = "";
    note.querySelector(".suggest").hidden = node.n === 3;
    if (found > LIMIT && node.n === 3) {
      note.querySelector("span").textContent = words.three; // each is as far from what the other two say
    } else if (found > LIMIT) {
      node.worst = farthest(node);
      node.worst.box.classList.add("marked");
      note.querySelector("span").textContent = fill(words.worst,
        { first: node.of.items[node.worst.i], second: node.of.items[node.worst.j] });
    }
    const pairs = nodes.flatMap((one) => one.pairs);
    const done = pairs.filter((pair) => pair.answer !== null).length;
    root.querySelector(".progress").textContent = fill(words.progress, { done, all: pairs.length });
  }

  /* What the other answers of the node say of a pair; null where they do not connect its items. */
  function suggested(node, pair) {
    const A = matrix(node, pair);
    if (!connected(A)) return null;
    const C = completed(A, Infinity);
    return Math.round(Math.min(Math.max(step(C[pair.i][pair.j]), -8), 8));
  }

  /* Kept in the browser, where it lets a page keep something; on a page for all under the name of each. */
  let owner = form.participant;
  const key = () => `ahp-questionnaire-${form.id}-${owner}`;
  function keep() {
    const kept = nodes.map((node) => node.pairs.map((pair) => [pair.i, pair.j, pair.answer]));
    if (!owner) return;
    try { localStorage.setItem(key(), JSON.stringify({ kept })); } catch { /* saved by hand only */ }
  }
  function recall() {
    let kept = null;
    try { kept = JSON.parse(localStorage.getItem(key())); } catch { /* nothing kept */ }
    if (!kept) return;
    nodes.forEach((node, k) => (kept.kept[k] || []).forEach(([i, j, answer]) => {
      const pair = node.pairs.find((one) => one.i === i && one.j === j);
      if (pair) pair.answer = answer;
    }));
  }

  function answer(node, pair, value) {
    pair.answer = value;
    show(node);
    keep();
  }

  for (const node of nodes) {
    for (const pair of node.pairs) {
      const given = () => answer(node, pair, Number(pair.slider.value));
      pair.slider.addEventListener("input", given);
      pair.slider.addEventListener("click", given); // "equal", where the slider stands already
      pair.slider.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); given(); }
        if (event.key === "Delete" || event.key === "Backspace") { event.preventDefault(); answer(node, pair, null); }
      });
      pair.box.querySelector(".equal").addEventListener("click", () => answer(node, pair, 0));
      pair.box.querySelector(".clear").addEventListener("click", () => answer(node, pair, null));
    }
    node.section.querySelector(".suggest").addEventListener("click", () => {
      const value = suggested(node, node.worst);
      node.section.querySelector(".suggested").textContent = value === null ? words.no_suggestion
        : fill(words.suggestion, { said: sentence(node, node.worst, value) });
    });
  }
  /* Whoever writes another name than was there sees their own answers, and nobody else's. */
  name.addEventListener("change", () => {
    const pairs = nodes.flatMap((node) => node.pairs);
    if (owner) pairs.forEach((pair) => { pair.answer = null; });
    owner = name.value.trim();
    if (pairs.every((pair) => pair.answer === null)) recall();
    nodes.forEach(show);
    keep();
  });

  /* CSV that no spreadsheet runs: a name like a formula gets a quote before it, which reading takes away.
     The judgment is a whole number, of the one that counts more: no spreadsheet takes it for a date. */
  const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
  const cell = (text) => {
    const neutral = FORMULA.test(text) && !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? "'" + text : text;
    return /[",;\t\n\v\f\r]/.test(neutral) ? '"' + neutral.replaceAll('"', '""') + '"' : neutral;
  };
  const original = (text) => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text);

  function table() {
    const rows = [["participant", "under", "first", "second", "judgment"]];
    for (const node of nodes)
      for (const pair of [...node.pairs].sort((a, b) => a.i - b.i || a.j - b.j)) {
        const turned = pair.answer !== null && pair.answer > 0;
        const [first, second] = turned ? [pair.j, pair.i] : [pair.i, pair.j];
        rows.push([name.value.trim(), node.of.under, node.of.items[first], node.of.items[second],
          pair.answer === null ? "" : String(1 + Math.abs(pair.answer))]);
      }
    return `# order of the pairs: seed ${form.seed}\n` + rows.map((row) => row.map(cell).join(",") + "\n").join("");
  }

  document.getElementById("save").addEventListener("click", () => {
    if (!name.value.trim()) {
      told.textContent = words.name_needed;
      name.focus();
      return;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([table()], { type: "text/csv" }));
    link.download = `answers-${name.value.trim().replace(/[^\p{L}\p{N}]+/gu, "-")}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers save it only later
    told.textContent = fill(words.saved, { file: link.download });
  });

  /* The cells of a CSV text, whatever parts them. */
  function parsed(text) {
    const lines = text.replace(/^\ufeff/, "").split(/\r?\n/).filter((line) => line && !line.startsWith("#")).join("\n");
    const apart = (lines.split("\n", 1)[0].match(/[,;\t]/) || [","])[0];
    const rows = [[""]];
    let quoted = false;
    for (let k = 0; k < lines.length; k++) {
      const row = rows[rows.length - 1], c = lines[k];
      if (quoted && c === '"' && lines[k + 1] === '"') { row[row.length - 1] += '"'; k++; }
      else if (c === '"') quoted = !quoted;
      else if (!quoted && c === apart) row.push("");
      else if (!quoted && c === "\n") rows.push([""]);
      else row[row.length - 1] += c;
    }
    return rows;
  }

  document.getElementById("load").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    const [head, ...rows] = parsed(await file.text());
    const at = ["participant", "under", "first", "second", "judgment"].map((one) => head.indexOf(one));
    const whose = rows.map((row) => original((row[at[0]] || "").trim())).find((one) => one);
    if (name.readOnly && whose && whose.toLowerCase() !== name.value.trim().toLowerCase()) {
      told.textContent = fill(words.of_another, { other: whose, name: name.value.trim() });
      event.target.value = "";
      return;
    }
    let taken = 0, strange = 0;
    for (const row of at.slice(1).includes(-1) ? [] : rows) {
      const [person, under, first, second, judgment] = at.map((k) => original((row[k] || "").trim()));
      if (!judgment) continue;
      const node = nodes.find((one) => one.of.under === under);
      const [i, j] = node ? [first, second].map((item) => node.of.items.indexOf(item)) : [-1, -1];
      const pair = node && node.pairs.find((one) => (one.i === i && one.j === j) || (one.i === j && one.j === i));
      const [up, down = "1"] = judgment.split("/");
      let value = step(Number(up) / Number(down));
      if (pair && pair.i === j) value = -value;
      if (!pair || !Number.isInteger(Math.round(value * 1e6) / 1e6) || Math.abs(value) > 8) { strange++; continue; }
      pair.answer = Math.round(value);
      taken++;
      if (!name.readOnly && person) owner = name.value = person;
    }
    nodes.forEach(show);
    keep();
    told.textContent = fill(strange || !taken ? words.loaded_partly : words.loaded, { taken, strange });
    event.target.value = "";
  });

  if (owner) recall();
  nodes.forEach(show);
})();
