'use strict';
// What a timeline looks like: stripes, axis, items with their names, what was found and measured.
window.llmprofTimelinePaint = function ({ data, byRow, tops, drawnName, ROW, AXIS, state, x }) {
  const { seconds } = window.llmprofWords;
  const UNITS = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];

  // Round distances, and as many digits as tell neighbours apart.
  function ticks(from, to, most) {
    const rough = (to - from) / Math.max(1, most), power = Math.pow(10, Math.floor(Math.log10(rough)));
    const distance = [1, 2, 5, 10].map(n => n * power).find(n => n >= rough);
    const [size, unit] = UNITS.find(u => to >= u[0]) || UNITS[3];
    const decimals = Math.max(0, Math.ceil(-Math.log10(distance / size) - 1e-9));
    const all = [];
    for (let n = Math.ceil(from / distance); n * distance <= to; n++) all.push([n * distance, (n * distance / size).toFixed(decimals) + ' ' + unit]);
    return all;
  }
  function fitted(pen, text, room) {
    const most = Math.floor(room / 6.2);
    if (most < 3) return '';
    return text.length > most ? text.slice(0, most - 1) + '…' : text;
  }
  function rows(pen, look) {
    pen.textBaseline = 'middle';
    data.rows.forEach(([title, level], row) => {
      if (level === 0) {
        pen.fillStyle = look.t.line;
        pen.fillRect(0, tops[row] - 4, look.width, 1);
        pen.fillStyle = look.t.dim;
        pen.fillText(fitted(pen, title, look.left - 6), 0, tops[row] + ROW / 2);
      }
    });
  }
  function axis(pen, look) {
    pen.textBaseline = 'top';
    const all = ticks(state.from, state.to, (look.width - look.left) / 110);
    state.labels = all.map(tick => tick[1]);
    for (const [time, label] of all) {
      const at = x(time);
      pen.fillStyle = look.t.line;
      pen.fillRect(Math.round(at), AXIS - 6, 1, look.height - AXIS);
      pen.fillStyle = look.t.dim;
      const wide = pen.measureText(label).width;
      pen.fillText(label, Math.max(look.left, Math.min(at - wide / 2, look.width - wide)), 2);
    }
  }
  function bar(pen, look, item, row) {
    const from = Math.max(look.left, x(item.from)), to = Math.min(look.width, x(item.to));
    const wide = Math.max(.8, to - from), name = drawnName(item.name);
    const share = Math.min(1, item.busy / Math.max(1, item.to - item.from));
    const dimmed = state.found && !state.found.has(item.name);
    const alpha = dimmed ? .12 : .35 + .65 * share;
    pen.globalAlpha = alpha;
    // A lane of measured values has one colour, and they its strength.
    const colour = name.startsWith(data.rows[row][0] + ' ') ? row : item.name;
    pen.fillStyle = name.startsWith('idle: ') ? look.t.dim : look.t.colours[colour % look.t.colours.length];
    pen.fillRect(from, tops[row], wide > 3 ? wide - .6 : wide, ROW - 2);
    pen.globalAlpha = 1;
    if (item === state.chosen || (state.found && !dimmed)) {
      pen.strokeStyle = look.t.ink;
      pen.lineWidth = item === state.chosen ? 2 : 1;
      pen.strokeRect(from + .5, tops[row] + .5, Math.max(1, wide - 1), ROW - 3);
    }
    const text = dimmed ? '' : fitted(pen, name, wide - 6);
    if (text) {
      // On what is pale the page's own ink is read best.
      pen.fillStyle = alpha > .85 ? (look.t.dark ? '#10131a' : '#fff') : look.t.ink;
      pen.fillText(text, from + 3, tops[row] + ROW / 2 - .5);
    }
  }
  function measured(pen, look) {
    if (!state.measured) return;
    const from = Math.max(look.left, x(state.measured.from)), to = Math.min(look.width, x(state.measured.to));
    if (to <= from) return;
    pen.globalAlpha = .18;
    pen.fillStyle = look.t.accent;
    pen.fillRect(from, AXIS - 6, to - from, look.height);
    pen.globalAlpha = 1;
    pen.fillRect(from, AXIS - 6, 1, look.height);
    pen.fillRect(to - 1, AXIS - 6, 1, look.height);
    const label = seconds(state.measured.to - state.measured.from), wide = pen.measureText(label).width + 8;
    const at = Math.max(look.left, Math.min((from + to - wide) / 2, look.width - wide));
    pen.fillStyle = look.t.panel;
    pen.fillRect(at, 0, wide, AXIS - 6);
    pen.fillStyle = look.t.accent;
    pen.textBaseline = 'top';
    pen.fillText(label, at + 4, 2);
  }
  return function (canvas, look) {
    const ratio = Math.max(2, window.devicePixelRatio || 1);
    canvas.width = look.width * ratio;
    canvas.height = look.height * ratio;
    canvas.style.width = look.width + 'px';
    canvas.style.height = look.height + 'px';
    const pen = canvas.getContext('2d');
    pen.scale(ratio, ratio);
    pen.font = '11px system-ui, sans-serif';
    axis(pen, look);
    rows(pen, look);
    byRow.forEach((items, row) => {
      for (const item of items) if (item.to >= state.from && item.from <= state.to) bar(pen, look, item, row);
    });
    measured(pen, look);
  };
};
