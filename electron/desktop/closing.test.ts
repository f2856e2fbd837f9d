import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CloseGuard, createClosing } from './closing.ts';

describe('closing a window', () => {
  let closing: CloseGuard;
  let close: () => void;
  let hasPage: boolean;
  let closeUnanswered: boolean;

  beforeEach(() => {
    vi.useFakeTimers();
    close = vi.fn();
    hasPage = true;
    closeUnanswered = false;
    closing = createClosing({
      ask: () => hasPage,
      close,
      closeUnanswered: async () => closeUnanswered,
      patienceMs: 1000,
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('happens at once without a page to ask', () => {
    hasPage = false;
    expect(closing.requested()).toBe(true);
  });

  it('happens once the page agrees, without a second question', () => {
    expect(closing.requested()).toBe(false);
    expect(close).not.toHaveBeenCalled();
    closing.answered(true);
    expect(close).toHaveBeenCalledTimes(1);
    expect(closing.requested()).toBe(true);
  });

  it('is refused by the page’s no, and happens after a later yes', async () => {
    closing.requested();
    closing.answered(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(close).not.toHaveBeenCalled();
    closing.answered(true);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('asks again each time', () => {
    closing.requested();
    closing.answered(false);
    expect(closing.requested()).toBe(false);
    closing.answered(true);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('ignores an unrequested yes', () => {
    closing.answered(true);
    expect(close).not.toHaveBeenCalled();
    expect(closing.requested()).toBe(false);
  });

  it.each([true, false])('asks the person when the page does not answer: %s', async (answer) => {
    closeUnanswered = answer;
    closing.requested();
    await vi.advanceTimersByTimeAsync(999);
    expect(close).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(close).toHaveBeenCalledTimes(answer ? 1 : 0);
  });

  it('happens when the page goes away before it answers', () => {
    closing.requested();
    closing.pageGone();
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('does not happen when the page goes away without a pending question', () => {
    closing.pageGone();
    expect(close).not.toHaveBeenCalled();
  });
});
