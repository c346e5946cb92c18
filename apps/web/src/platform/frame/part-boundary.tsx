import { ErrorState } from '@groma/ui';
import { Component, type ReactNode } from 'react';
import { errorText } from '../api.ts';

interface PartBoundaryProps {
  /** What failed, for the person: "This panel could not be shown." */
  title: string;
  children: ReactNode;
}

/** Keeps a failure of one part from taking the screen with it, says what happened, and offers to try again. */
export class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error() };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <ErrorState title={this.props.title} onRetry={() => this.setState({ error: null })}>
        {errorText(this.state.error)}
      </ErrorState>
    );
  }
}
