import { Component, type ReactNode } from 'react';
import { LogButton } from '../services/log-button.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

type State = Readonly<{ failed: boolean }>;

/** Replaces a view that failed, usually to load: a browser doesn't request such a part again on the same page. */
export class FailedView extends Component<Readonly<{ children: ReactNode }>, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? (
      <div className="grow">
        <EmptyState
          title="This view can’t be shown"
          action={
            <>
              <Button onClick={() => location.reload()}>Reload</Button>
              <LogButton />
            </>
          }
        >
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
