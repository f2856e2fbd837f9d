import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CloseGuard, createClosing } from './closing.ts';

describe('a window that is to close', () => {
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

  it('closes at once where there is no page to ask', () => {
    hasPage = false;
    expect(closing.requested()).toBe(true);
  });

  it('closes once the page says so, and is not asked again', () => {
    expect(closing.requested()).toBe(false);
    expect(close).not.toHaveBeenCalled();
    closing.answered(true);
    expect(close).toHaveBeenCalledTimes(1);
    expect(closing.requested()).toBe(true);
  });

  it('stays open where the page says no, and closes when it says yes after all', async () => {
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

  it('does nothing at a yes that nobody asked for', () => {
    closing.answered(true);
    expect(close).not.toHaveBeenCalled();
    expect(closing.requested()).toBe(false);
  });

  it.each([true, false])('asks the person where the page does not answer: %s', async (answer) => {
    closeUnanswered = answer;
    closing.requested();
    await vi.advanceTimersByTimeAsync(999);
    expect(close).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(close).toHaveBeenCalledTimes(answer ? 1 : 0);
  });

  it('closes where the page goes away before it answers', () => {
    closing.requested();
    closing.pageGone();
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('stays where the page goes away and nothing was asked of it', () => {
    closing.pageGone();
    expect(close).not.toHaveBeenCalled();
  });
});
