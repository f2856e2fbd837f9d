const key = 'contexture.drafts';
/** Milliseconds to wait for the original of a duplicated tab to answer. */
const answersWithin = 150;

const tabs = new BroadcastChannel(key);
let mine: string | null = null;
let owner: Promise<string> | null = null;

tabs.addEventListener('message', ({ data }) => {
  if (mine !== null && data?.ask === mine) {
    tabs.postMessage({ taken: mine });
  }
});

/** Names this tab over reloads, so that drafts of two tabs stay apart. A copy of a tab takes a new name. */
export function ownerOfDrafts(): Promise<string> {
  owner ??= findOwner();
  return owner;
}

async function findOwner(): Promise<string> {
  const previous = sessionStorage.getItem(key);
  mine =
    previous !== null && !(await isTaken(previous)) ? previous : crypto.getRandomValues(new Uint32Array(4)).join('-');
  sessionStorage.setItem(key, mine);
  return mine;
}

function isTaken(owner: string): Promise<boolean> {
  return new Promise((resolve) => {
    const hear = ({ data }: MessageEvent): void => {
      if (data?.taken === owner) {
        end(true);
      }
    };
    const end = (isInUse: boolean): void => {
      clearTimeout(timer);
      tabs.removeEventListener('message', hear);
      resolve(isInUse);
    };
    const timer = setTimeout(() => end(false), answersWithin);
    tabs.addEventListener('message', hear);
    tabs.postMessage({ ask: owner });
  });
}
