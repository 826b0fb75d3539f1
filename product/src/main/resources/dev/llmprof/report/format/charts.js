'use strict';
// Chart data → ECharts options.
window.llmprofCharts = (function () {
  const { digits, prefixed, seconds, valueText, tick, tip, shorter } = window.llmprofWords;
  // White text on each of these, and dark text on each of those below, has a contrast of 4.5 or more.
  const LIGHT = ['#2f63c0', '#a85b0e', '#2f7a4b', '#9343a1', '#b93a4c', '#1d7787', '#6f6230', '#5557bd', '#a0512f', '#4a7230', '#8f3f6d', '#3f6b84'];
  const DARK = ['#6f9ff0', '#f0a95c', '#67c089', '#cf8adb', '#ec7a88', '#58c3d4', '#b8a765', '#9496ea', '#dd9377', '#8cbb66', '#cc82ab', '#86b0c9'];
  const drawn = new Map();

  function theme() {
    const style = getComputedStyle(document.documentElement);
    const css = name => style.getPropertyValue(name).trim();
    const dark = document.documentElement.dataset.theme === 'dark';
    return { dark, colours: dark ? DARK : LIGHT, ink: css('--ink'), dim: css('--dim'), line: css('--line'), panel: css('--panel'), soft: css('--soft'), accent: css('--accent') };
  }
  function tooltip(t, formatter, more) {
    return Object.assign({ confine: true, backgroundColor: t.panel, borderColor: t.line, textStyle: { color: t.ink, fontSize: 12 }, extraCssText: 'max-width:36rem;', formatter }, more);
  }
  function axis(t, more) {
    return Object.assign({ axisLine: { lineStyle: { color: t.line } }, axisTick: { show: false }, axisLabel: { color: t.dim, hideOverlap: true }, splitLine: { lineStyle: { color: t.line, opacity: .6 } }, nameTextStyle: { color: t.dim } }, more);
  }
  const legend = (t, more) => Object.assign({ type: 'scroll', top: 0, textStyle: { color: t.dim }, pageTextStyle: { color: t.dim } }, more);

  function bars(data, t) {
    // What is too short to be seen is in the tooltip only.
    const most = Math.max(...data.labels.map((_, i) => Math.max(...data.series.map(s => s.values[i]))), 0);
    return {
      animation: false,
      grid: { left: 12, right: 70, top: data.series.length > 1 ? 34 : 8, bottom: 26, containLabel: true },
      legend: data.series.length > 1 ? legend(t, { data: data.series.filter(s => s.values.some(v => v > most / 200)).map(s => s.name) }) : undefined,
      color: t.colours,
      tooltip: tooltip(t, list => tip(data.labels[list[0].dataIndex], list.map(p => p.seriesName + ': ' + valueText(p.value, data))), { trigger: 'axis', axisPointer: { type: 'shadow' } }),
      xAxis: axis(t, { type: 'value', axisLabel: { color: t.dim, hideOverlap: true, formatter: v => tick(valueText(v, data)) } }),
      yAxis: axis(t, { type: 'category', inverse: true, data: data.labels, axisLabel: { color: t.ink, formatter: v => shorter(v, 44) } }),
      series: data.series.map(s => ({ type: 'bar', name: s.name, data: s.values, barMaxWidth: 22, stack: data.stacked ? 'all' : undefined, itemStyle: { borderRadius: 3 } })),
    };
  }

  function histogram(data, t) {
    const middle = i => (data.edges[i] + data.edges[i + 1]) / 2;
    return {
      animation: false,
      grid: { left: 12, right: 20, top: 12, bottom: 28, containLabel: true },
      color: t.colours,
      tooltip: tooltip(t, p => tip(p.value + '', ['from ' + valueText(data.edges[p.dataIndex], data) + ' to ' + valueText(data.edges[p.dataIndex + 1], data)])),
      xAxis: axis(t, { type: 'category', data: data.counts.map((_, i) => tick(valueText(middle(i), data))) }),
      yAxis: axis(t, { type: 'value', minInterval: 1 }),
      series: [{ type: 'bar', data: data.counts, barCategoryGap: '4%' }],
    };
  }

  function sequence(data, t) {
    const marks = { silent: true, symbol: 'none', lineStyle: { color: t.dim, type: 'dashed' }, label: { color: t.dim, position: 'insideEndTop', formatter: m => m.name }, data: data.marks.map((m, i) => ({ name: m[0], yAxis: m[1], label: { position: i ? 'insideStartTop' : 'insideEndBottom' } })) };
    return {
      animation: false,
      grid: { left: 12, right: 24, top: data.series.length > 1 ? 34 : 12, bottom: 40, containLabel: true },
      legend: data.series.length > 1 ? legend(t) : undefined,
      color: t.colours,
      tooltip: tooltip(t, p => tip(p.value[2], [valueText(p.value[1], data)])),
      xAxis: axis(t, { type: 'value', minInterval: 1, min: 'dataMin', max: 'dataMax', name: data.axis, nameLocation: 'middle', nameGap: 24 }),
      yAxis: axis(t, { type: 'value', min: 0, axisLabel: { color: t.dim, formatter: v => tick(valueText(v, data)) } }),
      series: data.series.map((name, i) => ({ type: 'scatter', name, symbolSize: 6, data: data.points.filter(p => p[1] === i).map(p => [p[0], p[2], p[3]]), markLine: i === 0 ? marks : undefined })),
    };
  }

  // How high the lines of so many rows are together.
  const sliceRem = rows => Math.min(60, rows <= 20 ? 1.5 * rows : 30 + .14 * (rows - 20));

  // Dark cells wait; a light line among dark ones is waited for.
  function slices(data, t) {
    const cells = [], first = data.layers[0].shares, marked = new Set(data.marked);
    let most = .1;
    first.forEach((row, y) => row.forEach((share, x) => { if (share >= 0) { cells.push([x, y, share]); most = Math.max(most, share); } }));
    const count = first.length ? first[0].length : 0;
    const percent = share => share < 0 ? 'not recorded' : digits(100 * share) + ' %';
    // As many labels as there is room for, and always those that are marked, without their neighbours.
    const every = Math.ceil(1.15 * data.labels.length / Math.max(7, sliceRem(data.labels.length)));
    const late = new Set(data.marked.map(m => data.labels[m]));
    const near = i => every > 1 && data.marked.some(m => m !== i && Math.abs(m - i) < every);
    return {
      animation: false,
      grid: { left: late.size ? 30 : 12, right: 24, top: 44, bottom: 40, containLabel: true },
      tooltip: tooltip(t, p => tip(data.labels[p.value[1]], [
        seconds(p.value[0] * data.slice) + ' to ' + seconds((p.value[0] + 1) * data.slice),
        ...data.layers.map(layer => layer.name + ': ' + percent(layer.shares[p.value[1]][p.value[0]]))])),
      visualMap: { min: 0, max: most, calculable: false, orient: 'horizontal', left: 'center', top: 0, itemHeight: 90, itemWidth: 10, text: [percent(most) + ' ' + data.layers[0].name, '0'], textStyle: { color: t.dim }, inRange: { color: [t.soft, t.colours[0]] } },
      xAxis: axis(t, { type: 'category', data: Array.from({ length: count }, (_, i) => tick(seconds(i * data.slice))), splitLine: { show: false }, name: 'since the first event', nameLocation: 'middle', nameGap: 26 }),
      yAxis: axis(t, {
        type: 'category', inverse: true, data: data.labels, splitLine: { show: false },
        axisLabel: {
          interval: i => marked.has(i) || i % every === 0 && !near(i),
          // Its number is that of the label here, not that of the row.
          formatter: label => late.has(label) ? label + ' · late' : label,
          color: label => late.has(label) ? t.colours[1] : t.dim,
        },
      }),
      series: [{ type: 'heatmap', data: cells, progressive: 0 }],
    };
  }

  function roofline(data, t) {
    const top = Math.max(...data.ceilings.map(c => c.flops), 1);
    const xs = data.points.map(p => p.x).filter(x => x > 0), ys = data.points.map(p => p.y).filter(y => y > 0);
    const ridges = data.ceilings.map(c => c.flops / data.bandwidth);
    const power = (v, up) => Math.pow(10, up ? Math.ceil(Math.log10(v)) : Math.floor(Math.log10(v)));
    const minX = power(Math.min(...xs, ...ridges, 1), false), maxX = power(Math.max(...xs, ...ridges) * 4, true);
    // Room for the names below the lowest.
    const minY = power(Math.min(...ys.map(y => y / 3), minX * data.bandwidth * 10), false);
    const series = [...new Set(data.points.map(p => p.series))];
    const line = (name, points, dash) => ({ type: 'line', name, z: 1, data: points, symbol: 'none', silent: true, lineStyle: { color: t.dim, width: 1.5, type: dash }, tooltip: { show: false } });
    const roofs = data.ceilings.map(c => line(c.name, [[c.flops / data.bandwidth, c.flops], [maxX, c.flops]], 'solid'));
    // Above lines and points, so that nothing strikes them through; the names of roofs too near each other are in the text.
    const apart = data.ceilings.map(c => c.flops).sort((a, b) => a - b).reduce((kept, f) => kept.length && f < 1.4 * kept[kept.length - 1] ? kept : kept.concat(f), []);
    const names = { type: 'scatter', name: 'roofs', z: 5, silent: true, symbolSize: 0, itemStyle: { opacity: 1 }, tooltip: { show: false }, label: { show: true, color: t.dim, backgroundColor: t.panel, padding: [0, 2], position: [0, 0], align: 'right', verticalAlign: 'bottom', offset: [-4, -4], formatter: p => p.data.name }, data: data.ceilings.filter(c => apart.includes(c.flops)).map(c => ({ value: [maxX, c.flops], name: c.name + ', ridge at ' + digits(c.flops / data.bandwidth) + ' FLOP/B' })) };
    const main = data.ceilings.find(c => c.main) || data.ceilings[data.ceilings.length - 1];
    const slope = line('memory', [[Math.max(minX, minY / data.bandwidth), Math.max(minX * data.bandwidth, minY)], [top / data.bandwidth, top]], 'dashed');
    const clouds = series.map((name, i) => ({
      type: 'scatter', name, color: t.colours[i % t.colours.length], itemStyle: { opacity: .8, borderColor: t.panel },
      label: { show: true, position: 'bottom', distance: 4, color: t.ink, fontSize: 11, textBorderColor: t.panel, textBorderWidth: 3, formatter: p => shorter(p.data.point.name, 30) }, labelLayout: { hideOverlap: true },
      data: data.points.filter(p => p.series === name && p.x > 0 && p.y > 0).map(p => ({ value: [p.x, p.y], point: p, symbolSize: 9 + 34 * Math.sqrt(Math.min(1, Math.max(0, p.weight))) })),
    }));
    return {
      animation: false,
      grid: { left: 14, right: 24, top: 40, bottom: 34, containLabel: true },
      legend: legend(t, { data: series }),
      tooltip: tooltip(t, p => tip(p.data.point.name, [digits(p.data.point.x) + ' FLOP/byte, ' + prefixed(p.data.point.y, 'FLOP/s'), digits(100 * p.data.point.y / Math.min(main.flops, p.data.point.x * data.bandwidth)) + ' % of the ' + main.name + ' roof there'])),
      xAxis: axis(t, { type: 'log', min: minX, max: maxX, name: 'FLOP per byte', nameLocation: 'middle', nameGap: 24 }),
      yAxis: axis(t, { type: 'log', min: minY, max: power(Math.max(top, ...ys) * 1.01, true), axisLabel: { color: t.dim, formatter: v => tick(prefixed(v, 'FLOP/s')) } }),
      series: [slope, ...roofs, names, ...clouds],
    };
  }

  function lines(data, t) {
    const labelled = data.labels.length > 0;
    const marked = { symbol: 'circle', symbolSize: 15, itemStyle: { color: 'transparent', borderColor: t.accent, borderWidth: 2 }, label: { show: data.marks.length < 3, position: 'top', distance: 10, color: t.ink, textBorderColor: t.panel, textBorderWidth: 3, formatter: m => m.name }, tooltip: { show: false }, data: data.marks.map(m => ({ name: m[2], coord: labelled ? [data.labels[m[0]], m[1]] : [m[0], m[1]] })) };
    const x = labelled
      ? { type: 'category', data: data.labels, boundaryGap: true }
      : { type: 'value', min: 0, axisLabel: { color: t.dim, hideOverlap: true, formatter: v => tick(data.x.prefixed ? valueText(v, data.x) : digits(v * data.x.factor)) } };
    return {
      animation: false,
      grid: { left: 14, right: labelled ? 30 : 54, top: data.series.length > 1 ? 48 : 36, bottom: 34, containLabel: true },
      legend: data.series.length > 1 ? legend(t) : undefined,
      color: t.colours,
      tooltip: tooltip(t, p => tip(p.value[2], [p.seriesName + ': ' + valueText(p.value[1], data.y)].concat(labelled ? [] : [data.x.title + ': ' + valueText(p.value[0], data.x)]))),
      xAxis: axis(t, Object.assign({ name: data.x.title, nameLocation: 'middle', nameGap: 26 }, x)),
      yAxis: axis(t, { type: 'value', min: 0, axisLabel: { color: t.dim, formatter: v => tick(valueText(v, data.y)) } }),
      series: data.series.map((s, i) => ({ type: 'line', name: s.name, symbolSize: 8, symbol: 'circle', showSymbol: s.points.length <= 60, step: s.points.length > 60 ? 'end' : false, lineStyle: { width: 2 }, data: s.points.map(p => [labelled ? data.labels[p[0]] : p[0], p[1], p[2]]), markPoint: i === 0 ? marked : undefined })),
    };
  }

  // The better a value, the stronger the accent colour; text keeps its contrast on all of them.
  function heat(data, t) {
    const values = data.cells.map(c => c[2]), low = Math.min(...values), high = Math.max(...values);
    const best = new Map(data.marks.map(m => [m[0] + ' ' + m[1], m[3]]));
    const pale = t.dark ? '#232b3a' : '#e8eef8', strong = t.dark ? '#31588f' : '#a9c6f3';
    return {
      animation: false,
      grid: { left: 14, right: 24, top: 34, bottom: 34, containLabel: true },
      tooltip: tooltip(t, p => tip(p.data.name, [valueText(p.value[2], data)])),
      xAxis: axis(t, { type: 'category', data: data.across.values, name: data.across.title, nameLocation: 'middle', nameGap: 26, splitArea: { show: false } }),
      yAxis: axis(t, { type: 'category', data: data.down.values, inverse: true, name: data.down.title, nameLocation: 'start', nameTextStyle: { color: t.dim, align: 'left' } }),
      visualMap: { show: false, min: low, max: high > low ? high : low + 1, dimension: 2, inRange: { color: data.less ? [strong, pale] : [pale, strong] } },
      series: [{
        type: 'heatmap',
        label: { show: true, color: t.ink, formatter: p => valueText(p.value[2], data) + (best.has(p.value[0] + ' ' + p.value[1]) ? ' · ' + best.get(p.value[0] + ' ' + p.value[1]) : '') },
        // Marked cells come last, so that no neighbour covers their border.
        data: data.cells.slice().sort((a, b) => best.has(a[0] + ' ' + a[1]) - best.has(b[0] + ' ' + b[1])).map(c => ({ value: [c[0], c[1], c[2]], name: c[3], itemStyle: best.has(c[0] + ' ' + c[1]) ? { borderColor: t.accent, borderWidth: 3 } : { borderColor: t.panel, borderWidth: 2 } })),
      }],
    };
  }

  // The chart library keeps names as keys of objects. One that every object has already, such as __proto__, gets a mark
  // before it that takes no room.
  function named(key, value) {
    return typeof value === 'string' && value in Object.prototype ? '\u2060' + value : value;
  }

  const makers = { bars, histogram, sequence, roofline, lines, heat, slices };
  // In rem.
  const heights = {
    bars: data => Math.max(9, 3.4 + data.labels.length * (1.1 + .55 * data.series.length)),
    sequence: data => data.points.length <= 20 ? 17 : 24,
    heat: data => Math.max(9, 5 + data.down.values.length * 3.2),
    slices: data => Math.max(12, 6 + sliceRem(data.labels.length)),
  };
  // Thousands of marks are a canvas's work; the rest prints sharper as SVG.
  const many = (kind, data) => kind === 'slices' || (kind === 'sequence' && data.points.length > 800);
  function made(plot, kind) {
    const data = JSON.parse(document.getElementById(plot.dataset.source).textContent, named);
    if (kind === 'timeline') return window.llmprofTimeline(plot, data);
    if (kind === 'treemap') return window.llmprofTreemap(plot, data);
    if (heights[kind]) plot.style.height = heights[kind](data) + 'rem';
    const chart = echarts.init(plot, null, { renderer: many(kind, data) ? 'canvas' : 'svg' });
    return { chart, draw: t => chart.setOption(makers[kind](data, t), true), resize: () => chart.resize() };
  }
  function draw() {
    const t = theme();
    for (const plot of document.querySelectorAll('.plot')) {
      if (!drawn.has(plot)) drawn.set(plot, made(plot, plot.dataset.kind));
      drawn.get(plot).draw(t);
    }
  }
  function resize() {
    drawn.forEach(each => each.resize());
  }
  return { draw, resize, of: plot => drawn.get(plot) };
})();
