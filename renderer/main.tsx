import './first.ts';
import './jitless.ts';
// Imported before all other styles: between two rules of the same weight, a module's has to win.
import '@fontsource-variable/source-sans-3/wght.css';
import '@fontsource-variable/source-sans-3/wght-italic.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shared.css';
import './styles/boxes.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followEngine, whenKnown } from './api/app-store.ts';
import { App } from './app.tsx';
import { showRememberedTheme } from './styles/theme.ts';
import { drawLater } from './ui/later.tsx';
import { pageNonce } from './ui/nonce.ts';

const root = document.getElementById('root');
if (!root) {
  throw new Error('The page has no place to show Contexture in.');
}

showRememberedTheme();
followEngine();

const knownWithin = (milliseconds: number): Promise<unknown> =>
  Promise.race([whenKnown(), new Promise((resolve) => setTimeout(resolve, milliseconds))]);

// Don't show a short wait: drawing it would make it longer.
await knownWithin(150);
createRoot(root).render(
  <StrictMode>
    <CSPProvider nonce={pageNonce() ?? undefined}>
      <App />
    </CSPProvider>
  </StrictMode>,
);

// Runs in the frame after the one that shows the first entries, or soon if they take long.
await knownWithin(2000);
requestAnimationFrame(() => requestAnimationFrame(drawLater));
