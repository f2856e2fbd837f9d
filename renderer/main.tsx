import './first.ts';
import './jitless.ts';
import './styles/tokens.css';
import './styles/base.css';
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
/** A wait that is no longer than this is not shown. */
const patience = 150;

await Promise.race([whenKnown(), new Promise((resolve) => setTimeout(resolve, patience))]);
createRoot(root).render(
  <StrictMode>
    <CSPProvider nonce={pageNonce() ?? undefined}>
      <App />
    </CSPProvider>
  </StrictMode>,
);

await whenKnown();
// The frame after the one in which it is drawn.
requestAnimationFrame(() => requestAnimationFrame(drawLater));
