import '../../../renderer/styles/tokens.css';
import '../../../renderer/styles/base.css';
import '../../../renderer/styles/shared.css';
import '../../../renderer/styles/boxes.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

// The least page that uses the interface's React and styles: one fixed row.
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(createElement('p', { 'data-row': '1' }, 'One row'));
}
