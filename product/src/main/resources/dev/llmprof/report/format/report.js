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
  const sections = Array.from(document.querySelectorAll('main > section'));
  // The last section that has begun in the upper third; the first at the top of the page, however tall its head is.
  function mark() {
    const begun = sections.filter(s => s.getBoundingClientRect().top < window.innerHeight / 3);
    const here = links.get((begun.length ? begun[begun.length - 1] : sections[0]).id);
    if (here.hasAttribute('aria-current')) return;
    links.forEach(a => a.removeAttribute('aria-current'));
    here.setAttribute('aria-current', 'true');
    const list = here.closest('nav');
    if (list.scrollWidth > list.clientWidth) list.scrollLeft = here.offsetLeft - list.clientWidth / 3;
  }
  let marking = 0;
  document.addEventListener('scroll', () => {
    cancelAnimationFrame(marking);
    marking = requestAnimationFrame(mark);
  }, { passive: true });
  if (sections.length) mark();

  document.getElementById('theme').addEventListener('click', () => {
    remember(root.dataset.theme === 'dark' ? 'light' : 'dark');
    setTheme(remembered() || (root.dataset.theme === 'dark' ? 'light' : 'dark'));
  });
  const chosen = () => remembered() || (prefersDark.matches ? 'dark' : 'light');
  prefersDark.addEventListener('change', () => setTheme(chosen()));
  window.addEventListener('resize', window.llmprofCharts.resize);
  // Paper is white and narrow; charts are drawn anew for its width. A browser asks before it applies the rules for paper,
  // so they hold for the screen until it is done.
  const paper = Array.from(document.styleSheets[0].cssRules).find(rule => rule.media && rule.media.mediaText === 'print');
  function forPaper(on) {
    root.classList.toggle('printing', on);
    paper.media.mediaText = on ? 'all' : 'print';
    window.llmprofCharts.resize();
    // Last, since it draws at once: the browser does not wait for the next frame.
    setTheme(on ? 'light' : chosen());
  }
  window.addEventListener('beforeprint', () => forPaper(true));
  window.addEventListener('afterprint', () => forPaper(false));
  setTheme(chosen());
})();
