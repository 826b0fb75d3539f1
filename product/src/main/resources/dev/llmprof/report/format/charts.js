'use strict';
// Chart data → ECharts options. Tooltips are DOM nodes filled by textContent: names are hostile.
window.llmprofCharts = (function () {
  const PREFIXES = ['n', 'µ', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
  // White text on each of these, and dark text on each of those below, has a contrast of 4.5 or more.
  const LIGHT = ['#2f63c0', '#a85b0e', '#2f7a4b', '#9343a1', '#b93a4c', '#1d7787', '#6f6230', '#5557bd', '#a0512f', '#4a7230', '#8f3f6d', '#3f6b84'];
  const DARK = ['#6f9ff0', '#f0a95c', '#67c089', '#cf8adb', '#ec7a88', '#58c3d4', '#b8a765', '#9496ea', '#dd9377', '#8cbb66', '#cc82ab', '#86b0c9'];
  const drawn = new Map();

  function digits(value) {
    const size = Math.abs(value);
    if (size === 0) return '0';
    if (size >= 999.5) return Math.round(value).toLocaleString('en-US');
    if (size < 0.0005) return value.toPrecision(2);
    return value.toFixed(size < 0.9995 ? 3 : size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
  }
  function prefixed(value, symbol) {
    if (value === 0) return '0 ' + symbol;
    const rounded = Number(value.toPrecision(3));
    const steps = Math.floor((Math.log10(Math.abs(rounded)) + 1e-12) / 3);
    const prefix = Math.min(PREFIXES.length - 1, Math.max(0, steps + 3));
    return digits(value / Math.pow(10, 3 * (prefix - 3))) + ' ' + PREFIXES[prefix] + symbol;
  }
  const seconds = nanos => prefixed(nanos * 1e-9, 's');
  const valueText = (value, unit) => unit.prefixed
    ? prefixed(value * unit.factor, unit.symbol)
    : digits(value * unit.factor) + (unit.symbol ? ' ' + unit.symbol : '');
  // Axis labels: 400 ms, not 400.00 ms.
  const tick = text => text.replace(/(\d)\.(\d*?)0+(?=\D|$)/, (m, a, b) => b ? a + '.' + b : a);

  function tip(title, lines) {
    const box = document.createElement('div');
    box.className = 'tip';
    const head = document.createElement('b');
    head.textContent = title.length > 400 ? title.slice(0, 400) + '…' : title;
    box.append(head);
    for (const line of lines) {
      const row = document.createElement('div');
      row.textContent = line;
      box.append(row);
    }
    return box;
  }
  function shorter(text, length) {
    return text.length > length ? text.slice(0, length - 1) + '…' : text;
  }

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

  function timeline(data, t) {
    const colour = i => t.colours[i % t.colours.length];
    const items = data.items.map(i => [i[0], i[2], i[2] + i[3], i[1], i[4] === undefined ? i[3] : i[4], i[5] || 1]);
    const end = items.reduce((m, i) => Math.max(m, i[2]), 1);
    return {
      animation: false,
      grid: { left: 118, right: 18, top: 10, bottom: 74 },
      tooltip: tooltip(t, p => {
        const [, from, to, name, busy, count] = p.value;
        const lines = ['from ' + seconds(from) + ' for ' + seconds(to - from)];
        if (count > 1) lines.push(count + ' events too short to draw apart, busy ' + seconds(busy) + '; named after the one with the most time');
        return tip(data.names[name], lines);
      }),
      xAxis: axis(t, { type: 'value', min: 0, max: end, axisLabel: { color: t.dim, hideOverlap: true, formatter: v => tick(seconds(v)) } }),
      yAxis: axis(t, { type: 'category', data: data.lanes.map(l => shorter(l, 18)), inverse: true, splitLine: { show: true, lineStyle: { color: t.line, opacity: .5 } } }),
      dataZoom: [
        { type: 'inside', filterMode: 'weakFilter', minValueSpan: 1000 },
        { type: 'slider', filterMode: 'weakFilter', height: 22, bottom: 12, borderColor: t.line, textStyle: { color: t.dim }, labelFormatter: v => tick(seconds(v)), minValueSpan: 1000 },
      ],
      series: [{
        type: 'custom', clip: true, progressive: 0, dimensions: ['lane', 'from', 'to', 'name', 'busy', 'count'], encode: { x: [1, 2], y: 0 }, data: items,
        renderItem: (params, api) => {
          const from = api.coord([api.value(1), api.value(0)]), to = api.coord([api.value(2), api.value(0)]);
          const height = api.size([0, 1])[1] * .68, width = Math.max(to[0] - from[0], .7);
          const box = params.coordSys;
          const rect = echarts.graphic.clipRectByRect({ x: from[0], y: from[1] - height / 2, width, height }, { x: box.x, y: box.y, width: box.width, height: box.height });
          if (!rect) return undefined;
          const name = data.names[api.value(3)];
          const share = api.value(5) > 1 ? Math.max(.25, api.value(4) / Math.max(1, api.value(2) - api.value(1))) : 1;
          const bar = { type: 'rect', shape: rect, style: { fill: colour(api.value(3)), opacity: .35 + .6 * share } };
          if (rect.width < 46) return bar;
          const label = { type: 'text', style: { text: name, x: rect.x + 4, y: rect.y + rect.height / 2, textVerticalAlign: 'middle', fill: t.dark ? '#10131a' : '#fff', fontSize: 11, width: rect.width - 8, overflow: 'truncate' }, silent: true };
          return { type: 'group', children: [bar, label] };
        },
      }],
    };
  }

  function bars(data, t) {
    return {
      animation: false,
      grid: { left: 12, right: 70, top: data.series.length > 1 ? 34 : 8, bottom: 26, containLabel: true },
      legend: data.series.length > 1 ? legend(t) : undefined,
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
    const marks = { silent: true, symbol: 'none', lineStyle: { color: t.dim, type: 'dashed' }, label: { color: t.dim, position: 'insideEndTop', formatter: m => m.name }, data: data.marks.map((m, i) => ({ name: m[0], yAxis: m[1], label: { position: i ? 'insideStartTop' : 'insideEndTop' } })) };
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
    const minY = power(Math.min(...ys, minX * data.bandwidth * 10), false);
    const series = [...new Set(data.points.map(p => p.series))];
    const line = (name, points, dash, label) => ({ type: 'line', name, data: points, symbol: 'none', silent: true, lineStyle: { color: t.dim, width: 1.5, type: dash }, tooltip: { show: false }, endLabel: { show: dash === 'solid', formatter: label || name, color: t.dim, align: 'right', verticalAlign: 'bottom', offset: [-4, -4] } });
    const roofs = data.ceilings.map(c => line(c.name, [[c.flops / data.bandwidth, c.flops], [maxX, c.flops]], 'solid', c.name + ', ridge at ' + digits(c.flops / data.bandwidth) + ' FLOP/B'));
    const main = data.ceilings.find(c => c.main) || data.ceilings[data.ceilings.length - 1];
    const slope = line('memory', [[Math.max(minX, minY / data.bandwidth), Math.max(minX * data.bandwidth, minY)], [top / data.bandwidth, top]], 'dashed');
    const clouds = series.map((name, i) => ({
      type: 'scatter', name, color: t.colours[i % t.colours.length], itemStyle: { opacity: .8, borderColor: t.panel },
      data: data.points.filter(p => p.series === name && p.x > 0 && p.y > 0).map(p => ({ value: [p.x, p.y], point: p, symbolSize: 9 + 34 * Math.sqrt(Math.min(1, Math.max(0, p.weight))) })),
    }));
    return {
      animation: false,
      grid: { left: 14, right: 24, top: 40, bottom: 34, containLabel: true },
      legend: legend(t, { data: series }),
      tooltip: tooltip(t, p => tip(p.data.point.name, [digits(p.data.point.x) + ' FLOP/byte, ' + prefixed(p.data.point.y, 'FLOP/s'), digits(100 * p.data.point.y / Math.min(main.flops, p.data.point.x * data.bandwidth)) + ' % of the ' + main.name + ' roof there'])),
      xAxis: axis(t, { type: 'log', min: minX, max: maxX, name: 'FLOP per byte', nameLocation: 'middle', nameGap: 24 }),
      yAxis: axis(t, { type: 'log', min: minY, max: power(Math.max(top, ...ys) * 1.01, true), axisLabel: { color: t.dim, formatter: v => tick(prefixed(v, 'FLOP/s')) } }),
      series: [slope, ...roofs, ...clouds],
    };
  }

  function treemap(data, t) {
    const total = data.root.value;
    return {
      animation: false,
      color: t.colours,
      tooltip: tooltip(t, p => tip(p.treePathInfo.slice(1).map(n => n.name).join(' › '), [seconds(p.value), digits(100 * p.value / total) + ' % of the time'])),
      series: [{
        type: 'treemap', data: data.root.children || [], roam: false, nodeClick: 'zoomToNode', leafDepth: 3, top: 6, bottom: 34, left: 0, right: 0,
        breadcrumb: { bottom: 2, itemStyle: { color: t.soft, borderColor: t.line, textStyle: { color: t.ink } } },
        label: { formatter: p => p.name, overflow: 'truncate', color: t.dark ? '#10131a' : '#fff', fontSize: 11 },
        upperLabel: { show: true, height: 20, color: t.ink, overflow: 'truncate', formatter: p => p.name + '  ' + seconds(p.value) },
        itemStyle: { borderColor: t.panel, borderWidth: 1, gapWidth: 1 },
        levels: [
          { itemStyle: { borderColor: t.panel, borderWidth: 0, gapWidth: 4 }, upperLabel: { show: false } },
          { itemStyle: { borderColor: t.line, borderWidth: 3, gapWidth: 2 } },
          { colorSaturation: [.32, .55], itemStyle: { borderColorSaturation: .6, borderWidth: 2, gapWidth: 1 } },
          { colorSaturation: [.32, .55], itemStyle: { gapWidth: 1 } },
        ],
      }],
    };
  }

  function lines(data, t) {
    const labelled = data.labels.length > 0;
    const marked = { symbol: 'circle', symbolSize: 15, itemStyle: { color: 'transparent', borderColor: t.accent, borderWidth: 2 }, label: { show: true, position: 'top', distance: 10, color: t.ink, textBorderColor: t.panel, textBorderWidth: 3, formatter: m => m.name }, tooltip: { show: false }, data: data.marks.map(m => ({ name: m[2], coord: labelled ? [data.labels[m[0]], m[1]] : [m[0], m[1]] })) };
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
      series: data.series.map((s, i) => ({ type: 'line', name: s.name, symbolSize: 8, symbol: 'circle', lineStyle: { width: 2 }, data: s.points.map(p => [labelled ? data.labels[p[0]] : p[0], p[1], p[2]]), markPoint: i === 0 ? marked : undefined })),
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

  const makers = { timeline, bars, histogram, sequence, roofline, treemap, lines, heat, slices };
  function draw() {
    for (const plot of document.querySelectorAll('.plot')) {
      const kind = plot.dataset.kind;
      if (!drawn.has(plot)) {
        const data = JSON.parse(document.getElementById(plot.dataset.source).textContent, named);
        if (kind === 'bars') plot.style.height = Math.max(9, 3.4 + data.labels.length * (1.1 + .55 * data.series.length)) + 'rem';
        if (kind === 'heat') plot.style.height = Math.max(9, 5 + data.down.values.length * 3.2) + 'rem';
        if (kind === 'timeline') plot.style.height = Math.max(14, 7.5 + data.lanes.length * 2.6) + 'rem';
        if (kind === 'slices') plot.style.height = Math.max(12, 6 + sliceRem(data.labels.length)) + 'rem';
        // Thousands of rectangles are a canvas's work; the rest prints sharper as SVG.
        drawn.set(plot, { chart: echarts.init(plot, null, { renderer: kind === 'timeline' || kind === 'slices' ? 'canvas' : 'svg' }), data });
      }
      const { chart, data } = drawn.get(plot);
      const zoom = kind === 'timeline' && chart.getOption() ? chart.getOption().dataZoom[0] : null;
      chart.setOption(makers[kind](data, theme()), true);
      if (zoom) chart.dispatchAction({ type: 'dataZoom', start: zoom.start, end: zoom.end });
    }
  }
  function resize() {
    drawn.forEach(({ chart }) => chart.resize());
  }
  return { draw, resize, of: plot => drawn.get(plot).chart };
})();
