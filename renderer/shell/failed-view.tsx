import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

type State = Readonly<{ failed: boolean }>;

/**
 * In place of a view that can't be drawn, so that the others stay; around everything, in place of an empty page. Mostly a part
 * did not arrive, because the host went while it was on its way: a browser doesn't ask for such a part again on the same page.
 */
export class FailedView extends Component<Readonly<{ children: ReactNode }>, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? (
      <div className="grow">
        <EmptyState title="This view can’t be shown" action={<Button onClick={() => location.reload()}>Reload</Button>}>
          <p>
            A part of it did not arrive, or did not work. Reload the page; if Contexture was stopped, start it first.
          </p>
        </EmptyState>
      </div>
    ) : (
      this.props.children
    );
  }
}
