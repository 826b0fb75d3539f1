'use strict';
// Numbers and tooltips as all charts have them. Tooltips are DOM nodes filled by textContent: names are hostile.
window.llmprofWords = (function () {
  const PREFIXES = ['n', 'µ', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];

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

  return { digits, prefixed, seconds, valueText, tick, tip, shorter };
})();
