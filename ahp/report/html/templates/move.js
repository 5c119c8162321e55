(function () {
  "use strict";
  const root = document.currentScript.closest(".ahp");
  /* Where the same report stands in a page again, its parts take names of their own. */
  const name = root.id;
  const before = name ? document.querySelectorAll(`.ahp[id^="${name}"]`).length - 1 : 0;
  if (before)
    for (const part of [root, ...root.querySelectorAll("*")])
      for (const attribute of part.attributes)
        if (attribute.value.includes(name))
          attribute.value = attribute.value.replaceAll(name, `${name}-${before}`);
  const TIE = 1e-12;
  const level = (a, b, within = TIE) => Math.abs(a - b) <= within * Math.max(Math.abs(a), Math.abs(b));
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const three = (number) => number.toFixed(3);
  const edge = (number) => (number && Math.abs(number) < 5e-4 ? number.toPrecision(2) : three(number));
  const quotient = (q) =>
    q >= 1e6 || q < 0.1 ? String(Number(q.toPrecision(3))) : q.toFixed(q >= 100 ? 0 : 2);
  /* As many decimals as tell neighbours apart that differ, and no number but 0 is shown as 0. */
  function apart(numbers, least) {
    const known = [...numbers].sort((a, b) => a - b);
    let digits = least;
    const told = (number, i) => {
      const shown = number.toFixed(digits), before = i ? known[i - 1] : NaN;
      return (!number || Number(shown)) && (level(before, number, 1e-6) || before.toFixed(digits) !== shown);
    };
    while (digits < least + 3 && !known.every(told)) digits++;
    return digits;
  }
  function column(m, numbers) {
    if (m !== "benefit_to_cost") {
      const digits = apart(numbers, 3);
      return numbers.map((number) => number.toFixed(digits));
    }
    const digits = apart(numbers, 2);
    return numbers.map((q) =>
      digits === 2 || q >= 1000 || !Number(q.toFixed(digits)) ? quotient(q) : q.toFixed(digits));
  }
  const joined = (names) =>
    names.length < 2 ? names.join() : names.slice(0, -1).join(", ") + " and " + names[names.length - 1];

  /* The weighted sum of local priorities, for each alternative. */
  const weighted = (weights, priorities) =>
    priorities[0].map((_, i) => sum(weights.map((weight, c) => weight * priorities[c][i])));

  /* Weights with that of one criterion moved; the others keep the proportions they last had. */
  function moved(weights, kept, c, to) {
    const others = (from) => from.map((weight, k) => (k === c ? 0 : weight));
    let rest = others(weights);
    if (!sum(rest)) rest = others(kept);
    if (!sum(rest)) rest = others(weights.map(() => 1));
    const all = sum(rest);
    return rest.map((weight, k) => (k === c ? to : ((1 - to) * weight) / all));
  }

  function scores(by, found) {
    if (by === "cost") return found.cost.map((cost) => -cost);
    if (by === "benefit") return found.benefit;
    return found.benefit.map((benefit, i) => benefit / found.cost[i]);
  }

  /* Positions best first, in groups of those that tie. */
  function groups(values) {
    const order = values.map((_, i) => i).sort((a, b) => values[b] - values[a] || a - b);
    const found = [];
    order.forEach((i, k) => {
      if (k && level(values[order[k - 1]], values[i])) found[found.length - 1].push(i);
      else found.push([i]);
    });
    return found.map((group) => group.sort((a, b) => a - b));
  }

  /* Who is first as a weight goes from 0 to 1: the upper hull of lines, as [from, who]. */
  function spans(lines) {
    const slope = lines.map(([zero, one]) => one - zero);
    const size = Math.max(...lines.flat().map(Math.abs));
    let now = 0;
    lines.forEach(([zero], i) => {
      const best = lines[now][0];
      if (level(zero, best) ? slope[i] > slope[now] + TIE * size : zero > best) now = i;
    });
    const found = [[0, now]];
    for (;;) {
      let next = -1, at = Infinity;
      lines.forEach(([zero], i) => {
        const rise = slope[i] - slope[now];
        if (rise <= TIE * size) return;
        const x = (lines[now][0] - zero) / rise;
        if (x < at - TIE || (x < at + TIE && slope[i] > slope[next])) { at = x; next = i; }
      });
      if (next < 0 || at >= 1 - TIE) return found;
      found.push([Math.max(at, 0), next]);
      now = next;
    }
  }

  function panel(box) {
    const data = JSON.parse(box.querySelector("script").textContent);
    const table = box.parentNode.querySelector(".ranking").parentNode.cloneNode(true);
    table.querySelector("caption").textContent = "Ranking with these weights";
    box.querySelector(".beside").append(table);
    const body = table.querySelector("tbody");
    const rows = [];
    for (const row of body.rows) rows[row.dataset.position] = row;
    const names = rows.map((row) => row.querySelector("th").textContent.trim());
    const merits = Object.keys(data.merits);
    const weights = {}, kept = {};
    /* The scores of a merit, or of a criterion inside it, whose rows are those of the criteria below. */
    const scored = (m) => weighted(weights[m],
      data.merits[m].priorities.map((row) => (typeof row === "string" ? scored(row) : row)));
    const start = () => merits.forEach((m) => { kept[m] = weights[m] = data.merits[m].weights.slice(); });

    /* Who is first at which weight of a criterion: each score is a line in it. */
    function firsts(merit, c, found) {
      const whole = merit === "cost" ? merit : "benefit", now = weights[merit];
      const ends = [0, 1].map((to) => {
        weights[merit] = moved(now, kept[merit], c, to);
        return scored(whole);
      });
      weights[merit] = now;
      return spans(names.map((_, i) => {
        const other = merit === "cost" ? found.benefit && found.benefit[i] : found.cost && found.cost[i];
        const factor = (merit === "cost" ? -1 : 1) / (other || 1);
        return [ends[0][i] * factor, ends[1][i] * factor];
      }));
    }

    function strip(svg, found) {
      svg.replaceChildren(...found.map(([from, who], k) => {
        const part = document.createElementNS("http://www.w3.org/2000/svg", "rect");
        part.setAttribute("x", 100 * from);
        part.setAttribute("width", 100 * ((k + 1 < found.length ? found[k + 1][0] : 1) - from));
        part.setAttribute("height", 6);
        part.setAttribute("fill", data.colours[who]);
        return part;
      }));
    }

    function told(found) {
      if (found.length < 2) return names[found[0][1]] + " at any weight";
      return found.map(([, who], k) =>
        k + 1 < found.length ? names[who] + " up to " + edge(found[k + 1][0]) : "then " + names[who]).join(", ");
    }

    function draw() {
      const found = {};
      merits.forEach((m) => { found[m] = scored(m); });
      const values = scores(data.by, found);
      const order = groups(values);
      if (data.by === "benefit_to_cost") found.benefit_to_cost = values;
      const columns = ["benefit", "cost", "benefit_to_cost"].filter((m) => found[m]);
      const texts = columns.map((m) => column(m, found[m]));
      let place = 1;
      order.forEach((group, k) => {
        group.forEach((i) => {
          const row = rows[i];
          row.cells[0].textContent = place;
          row.className = k ? "" : "first";
          columns.forEach((m, at) => {
            const cell = row.cells[at + 2], number = found[m][i];
            const shown = cell.querySelector("data");
            shown.value = String(number);
            shown.textContent = texts[at][i];
            cell.querySelector("rect").setAttribute("width", (100 * number) / Math.max(...found[m]) + "%");
          });
          body.append(row);
        });
        place += group.length;
      });
      for (const set of box.querySelectorAll("fieldset")) {
        const m = set.dataset.merit;
        for (const part of set.querySelectorAll(".weight")) {
          const c = Number(part.dataset.position), weight = weights[m][c], slider = part.querySelector("input");
          if (slider.valueAsNumber !== weight) slider.value = String(weight);
          slider.setAttribute("aria-valuetext", three(weight));
          const shown = part.querySelector("data");
          shown.value = String(weight);
          shown.textContent = three(weight);
          const who = firsts(m, c, found);
          strip(part.querySelector(".strip"), who);
          part.querySelector(".who").textContent = "First: " + told(who) + ".";
          part.dataset.changes = JSON.stringify(who.slice(1).map(([from]) => from));
        }
      }
      const now = order[0], was = data.first;
      const same = now.join() === was.join();
      box.querySelector(".now").textContent =
        (now.length > 1 ? "A tie: " + joined(now.map((i) => names[i])) : names[now[0]] + " is first") +
        (same ? ", as in the report." : "; in the report it is " +
          joined(was.map((i) => names[i])) + ".");
    }

    box.addEventListener("input", (event) => {
      const part = event.target.closest(".weight"), m = event.target.closest("fieldset").dataset.merit;
      const c = Number(part.dataset.position), old = weights[m];
      weights[m] = moved(old, kept[m], c, event.target.valueAsNumber);
      if (weights[m].filter((weight) => weight > 0).length > 1) kept[m] = weights[m];
      draw();
    });
    box.querySelector("button").addEventListener("click", () => { start(); draw(); });
    start();
    draw();
    box.hidden = false;
  }

  root.querySelectorAll(".move").forEach(panel);

  /* On a screen the long tables are folded, on paper they are not. */
  const folds = root.querySelectorAll("details");
  const fold = (open) => folds.forEach((part) => { part.open = open; });
  fold(false);
  addEventListener("beforeprint", () => fold(true));
  addEventListener("afterprint", () => fold(false));
})();
