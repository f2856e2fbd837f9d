import { useEffect } from 'react';
import { openWorkspace } from '../../api/app-store.ts';
import { desktopBridge } from '../../api/bridge-transport.ts';
import { problemOf } from '../../api/problem.ts';
import { say, sayProblem } from '../../services/notices.ts';

/** Opens a file or folder that is dropped on the window, or says why not. Once per page. */
export function useDroppedFiles(): void {
  useEffect(() => {
    const over = (event: DragEvent): void => {
      // Otherwise the browser would leave the page and show the file itself.
      if (event.dataTransfer?.types.includes('Files')) {
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }
    };
    const drop = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) {
        event.preventDefault();
        openDropped([...event.dataTransfer.files]);
      }
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, []);
}

function openDropped(files: readonly File[]): void {
  const [file] = files;
  const bridge = desktopBridge();
  if (file === undefined || files.length > 1) {
    say('Drop one file or folder at a time.', 'warning');
  } else if (bridge === null) {
    say(`Your browser doesn’t say where “${file.name}” is. Choose it with “Open another…” instead.`, 'warning');
  } else {
    const path = bridge.pathOf(file);
    if (path === '') {
      say(`“${file.name}” is not a file on this computer, so it can’t be opened.`, 'warning');
    } else {
      openWorkspace(path).catch((error: unknown) => sayProblem(problemOf(error), 'It could not be opened'));
    }
  }
}
