import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  highlightSelectionMatches,
  replaceAll,
  replaceNext,
  SearchQuery,
  search,
  searchKeymap,
  setSearchQuery,
} from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { type Command, EditorView, keymap, type Panel, runScopeHandlers, type ViewUpdate } from '@codemirror/view';
import { type Found, findAll, foundInWords } from './found.ts';

// The library's own panel would do but for three needs that it has no setting for. A text is found and written as it is
// typed: that panel reads `\n` in a path such as `C:\new` as a line break, and would put one into the memory. The panel
// says which of how many places is chosen, that there are none, or that a pattern is none. And it searches for what comes
// without a key, pasted or dictated.

const shapes = {
  up: ['m18 15-6-6-6 6'],
  down: ['m6 9 6 6 6-6'],
  close: ['M18 6 6 18', 'm6 6 12 12'],
} as const;

type Toggle = { readonly dom: HTMLButtonElement; readonly part: 'caseSensitive' | 'wholeWord' | 'regexp' };

class FindPanel implements Panel {
  readonly dom: HTMLElement;
  readonly top = true;
  private readonly view: EditorView;
  private readonly find = field('Find', 'search');
  private readonly replace = field('Replace with', 'replace');
  private readonly count = element('span', 'cm-find-count');
  private readonly toggles: readonly Toggle[];
  private found: Found = { places: [], more: false };
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.view = view;
    this.toggles = [
      this.toggle('Match case', 'caseSensitive'),
      this.toggle('Whole words', 'wholeWord'),
      this.toggle('Pattern', 'regexp', 'Read what you type as a regular expression'),
    ];
    this.find.setAttribute('main-field', 'true');
    this.count.setAttribute('role', 'status');
    this.find.oninput = () => this.commit();
    this.replace.oninput = () => this.commit();
    this.dom = this.render();
    this.dom.onkeydown = (event) => this.press(event);
    this.show(getSearchQuery(view.state));
  }

  mount(): void {
    this.find.select();
  }

  update(update: ViewUpdate): void {
    const asked = update.transactions.some((transaction) =>
      transaction.effects.some((effect) => effect.is(setSearchQuery)),
    );
    if (asked) {
      this.show(getSearchQuery(update.state));
    } else if (update.docChanged) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.recount(), 150);
    } else if (update.selectionSet) {
      this.tell();
    }
  }

  destroy(): void {
    clearTimeout(this.timer);
  }

  private render(): HTMLElement {
    const { view } = this;
    const findField = element('span', 'cm-find-field');
    findField.append(this.find, this.count);
    const options = element('span', 'cm-find-group');
    options.append(...this.toggles.map(({ dom }) => dom));
    const steps = element('span', 'cm-find-group');
    steps.append(this.icon('Find previous', 'up', findPrevious), this.icon('Find next', 'down', findNext));
    const first = element('div', 'cm-find-row');
    first.append(findField, steps, options);
    const rows = element('div', 'cm-find-rows');
    rows.append(first);
    if (!view.state.readOnly) {
      const replaceField = element('span', 'cm-find-field');
      replaceField.append(this.replace);
      const second = element('div', 'cm-find-row');
      second.append(replaceField, this.button('Replace', replaceNext), this.button('Replace all', replaceAll));
      rows.append(second);
    }
    const dom = element('div', 'cm-find');
    dom.setAttribute('role', 'search');
    dom.setAttribute('aria-label', view.state.readOnly ? 'Find in the text' : 'Find and replace in the text');
    dom.append(rows, this.icon('Close', 'close', closeSearchPanel));
    return dom;
  }

  private toggle(name: string, part: Toggle['part'], title = name): Toggle {
    const dom = button(name, 'cm-find-toggle');
    dom.title = title;
    dom.onclick = () => {
      dom.setAttribute('aria-pressed', String(dom.getAttribute('aria-pressed') !== 'true'));
      this.commit();
    };
    return { dom, part };
  }

  private button(name: string, command: Command): HTMLButtonElement {
    const dom = button(name, '');
    dom.onclick = () => void command(this.view);
    return dom;
  }

  private icon(name: string, shape: keyof typeof shapes, command: Command): HTMLButtonElement {
    const dom = this.button('', command);
    dom.className = 'cm-find-icon';
    dom.title = name;
    dom.setAttribute('aria-label', name);
    dom.append(drawing(shapes[shape]));
    return dom;
  }

  private commit(): void {
    const on = (part: Toggle['part']): boolean =>
      this.toggles.some((toggle) => toggle.part === part && toggle.dom.getAttribute('aria-pressed') === 'true');
    const query = new SearchQuery({
      search: this.find.value,
      replace: this.replace.value,
      caseSensitive: on('caseSensitive'),
      wholeWord: on('wholeWord'),
      regexp: on('regexp'),
      literal: !on('regexp'),
    });
    if (!query.eq(getSearchQuery(this.view.state))) {
      this.view.dispatch({ effects: setSearchQuery.of(query) });
    }
  }

  private press(event: KeyboardEvent): void {
    if (event.isComposing) {
      return;
    }
    if (runScopeHandlers(this.view, event, 'search-panel')) {
      event.preventDefault();
    } else if (event.key === 'Enter' && event.target === this.find) {
      event.preventDefault();
      (event.shiftKey ? findPrevious : findNext)(this.view);
    } else if (event.key === 'Enter' && event.target === this.replace) {
      event.preventDefault();
      replaceNext(this.view);
    }
  }

  private show(query: SearchQuery): void {
    if (this.find.value !== query.search) {
      this.find.value = query.search;
    }
    if (this.replace.value !== query.replace) {
      this.replace.value = query.replace;
    }
    for (const { dom, part } of this.toggles) {
      dom.setAttribute('aria-pressed', String(query[part]));
    }
    this.recount();
  }

  private recount(): void {
    this.found = findAll(this.view.state, getSearchQuery(this.view.state));
    this.tell();
  }

  private tell(): void {
    const query = getSearchQuery(this.view.state);
    const wrong = query.search !== '' && !query.valid;
    this.find.setAttribute('aria-invalid', String(wrong));
    const words = wrong
      ? 'Not a pattern'
      : query.search === ''
        ? ''
        : foundInWords(this.found, this.view.state.selection.main);
    if (this.count.textContent !== words) {
      this.count.textContent = words;
    }
  }
}

function field(name: string, id: string): HTMLInputElement {
  const dom = document.createElement('input');
  dom.type = 'text';
  dom.name = id;
  dom.placeholder = name;
  dom.autocomplete = 'off';
  dom.spellcheck = false;
  dom.setAttribute('aria-label', name);
  return dom;
}

function button(name: string, className: string): HTMLButtonElement {
  const dom = document.createElement('button');
  dom.type = 'button';
  dom.className = className;
  dom.textContent = name;
  return dom;
}

function element(tag: 'div' | 'span', className: string): HTMLElement {
  const dom = document.createElement(tag);
  dom.className = className;
  return dom;
}

function drawing(paths: readonly string[]): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  const attributes = {
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.75',
    'aria-hidden': 'true',
  };
  for (const [name, value] of Object.entries(attributes)) {
    svg.setAttribute(name, value);
  }
  for (const path of paths) {
    const dom = document.createElementNS(namespace, 'path');
    dom.setAttribute('d', path);
    svg.append(dom);
  }
  return svg;
}

/** Finding and replacing, above the text. */
export const finding: Extension = [
  search({
    top: true,
    literal: true,
    createPanel: (view) => new FindPanel(view),
    scrollToMatch: (range) => EditorView.scrollIntoView(range, { y: 'center' }),
  }),
  highlightSelectionMatches({ minSelectionLength: 3 }),
  keymap.of(searchKeymap),
];
