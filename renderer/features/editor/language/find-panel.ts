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
import type { EditorState, Extension } from '@codemirror/state';
import { type Command, EditorView, keymap, type Panel, runScopeHandlers, type ViewUpdate } from '@codemirror/view';
import type { Range } from '#shared/entries/entry.ts';
import { lastIndexStartingBy } from '#shared/text/last-from.ts';
import { dom, drawing } from '../../../memory-text/dom.ts';
import { isComposing } from '../../../ui/composing.ts';
import { countInWords } from '../../../wording/counts.ts';

// The library's own panel would do but for three needs that it has no setting for. Text is found and inserted as typed: that
// panel reads `\n` in a path such as `C:\new` as a line break, and would put one into the memory. This panel shows which of how
// many matches is selected, that there are none, or that an expression is invalid. And it searches for text that comes without
// a key, pasted or dictated.

const shapes = { up: 'm18 15-6-6-6 6', down: 'm6 9 6 6 6-6', close: 'M18 6 6 18M6 6l12 12' } as const;

type Toggle = { readonly dom: HTMLButtonElement; readonly part: 'caseSensitive' | 'wholeWord' | 'regexp' };

const field = (name: string, id: string): HTMLInputElement =>
  dom('input', {
    type: 'text',
    name: id,
    placeholder: name,
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-label': name,
  });
const row = (...inside: readonly Node[]): HTMLElement => dom('div', { class: 'cm-find-row' }, ...inside);
const part = (name: 'field' | 'group', ...inside: readonly Node[]): HTMLElement =>
  dom('span', { class: `cm-find-${name}` }, ...inside);

class FindPanel implements Panel {
  readonly dom: HTMLElement;
  readonly top = true;
  private readonly view: EditorView;
  private readonly find = field('Find', 'search');
  private readonly replace = field('Replace with', 'replace');
  private readonly count = dom('span', { class: 'cm-find-count', role: 'status' });
  private readonly toggles: readonly Toggle[];
  private matches: EditorMatches = { ranges: [], hasMore: false };
  private width = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.view = view;
    this.toggles = [
      this.toggle('Match case', 'caseSensitive'),
      this.toggle('Whole words', 'wholeWord'),
      this.toggle('Regular expression', 'regexp'),
    ];
    this.find.setAttribute('main-field', 'true');
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
    const isNewQuery = update.transactions.some((transaction) =>
      transaction.effects.some((effect) => effect.is(setSearchQuery)),
    );
    if (isNewQuery) {
      this.show(getSearchQuery(update.state));
    } else if (update.docChanged) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.recount(), 150);
    } else if (update.selectionSet) {
      this.tell();
    }
    // If the window gets narrower, lines wrap and push the match away.
    const at = update.state.selection.main;
    if (update.geometryChanged && !update.docChanged && this.view.dom.clientWidth !== this.width) {
      this.width = this.view.dom.clientWidth;
      if (this.matches.ranges.some(({ from, to }) => from === at.from && to === at.to)) {
        queueMicrotask(() => this.view.dispatch({ effects: EditorView.scrollIntoView(at, { y: 'center' }) }));
      }
    }
  }

  destroy(): void {
    clearTimeout(this.timer);
  }

  private render(): HTMLElement {
    const { readOnly } = this.view.state;
    const first = row(
      part('field', this.find, this.count),
      part('group', this.icon('Find previous', 'up', findPrevious), this.icon('Find next', 'down', findNext)),
      part('group', ...this.toggles.map((toggle) => toggle.dom)),
    );
    const second = row(
      part('field', this.replace),
      this.button(replaceNext, {}, 'Replace'),
      this.button(replaceAll, {}, 'Replace all'),
    );
    return dom(
      'div',
      {
        class: 'cm-find',
        role: 'search',
        'aria-label': readOnly ? 'Find in the text' : 'Find and replace in the text',
      },
      dom('div', { class: 'cm-find-rows' }, first, ...(readOnly ? [] : [second])),
      this.icon('Close', 'close', closeSearchPanel),
    );
  }

  private toggle(name: string, part: Toggle['part']): Toggle {
    const button = dom('button', { type: 'button', class: 'cm-find-toggle' }, name);
    button.onclick = () => {
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
      this.commit();
    };
    return { dom: button, part };
  }

  private button(command: Command, look: Readonly<Record<string, string>>, inside: Node | string): HTMLButtonElement {
    const button = dom('button', { type: 'button', ...look }, inside);
    button.onclick = () => void command(this.view);
    return button;
  }

  private icon(name: string, shape: keyof typeof shapes, command: Command): HTMLButtonElement {
    const look = { class: 'cm-find-icon', title: name, 'aria-label': name };
    return this.button(command, look, drawing(shapes[shape]));
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
    if (isComposing(event)) {
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
    this.matches = findMatches(this.view.state, getSearchQuery(this.view.state));
    this.tell();
  }

  private tell(): void {
    const query = getSearchQuery(this.view.state);
    const isInvalid = query.search !== '' && !query.valid;
    this.find.setAttribute('aria-invalid', String(isInvalid));
    const words = isInvalid
      ? 'Not valid'
      : query.search === ''
        ? ''
        : matchesInWords(this.matches, this.view.state.selection.main);
    if (this.count.textContent !== words) {
      this.count.textContent = words;
    }
  }
}

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

/** Matches; `more` is set if there are more than are counted. */
type EditorMatches = { readonly ranges: readonly Range[]; readonly hasMore: boolean };

const maxCounted = 1000;

export function findMatches(state: EditorState, query: SearchQuery): EditorMatches {
  const ranges: Range[] = [];
  if (query.search === '' || !query.valid) {
    return { ranges, hasMore: false };
  }
  const cursor = query.getCursor(state);
  for (let next = cursor.next(); !next.done; next = cursor.next()) {
    if (ranges.length === maxCounted) {
      return { ranges, hasMore: true };
    }
    ranges.push({ from: next.value.from, to: next.value.to });
  }
  return { ranges, hasMore: false };
}

/** "3 of 12", or the number of matches if none is selected. */
export function matchesInWords({ ranges, hasMore }: EditorMatches, selected: Range): string {
  const count = hasMore ? `over ${countInWords(ranges.length)}` : countInWords(ranges.length);
  const at = lastIndexStartingBy(ranges, selected.from, (range) => range.from);
  const match = ranges[at];
  if (match && match.from === selected.from && match.to === selected.to) {
    return `${countInWords(at + 1)} of ${count}`;
  }
  return ranges.length === 0 ? 'None' : `${count} found`;
}
