type Content = string | Node | readonly (string | Node)[];

/** An element with its content; a text stays a text, whatever it contains. */
export function element(name: string, content: Content = [], className?: string): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  const parts = typeof content === 'string' || content instanceof Node ? [content] : content;
  made.append(...parts);
  return made;
}

/** A table in a box that scrolls; from the column `numbers` on, values are right-aligned. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  numbers = heads.length,
): HTMLElement {
  const cell = (name: string) => (text: string, at: number) =>
    element(name, text, at >= numbers ? 'number' : undefined);
  const made = element('table', [
    element('thead', element('tr', heads.map(cell('th')))),
    element(
      'tbody',
      rows.map((row) => element('tr', row.map(cell('td')))),
    ),
  ]);
  return element('div', made, 'scroll');
}

/** A box with a heading. */
export function section(title: string, ...content: readonly (string | Node)[]): HTMLElement {
  return element('section', [element('h2', title), ...content]);
}

/** Names and values, one pair a line. */
export function pairs(rows: readonly (readonly [string, string])[]): HTMLElement {
  return element(
    'dl',
    rows.flatMap(([name, value]) => [element('dt', name), element('dd', value)]),
  );
}
