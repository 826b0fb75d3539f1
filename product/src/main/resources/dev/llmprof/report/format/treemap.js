'use strict';
// Nested parts as areas, made of elements: a click or Enter goes inside, the path above and Escape lead back.
window.llmprofTreemap = function (plot, data) {
  const { seconds, digits, tip } = window.llmprofWords;
  const HEAD = 20, LEAST = 5;
  const total = data.root.value;
  let path = [data.root], t = null;
  const element = (tag, className) => Object.assign(document.createElement(tag), { className });
  const trail = element('div', 'trail'), map = element('div', 'map'), hint = element('div', 'hover');
  hint.hidden = true;
  map.append(hint);
  plot.append(trail, map);

  // Rows of tiles that are as square as they can be (Bruls, Huizing, van Wijk: Squarified Treemaps, 2000).
  function squarified(nodes, box) {
    const placed = [], scale = box.w * box.h / Math.max(1e-9, nodes.reduce((sum, n) => sum + n.value, 0));
    let rest = nodes.filter(n => n.value > 0).sort((a, b) => b.value - a.value);
    const worst = (row, side) => {
      const sum = row.reduce((s, n) => s + n.value, 0) * scale;
      return Math.max(...row.map(n => Math.max(side * side * n.value * scale / (sum * sum), sum * sum / (side * side * n.value * scale))));
    };
    while (rest.length && box.w > 0 && box.h > 0) {
      const side = Math.min(box.w, box.h);
      let count = 1;
      while (count < rest.length && worst(rest.slice(0, count + 1), side) <= worst(rest.slice(0, count), side)) count++;
      const row = rest.slice(0, count), thick = row.reduce((s, n) => s + n.value, 0) * scale / side;
      let along = 0;
      for (const node of row) {
        const length = node.value * scale / thick;
        placed.push(box.w >= box.h ? { node, x: box.x, y: box.y + along, w: thick, h: length } : { node, x: box.x + along, y: box.y, w: length, h: thick });
        along += length;
      }
      box = box.w >= box.h ? { x: box.x + thick, y: box.y, w: box.w - thick, h: box.h } : { x: box.x, y: box.y + thick, w: box.w, h: box.h - thick };
      rest = rest.slice(count);
    }
    return placed;
  }
  function tile({ node, x, y, w, h }, colour, into, trailTo) {
    const inside = node.children && node.children.length;
    const made = element(inside ? 'button' : 'div', 'tile');
    if (inside) {
      made.type = 'button';
      made.addEventListener('click', () => go(trailTo.concat(node)));
    }
    made.style.cssText = 'left:' + x + 'px;top:' + y + 'px;width:' + Math.max(1, w - 1) + 'px;height:' + Math.max(1, h - 1) + 'px';
    made.style.background = colour;
    made.style.color = t.dark ? '#10131a' : '#fff';
    const label = document.createElement('span');
    label.textContent = node.name + '  ' + seconds(node.value);
    made.append(label);
    if (w < 34 || h < 14) made.classList.add('bare');
    made.addEventListener('pointermove', event => {
      const box = map.getBoundingClientRect();
      hint.hidden = false;
      hint.replaceChildren(tip(trailTo.slice(1).concat(node).map(n => n.name).join(' › '), [seconds(node.value), digits(100 * node.value / total) + ' % of the time']));
      hint.style.left = Math.min(event.clientX - box.left + 12, Math.max(0, box.width - 320)) + 'px';
      hint.style.top = Math.min(event.clientY - box.top + 16, box.height - 40) + 'px';
    });
    into.append(made);
  }
  function crumbs() {
    trail.replaceChildren(...path.map((node, depth) => {
      const crumb = element('button', '');
      crumb.type = 'button';
      crumb.textContent = (depth ? node.name : 'all') + '  ' + seconds(node.value);
      if (depth === path.length - 1) crumb.setAttribute('aria-current', 'true');
      crumb.addEventListener('click', () => go(path.slice(0, depth + 1)));
      return crumb;
    }));
  }
  function render() {
    const here = path[path.length - 1], w = map.clientWidth, h = map.clientHeight;
    map.replaceChildren(hint);
    crumbs();
    squarified(here.children || [here], { x: 0, y: 0, w, h }).forEach((place, i) => {
      const colour = t.colours[i % t.colours.length], parts = place.node.children || [];
      if (parts.length && place.w > 60 && place.h > 50) {
        tile({ node: place.node, x: place.x, y: place.y, w: place.w, h: HEAD }, colour, map, path);
        squarified(parts, { x: place.x, y: place.y + HEAD, w: place.w, h: place.h - HEAD - 2 })
          .filter(part => part.w > LEAST && part.h > LEAST)
          .forEach(part => tile(part, colour, map, path.concat(place.node)));
      } else if (place.w > 1 && place.h > 1) {
        tile(place, colour, map, path);
      }
    });
  }
  function go(to) {
    path = to;
    hint.hidden = true;
    render();
    trail.lastChild.focus({ preventScroll: true });
  }
  map.addEventListener('pointerleave', () => { hint.hidden = true; });
  plot.addEventListener('keydown', event => {
    if (event.key === 'Escape' && path.length > 1) go(path.slice(0, -1));
  });
  return { draw: theme => { t = theme; render(); }, resize: () => t && render(), depth: () => path.length };
};
