'use strict';
// A timeline on a canvas: rows nested in each other, keys, search, measuring. The wheel belongs to the page unless Ctrl is held.
window.llmprofTimeline = function (plot, data) {
  const { seconds, digits, tip } = window.llmprofWords;
  const ROW = 19, AXIS = 24, GAP = 8, SMALLEST = 100;
  const nameOf = i => data.names[i][0], drawnName = i => data.names[i][1] || data.names[i][0];
  // Each start counts from the one before.
  let began = 0;
  const items = data.items.map(i => ({ row: i[0], name: i[1], from: began += i[2], to: began + i[3], busy: i[4] === undefined ? i[3] : i[4], count: i[5] || 1 }));
  const byRow = data.rows.map(() => []);
  items.forEach(item => byRow[item.row].push(item));
  const end = items.reduce((most, item) => Math.max(most, item.to), 1);
  const tops = [];
  let height = AXIS;
  data.rows.forEach((row, i) => { height += row[1] === 0 && i ? GAP : 0; tops.push(height); height += ROW; });
  height += GAP;

  const state = { from: 0, to: end, step: -1, chosen: null, measured: null, found: null, at: -1 };
  let t = null, width = 0, left = 0, waiting = false, pressed = null;

  const element = (tag, attributes, text) => {
    const made = Object.assign(document.createElement(tag), attributes);
    if (text) made.textContent = text;
    return made;
  };
  const button = (label, title, act) => {
    const made = element('button', { type: 'button', title }, label);
    made.setAttribute('aria-label', title);
    made.addEventListener('click', act);
    return made;
  };
  const tools = element('div', { className: 'tools' });
  const search = element('input', { type: 'search', placeholder: 'Search names' });
  search.setAttribute('aria-label', 'Search names in the timeline; Enter goes to the next');
  const stepText = element('span', { className: 'matches' });
  const said = element('p', { className: 'said' });
  said.setAttribute('role', 'status');
  const area = element('div', { className: 'area', tabIndex: 0 });
  area.setAttribute('role', 'application');
  area.setAttribute('aria-label', 'Timeline. W and S zoom, A and D move, F shows all, ' + (data.steps.length ? 'brackets go from step to step, ' : '') + 'Escape clears.');
  const canvas = element('canvas'), hint = element('div', { className: 'hover', hidden: true });
  const keys = element('p', { className: 'keys' }, 'W S or ↑ ↓ zoom · A D or ← → move · F all · ' + (data.steps.length ? '[ ] steps · ' : '') + '/ search · drag measures, Enter zooms to it · Ctrl with the wheel zooms');
  tools.append(button('−', 'Zoom out', () => zoom(2)), button('+', 'Zoom in', () => zoom(.5)), button('All', 'Show all', all));
  if (data.steps.length) tools.append(button('◀ step', 'Previous step', () => step(-1)), stepText, button('step ▶', 'Next step', () => step(1)));
  const toMeasured = button('Zoom to measured', 'Zoom to what was measured', () => state.measured && show(state.measured.from, state.measured.to));
  toMeasured.hidden = true;
  tools.append(search, toMeasured);
  area.append(canvas, hint);
  plot.append(tools, area, said, keys);
  plot.style.height = 'auto';

  const x = time => left + (time - state.from) / (state.to - state.from) * (width - left);
  const timeAt = px => state.from + Math.max(0, px - left) / (width - left) * (state.to - state.from);
  function show(from, to) {
    const span = Math.min(end, Math.max(SMALLEST, to - from));
    state.from = Math.max(0, Math.min(from, end - span));
    state.to = state.from + span;
    later();
  }
  function zoom(factor, around) {
    const middle = around === undefined ? (state.from + state.to) / 2 : around;
    show(middle - (middle - state.from) * factor, middle + (state.to - middle) * factor);
  }
  const move = part => { const by = part * (state.to - state.from); show(state.from + by, state.to + by); };
  function all() { state.step = -1; stepText.textContent = ''; show(0, end); }
  function step(by) {
    if (!data.steps.length) return;
    state.step = Math.max(0, Math.min(data.steps.length - 1, state.step + by));
    const [name, from, length] = data.steps[state.step];
    stepText.textContent = name + ', ' + seconds(length) + ' (' + (state.step + 1) + ' of ' + data.steps.length + ')';
    show(from - length * .03, from + length * 1.03);
  }
  function find(text) {
    const wanted = text.toLowerCase();
    state.at = -1;
    state.found = wanted ? new Set(data.names.map((n, i) => i).filter(i => nameOf(i).toLowerCase().includes(wanted))) : null;
    const hits = matches();
    said.textContent = wanted ? (hits.length ? hits.reduce((n, i) => n + i.count, 0).toLocaleString('en-US') + ' events, ' + seconds(hits.reduce((n, i) => n + i.busy, 0)) + ' together' : 'no such name') : '';
    later();
  }
  const matches = () => state.found ? items.filter(i => state.found.has(i.name)).sort((a, b) => a.from - b.from) : [];
  function next(by) {
    const hits = matches();
    if (!hits.length) return;
    state.at = (state.at + by + hits.length) % hits.length;
    const hit = hits[state.at], length = hit.to - hit.from;
    choose(hit);
    said.textContent = (state.at + 1) + ' of ' + hits.length + ': ' + said.textContent;
    const span = Math.max(length * 4, Math.min(state.to - state.from, length * 60));
    show(hit.from + length / 2 - span / 2, hit.from + length / 2 + span / 2);
  }
  function words(item) {
    const lines = ['from ' + seconds(item.from) + ' for ' + seconds(item.to - item.from)];
    if (item.count > 1) lines.push(item.count + ' events too short to draw apart, busy ' + seconds(item.busy) + '; named after the one with the most time');
    return lines;
  }
  function choose(item) {
    state.chosen = item;
    said.textContent = item ? nameOf(item.name) + ': ' + words(item).join('; ') : '';
    later();
  }
  // What ran between two moments on the row where the measuring began.
  function measure(a, b, row) {
    const from = Math.min(a, b), to = Math.max(a, b);
    state.measured = { from, to };
    toMeasured.hidden = false;
    const inside = row < 0 ? [] : byRow[row].filter(i => i.to > from && i.from < to);
    const busy = inside.reduce((sum, i) => sum + (Math.min(to, i.to) - Math.max(from, i.from)) * i.busy / Math.max(1, i.to - i.from), 0);
    said.textContent = 'Measured ' + seconds(to - from) + ', from ' + seconds(from) + ' to ' + seconds(to)
      + (row < 0 ? '' : '; ' + data.rows[row][0] + ': ' + inside.reduce((n, i) => n + i.count, 0).toLocaleString('en-US') + ' events, busy ' + digits(100 * Math.min(1, busy / Math.max(1, to - from))) + ' %');
    later();
  }
  function clear() {
    state.measured = state.chosen = null;
    toMeasured.hidden = true;
    search.value = '';
    find('');
  }

  const rowAt = y => tops.findIndex(top => y >= top && y < top + ROW);
  function itemAt(px, py) {
    const row = rowAt(py);
    if (row < 0 || px < left) return null;
    const near = byRow[row].filter(i => x(i.from) - 1 <= px && Math.max(x(i.to), x(i.from) + 1) + 1 >= px);
    return near.length ? near[near.length - 1] : null;
  }
  area.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const acts = { w: () => zoom(.6), s: () => zoom(1 / .6), a: () => move(-.2), d: () => move(.2), ArrowUp: () => zoom(.6), ArrowDown: () => zoom(1 / .6), ArrowLeft: () => move(-.2), ArrowRight: () => move(.2), f: all, '[': () => step(-1), ']': () => step(1), '/': () => search.focus(), Escape: clear, Enter: () => state.measured && show(state.measured.from, state.measured.to) };
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act) { event.preventDefault(); act(); }
  });
  search.addEventListener('input', () => find(search.value));
  search.addEventListener('keydown', event => {
    if (event.key === 'Enter') { event.preventDefault(); next(event.shiftKey ? -1 : 1); }
  });
  area.addEventListener('wheel', event => {
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!event.ctrlKey && !event.metaKey && !sideways) return;
    event.preventDefault();
    if (sideways) move(event.deltaX / 600); else zoom(Math.exp(event.deltaY / 300), timeAt(event.offsetX));
  }, { passive: false });
  area.addEventListener('pointerdown', event => {
    if (event.button === 0 && event.offsetX > left) pressed = { x: event.offsetX, time: timeAt(event.offsetX), row: rowAt(event.offsetY) };
  });
  area.addEventListener('pointermove', event => {
    if (pressed && Math.abs(event.offsetX - pressed.x) > 3) {
      if (!pressed.moved) { pressed.moved = true; area.setPointerCapture(event.pointerId); }
      measure(pressed.time, timeAt(event.offsetX), pressed.row);
    }
    const item = pressed ? null : itemAt(event.offsetX, event.offsetY);
    hint.hidden = !item;
    if (!item) return;
    hint.replaceChildren(tip(nameOf(item.name), words(item)));
    hint.style.left = Math.min(event.offsetX + 12, Math.max(0, width - 300)) + 'px';
    hint.style.top = event.offsetY + 16 + 'px';
  });
  area.addEventListener('pointerup', event => {
    if (pressed && !pressed.moved) choose(itemAt(event.offsetX, event.offsetY));
    pressed = null;
  });
  area.addEventListener('pointercancel', () => { pressed = null; });
  area.addEventListener('pointerleave', () => { hint.hidden = true; });

  function later() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; paint(); });
  }
  const painter = window.llmprofTimelinePaint({ data, byRow, tops, drawnName, ROW, AXIS, state, x });
  function paint() {
    if (t) painter(canvas, { t, width, height, left });
  }
  function resize() {
    width = Math.max(200, area.clientWidth);
    left = Math.round(Math.min(150, width * .24));
    paint();
  }
  return { draw: theme => { t = theme; resize(); }, resize, state, find, next, step, all, show, matches };
};
