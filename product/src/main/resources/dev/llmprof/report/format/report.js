'use strict';
// Theme, tables, copying. No markup is ever built from data: only textContent and attributes.
(function () {
  const root = document.documentElement;
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
  const KEY = 'llmprof-theme';
  // A browser may refuse to keep anything for a file.
  function remembered() {
    try { return localStorage.getItem(KEY); } catch (refused) { return null; }
  }
  function remember(name) {
    try { localStorage.setItem(KEY, name); } catch (refused) { /* Forgotten with the page. */ }
  }
  function setTheme(name) {
    root.dataset.theme = name;
    window.llmprofCharts.draw();
  }

  function keyOf(cell) {
    if (cell.dataset.v !== undefined) return Number(cell.dataset.v);
    return cell.classList.contains('absent') ? NaN : cell.textContent;
  }
  // What was not measured goes last, whichever way the rest is sorted.
  function compare(a, b, sign) {
    const absentA = Number.isNaN(a), absentB = Number.isNaN(b);
    if (absentA || absentB) return absentA === absentB ? 0 : absentA ? 1 : -1;
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
    return sign * (String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0);
  }
  function sortBy(table, header, column) {
    const first = header.classList.contains('number') ? 'descending' : 'ascending';
    const other = first === 'descending' ? 'ascending' : 'descending';
    const order = header.getAttribute('aria-sort') === first ? other : first;
    for (const th of table.tHead.rows[0].cells) th.removeAttribute('aria-sort');
    header.setAttribute('aria-sort', order);
    const sign = order === 'ascending' ? 1 : -1;
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row, i) => ({ row, i, key: keyOf(row.cells[column]) }));
    rows.sort((a, b) => compare(a.key, b.key, sign) || a.i - b.i);
    body.append(...rows.map(r => r.row));
  }
  function filter(grid, text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    const rows = grid.querySelectorAll('tbody tr');
    for (const row of rows) {
      const content = row.textContent.toLowerCase();
      row.hidden = !words.every(word => content.includes(word));
      if (!row.hidden) shown++;
    }
    grid.querySelector('.matches').textContent = words.length ? shown + ' of ' + rows.length : '';
  }
  for (const grid of document.querySelectorAll('.grid')) {
    const table = grid.querySelector('table');
    Array.from(table.tHead.rows[0].cells).forEach((header, column) =>
      header.firstChild.addEventListener('click', () => sortBy(table, header, column)));
    const search = grid.querySelector('input[type=search]');
    if (search) search.addEventListener('input', () => filter(grid, search.value));
    const names = grid.querySelector('button.names');
    if (names) names.addEventListener('click', () =>
      names.setAttribute('aria-pressed', String(grid.classList.toggle('full'))));
    grid.addEventListener('click', event => {
      const name = event.target.closest('.name code');
      if (name) name.classList.toggle('open');
    });
  }
  for (const button of document.querySelectorAll('.copy')) {
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.parentElement.querySelector('code').textContent);
      button.textContent = 'Copied';
    });
  }

  const links = new Map(Array.from(document.querySelectorAll('nav a'), a => [a.hash.slice(1), a]));
  const watcher = new IntersectionObserver(entries => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      links.forEach(a => a.removeAttribute('aria-current'));
      const here = links.get(entry.target.id);
      here.setAttribute('aria-current', 'true');
      const list = here.closest('nav');
      if (list.scrollWidth > list.clientWidth) list.scrollLeft = here.offsetLeft - list.clientWidth / 3;
    }
  }, { rootMargin: '-10% 0px -80% 0px' });
  document.querySelectorAll('main > section').forEach(s => watcher.observe(s));

  document.getElementById('theme').addEventListener('click', () => {
    remember(root.dataset.theme === 'dark' ? 'light' : 'dark');
    setTheme(remembered() || (root.dataset.theme === 'dark' ? 'light' : 'dark'));
  });
  const chosen = () => remembered() || (prefersDark.matches ? 'dark' : 'light');
  prefersDark.addEventListener('change', () => setTheme(chosen()));
  window.addEventListener('resize', window.llmprofCharts.resize);
  // Paper is white and narrow; charts are drawn anew for its width.
  function forPaper(on) {
    root.classList.toggle('printing', on);
    setTheme(on ? 'light' : chosen());
    window.llmprofCharts.resize();
  }
  window.addEventListener('beforeprint', () => forPaper(true));
  window.addEventListener('afterprint', () => forPaper(false));
  setTheme(chosen());
})();
