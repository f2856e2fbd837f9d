import '../../../renderer/styles/tokens.css';
import '../../../renderer/styles/base.css';
import '../../../renderer/styles/shared.css';
import '../../../renderer/styles/boxes.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

// The least that shows anything by what the interface is drawn with: React, the styles, and a row that is known beforehand.
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(createElement('p', { 'data-row': '1' }, 'One row'));
}
